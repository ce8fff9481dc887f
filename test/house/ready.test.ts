// The script that makes a checkout ready, on small checkouts with an installer and a compiler of their own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeReady } from "../../scripts/ready.mjs";
import { ROOT } from "./repository.ts";

const LOCK = "ready-lock.tmp";

let root = "";
let log: string[] = [];

beforeEach(() => {
  log = [];
  root = mkdtempSync(join(tmpdir(), "arena-ready-"));
  const packages = { "": { dependencies: { zod: "4.0.0" } }, "node_modules/zod": { version: "4.0.0" } };
  write("package.json", JSON.stringify({ dependencies: { zod: "4.0.0" } }));
  write("package-lock.json", JSON.stringify({ packages }));
  write("src/cli/main.ts", "main");
  write("src/std/hash.ts", "hash");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("a fresh clone", () => {
  test("is installed and built, once", async () => {
    await ready();
    await ready();
    expect(log).toEqual(["Installing packages (npm ci) …", "install", "Building dist/ …", "compile"]);
    expect(read("dist/cli/main.js")).toBe("main");
    expect(readdirSync(root)).not.toContain(LOCK);
  });
});

describe("a checkout that is ready", () => {
  beforeEach(async () => {
    await ready();
    log = [];
  });

  test.each<[change: string, apply: () => void, steps: string[]]>([
    ["nothing changes", () => undefined, []],
    ["a source is touched but says the same", () => write("src/std/hash.ts", "hash"), []],
    ["a source changes", () => write("src/std/hash.ts", "new"), ["compile"]],
    ["a source is added", () => write("src/std/money.ts", "money"), ["compile"]],
    ["a source is removed", () => remove("src/std/hash.ts"), ["compile"]],
    ["the compiler's settings change", () => write("tsconfig.json", "{}"), ["compile"]],
    ["an output is removed", () => remove("dist/std/hash.js"), ["compile"]],
    ["all outputs are removed", () => remove("dist"), ["compile"]],
    ["the packages are removed", () => remove("node_modules"), ["install"]],
    [
      "a package is of another version",
      () => write("node_modules/.package-lock.json", installedList("3.9.9")),
      ["install"],
    ],
  ])("when %s does no more than it must", async (_change, apply, steps) => {
    apply();
    await ready();
    expect(log.filter((line) => line === "install" || line === "compile")).toEqual(steps);
  });

  test("keeps no output of a source that is gone", async () => {
    write("dist/web/page.js", "the browser's");
    remove("src/std/hash.ts");
    await ready();
    expect([existsSync(join(root, "dist/std/hash.js")), existsSync(join(root, "dist/web/page.js"))]).toEqual([
      false,
      true,
    ]);
  });

  test("makes the compiler forget what it knows when outputs are gone behind its back", async () => {
    write("dist/.tsbuildinfo", "nothing changed");
    remove("dist/std/hash.js");
    await ready();
    expect(log.filter((line) => line === "compile")).toHaveLength(2);
    expect(read("dist/std/hash.js")).toBe("hash");
  });
});

describe("a failure", () => {
  test("of the installation says what npm said and builds nothing", async () => {
    await expect(ready({ install: () => ({ ok: false, output: "no network\n" }) })).rejects.toThrow(
      "npm ci failed:\nno network",
    );
    expect(existsSync(join(root, "dist"))).toBe(false);
    expect(existsSync(join(root, LOCK))).toBe(false);
  });

  test("of the build says what the compiler said and is not taken for a build", async () => {
    const broken = { compile: (at: string) => ({ ...compile(at), ok: false, output: "main.ts(1,1): error\n" }) };
    await expect(ready(broken)).rejects.toThrow("The build failed:\nmain.ts(1,1): error");
    log = [];
    await ready();
    expect(log).toContain("compile");
  });

  test("of the types alone may be tolerated, and is looked at again the next time", async () => {
    const broken = { compile: (at: string) => ({ ...compile(at), ok: false, output: "main.ts(1,1): error\n" }) };
    await ready({ ...broken, toleratesTypeErrors: true });
    expect(log.at(-1)).toContain("main.ts(1,1): error");
    log = [];
    await ready();
    expect(log).toContain("compile");
  });
});

describe("a lock", () => {
  test("of a dead process is taken over", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    write(LOCK, JSON.stringify({ pid: child.pid, host: hostname(), token: "x" }));
    await ready();
    expect(existsSync(join(root, "dist/.stamp"))).toBe(true);
  });

  test("of a living process is waited for", async () => {
    write(LOCK, JSON.stringify({ pid: process.pid, host: hostname(), token: "x" }));
    const work = ready();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(log).toEqual([]);
    remove(LOCK);
    await work;
    expect(log).toContain("compile");
  });

  test("lets one of several processes work at a time, and the others find it done", async () => {
    await Promise.all(Array.from({ length: 4 }, readyInAProcessOfItsOwn));
    expect(read("steps.log")).toBe("install begins\ninstall ends\ncompile begins\ncompile ends\n");
  });
});

type Options = NonNullable<Parameters<typeof makeReady>[0]>;

async function ready(options: Options = {}): Promise<void> {
  await makeReady({ root, install, compile, log: (line) => log.push(line), ...options });
}

function install(at: string) {
  log.push("install");
  mkdirSync(join(at, "node_modules"), { recursive: true });
  writeFileSync(join(at, "node_modules/.package-lock.json"), installedList("4.0.0"));
  return { ok: true, output: "" };
}

/** Copies every source; like the real compiler, writes nothing where its notes say that all is written. */
function compile(at: string) {
  log.push("compile");
  if (existsSync(join(at, "dist/.tsbuildinfo"))) return { ok: true, output: "" };
  const sources = readdirSync(join(at, "src"), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  for (const file of sources)
    write(join("dist", file.replace(/\.ts$/, ".js")), readFileSync(join(at, "src", file), "utf8"));
  return { ok: true, output: "" };
}

async function readyInAProcessOfItsOwn(): Promise<void> {
  const program = `
    import fs from "node:fs";
    import { makeReady } from ${JSON.stringify(join(ROOT, "scripts/ready.mjs"))};
    const root = ${JSON.stringify(root)};
    const step = (name, work) => () => {
      fs.appendFileSync(root + "/steps.log", name + " begins\\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
      work();
      fs.appendFileSync(root + "/steps.log", name + " ends\\n");
      return { ok: true, output: "" };
    };
    const install = step("install", () => {
      fs.mkdirSync(root + "/node_modules", { recursive: true });
      fs.writeFileSync(root + "/node_modules/.package-lock.json", ${JSON.stringify(installedList("4.0.0"))});
    });
    const compile = step("compile", () => {
      for (const name of ["cli/main", "std/hash"]) {
        fs.mkdirSync(root + "/dist/" + name + "/..", { recursive: true });
        fs.writeFileSync(root + "/dist/" + name + ".js", "");
      }
    });
    await makeReady({ root, install, compile });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  const [code] = (await once(child, "exit")) as [number | null];
  expect(code).toBe(0);
}

function installedList(zod: string): string {
  return JSON.stringify({ packages: { "node_modules/zod": { version: zod } } });
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function remove(file: string): void {
  rmSync(join(root, file), { recursive: true });
}
