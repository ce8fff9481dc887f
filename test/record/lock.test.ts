import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { holderOf, lockFolder } from "../../src/record/lock.ts";
import { UserError } from "../../src/std/user-error.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** No process has it: ids end far below. */
const DEAD_PID = 2 ** 30;

const never = (): void => undefined;

afterEach(() => {
  vi.useRealTimers();
});

/** Timers go off at once until this is so: a lock waits for seconds, and only the order of its waits matters here. */
async function hurryUntil(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await vi.advanceTimersByTimeAsync(250);
    // The file system takes its own time.
    await turn();
  }
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

function leaveLock(folder: string, owner: { host: string; pid: number } | null): void {
  mkdirSync(join(folder, ".lock"));
  if (owner !== null) writeFileSync(join(folder, ".lock-owner.json"), JSON.stringify(owner));
}

describe("a locked folder", () => {
  test("is refused to a second holder, who is told the first", async () => {
    const folder = temporaryFolder();
    const release = await lockFolder(folder, never);
    const refusal: unknown = await lockFolder(folder, never).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect((refusal as UserError).message).toContain(`in use by process ${process.pid} on ${hostname()}`);
    expect(holderOf(folder)).toContain(String(process.pid));
    await release();
    expect(holderOf(folder)).toBeNull();
    await (await lockFolder(folder, never))();
  });

  test("leaves nothing behind when it is given back", async () => {
    const folder = temporaryFolder();
    await (await lockFolder(folder, never))();
    for (const name of [".lock", ".lock-owner.json", ".lock-guard"]) expect(existsSync(join(folder, name))).toBe(false);
  });

  test("is taken over at once when its holder on this machine is dead", async () => {
    const folder = temporaryFolder();
    leaveLock(folder, { host: hostname(), pid: DEAD_PID });
    expect(holderOf(folder)).toBeNull();
    await (await lockFolder(folder, never))();
  });

  test("of another machine is refused while it is fresh, and taken over once it is stale", async () => {
    const folder = temporaryFolder();
    leaveLock(folder, { host: "elsewhere", pid: DEAD_PID });
    await expect(lockFolder(folder, never)).rejects.toThrow("process 1073741824 on elsewhere");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(folder, ".lock"), longAgo, longAgo);
    await (await lockFolder(folder, never))();
  });

  test.each([
    ["nobody is named", null],
    ["its owner is the first process of a container", { host: hostname(), pid: 1 }],
  ])("is refused where %s", async (_what, owner) => {
    const folder = temporaryFolder();
    leaveLock(folder, owner);
    await expect(lockFolder(folder, never)).rejects.toThrow("in use by another process");
  });

  test("goes to one of many who ask at once", async () => {
    const folder = temporaryFolder();
    leaveLock(folder, { host: hostname(), pid: DEAD_PID });
    const asked = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(folder, never)));
    const given = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(given).toHaveLength(1);
    await given[0]?.();
  });

  test("that is lost is told, and is left to its new holder", async () => {
    const folder = temporaryFolder();
    fakeTimers();
    const lost: string[] = [];
    const release = await lockFolder(folder, (reason) => lost.push(reason));
    // Another process, after this one slept for long.
    rmSync(join(folder, ".lock"), { recursive: true });
    leaveLock(folder, { host: "elsewhere", pid: 4711 });
    await hurryUntil(() => lost.length > 0);
    expect(lost).toEqual([expect.stringContaining("process 4711 on elsewhere")]);
    await release();
    expect(JSON.parse(readFileSync(join(folder, ".lock-owner.json"), "utf8"))).toMatchObject({ pid: 4711 });
    expect(existsSync(join(folder, ".lock"))).toBe(true);
  });

  test("that is no folder at all says so", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    fakeTimers();
    const refusals: unknown[] = [];
    lockFolder(file, never).catch((error: unknown) => refusals.push(error));
    await hurryUntil(() => refusals.length > 0);
    expect(refusals[0]).toBeInstanceOf(UserError);
  });
});
