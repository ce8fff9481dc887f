import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  environmentSubset,
  environmentValue,
  gitStateOf,
  isProcessAlive,
  killProcessGroup,
  lockfileHashOf,
  thisHost,
} from "../../src/std/host.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "arena-host-"));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test("the host says where a run is made", () => {
  expect(thisHost()).toMatchObject({
    pid: process.pid,
    nodeVersion: process.versions.node,
    platform: process.platform,
  });
  expect(thisHost().cpuCount).toBeGreaterThan(0);
});

describe("the environment", () => {
  test("takes an empty variable for an absent one", () => {
    vi.stubEnv("ARENA_TEST_VALUE", "");
    expect(environmentValue("ARENA_TEST_VALUE")).toBeUndefined();
    vi.stubEnv("ARENA_TEST_VALUE", "x");
    expect(environmentValue("ARENA_TEST_VALUE")).toBe("x");
  });

  test("hands on the variables that are named and set, and no other", () => {
    vi.stubEnv("ARENA_TEST_KEY", "secret");
    vi.stubEnv("ARENA_TEST_VALUE", "x");
    expect(environmentSubset(["ARENA_TEST_VALUE", "ARENA_TEST_ABSENT"])).toEqual({ ARENA_TEST_VALUE: "x" });
  });
});

describe("a process", () => {
  test("is alive until it has ended", async () => {
    expect(isProcessAlive(process.pid)).toBe(true);
    const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
    await once(child, "exit");
    expect(isProcessAlive(pidOf(child))).toBe(false);
  });

  test.each([0, 1, -1, 1.5, Number.NaN])("whose id would mean something else to the kernel is refused: %d", (pid) => {
    expect(() => isProcessAlive(pid)).toThrow("not the id of a process");
  });
});

describe("a process group", () => {
  test("ends with everything the child started", async () => {
    const child = startGroup("sleep 60 & echo $!; wait");
    const grandchild = Number(await firstLine(child));
    expect(isProcessAlive(grandchild)).toBe(true);
    expect(await killProcessGroup(pidOf(child))).toBe(true);
    expect([isProcessAlive(pidOf(child)), isProcessAlive(grandchild)]).toEqual([false, false]);
  });

  test("that does not listen is ended by force after the grace", async () => {
    const child = startGroup("trap '' TERM; echo ready; while :; do sleep 0.05; done");
    await firstLine(child);
    expect(await killProcessGroup(pidOf(child), 100)).toBe(true);
    expect(child.signalCode ?? (await once(child, "exit"))[1]).toBe("SIGKILL");
  });

  test("that is gone already is no error", async () => {
    const child = startGroup("exit 0");
    await once(child, "exit");
    expect(await killProcessGroup(pidOf(child))).toBe(true);
  });

  test("is never one's own", async () => {
    await expect(killProcessGroup(process.pid)).rejects.toThrow("its own group");
    await expect(killProcessGroup(1)).rejects.toThrow("not the id of a process");
  });
});

describe("the state of a repository", () => {
  test("is its commit, clean until something differs", () => {
    initRepository(folder);
    const clean = gitStateOf(folder);
    expect(clean).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string, isDirty: false });
    writeFileSync(join(folder, "new.txt"), "new");
    expect(gitStateOf(folder)).toEqual({ commit: clean?.commit, isDirty: true });
  });

  test("is unknown for a folder that is not its top", () => {
    initRepository(folder);
    mkdirSync(join(folder, "inner"));
    expect(gitStateOf(join(folder, "inner"))).toBeNull();
  });

  test("is unknown without a repository or a commit", () => {
    expect(gitStateOf(folder)).toBeNull();
    execFileSync("git", ["init", "--quiet"], { cwd: folder });
    expect(gitStateOf(folder)).toBeNull();
  });

  test("is not that of the repository a hook runs in", () => {
    const other = join(folder, "other");
    mkdirSync(other);
    initRepository(other);
    vi.stubEnv("GIT_DIR", join(other, ".git"));
    expect(gitStateOf(folder)).toBeNull();
  });
});

test("the lock file's hash is that of its bytes, or unknown without one", () => {
  expect(lockfileHashOf(folder)).toBeNull();
  writeFileSync(join(folder, "package-lock.json"), "abc");
  expect(lockfileHashOf(folder)).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

function startGroup(script: string) {
  return spawn("bash", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
}

async function firstLine(child: ReturnType<typeof startGroup>): Promise<string> {
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  return chunk.toString("utf8").trim();
}

function pidOf(child: { pid?: number | undefined }): number {
  expect(child.pid).toBeTypeOf("number");
  return child.pid ?? 0;
}

function initRepository(at: string): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  execFileSync("git", ["init", "--quiet"], { cwd: at, env });
  execFileSync("git", [...author, "commit", "--quiet", "--allow-empty", "-m", "first"], { cwd: at, env });
}
