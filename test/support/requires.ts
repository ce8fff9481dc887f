// Parts that a machine need not have. A test that needs an absent one is skipped with one line, or fails where
// ARENA_REQUIRE names the part: `ARENA_REQUIRE=chromium,redis npm run test:system`.
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, test } from "vitest";

/** A part of the machine that some test of the system tier needs. */
export type Part = keyof typeof PRESENCE;

/** Declares a group of tests that needs the parts; where one is absent the group is one skipped or one failing test. */
export function describeWith(parts: readonly Part[], title: string, body: () => void): void {
  const required = requiredParts(process.env["ARENA_REQUIRE"]);
  const absent = parts.filter((part) => !isPresent(part));
  const missed = absent.filter((part) => required.has(part));
  if (absent.length === 0) {
    describe(title, body);
  } else if (missed.length > 0) {
    test(title, () => {
      throw new Error(`ARENA_REQUIRE names ${missed.join(", ")}, which this machine does not have`);
    });
  } else {
    test.skip(`${title} (needs ${absent.join(", ")})`);
  }
}

/** True where the machine has the part; looked up once. */
export function isPresent(part: Part): boolean {
  const known = lookedUp.get(part) ?? PRESENCE[part]();
  lookedUp.set(part, known);
  return known;
}

/** The program that drives pages in tests. */
export function chromiumPath(): string | undefined {
  return programPath("chromium") ?? programPath("chromium-browser") ?? programPath("google-chrome");
}

/** The parts that a value of ARENA_REQUIRE names. Throws at a name that is no part: it would never fail otherwise. */
export function requiredParts(value: string | undefined): ReadonlySet<Part> {
  const names = (value ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const unknown = names.filter((name) => !isPart(name));
  if (unknown.length > 0) {
    throw new Error(`ARENA_REQUIRE: no such part ${unknown.join(", ")}; parts are ${Object.keys(PRESENCE).join(", ")}`);
  }
  return new Set(names.filter(isPart));
}

const PRESENCE = {
  chromium: () => chromiumPath() !== undefined,
  redis: () => programPath("redis-server") !== undefined,
  "claude-code": () => programPath("claude") !== undefined,
  codex: () => programPath("codex") !== undefined,
  openclaw: () => programPath("openclaw") !== undefined,
  tmpfs: canMountTmpfs,
};

const lookedUp = new Map<Part, boolean>();

function isPart(name: string): name is Part {
  return Object.hasOwn(PRESENCE, name);
}

function programPath(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Mounting takes root, and a container may refuse it even to root: only trying tells. */
function canMountTmpfs(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "arena-tmpfs-"));
  try {
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]).status !== 0) return false;
    return spawnSync("umount", [folder]).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
