// The machine and the process this program runs in. Besides the command line, the only place that touches `process`.
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "./assert.ts";
import { sha256Hex } from "./hash.ts";

/** What a run notes about where it was made. */
export interface Host {
  readonly pid: number;
  readonly hostname: string;
  readonly nodeVersion: string;
  readonly platform: string;
  readonly arch: string;
  readonly cpuCount: number;
}

/** The machine and process at hand. */
export function thisHost(): Host {
  return {
    pid: process.pid,
    hostname: hostname(),
    nodeVersion: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    cpuCount: availableParallelism(),
  };
}

/** The value of an environment variable; an empty one counts as absent. */
export function environmentValue(name: string): string | undefined {
  const value = process.env[name];
  return value === "" ? undefined : value;
}

/** The environment handed to a child process: the named variables only, so that no key leaks by inheritance. */
export function environmentSubset(names: readonly string[]): Record<string, string> {
  const subset: Record<string, string> = {};
  for (const name of names) {
    const value = process.env[name];
    if (value !== undefined) subset[name] = value;
  }
  return subset;
}

/** True while a process of this machine lives, also when it belongs to someone else. */
export function isProcessAlive(pid: number): boolean {
  return canBeSignalled(checkedPid(pid));
}

/**
 * Ends a child that was spawned `detached`, with all that it started: asks first, forces after `graceMs`.
 * True once the whole group is gone; false where something of it outlived even that.
 */
export async function killProcessGroup(leaderPid: number, graceMs = 2000): Promise<boolean> {
  const group = -checkedPid(leaderPid);
  assert(leaderPid !== process.pid, "a process does not end its own group");
  signalIfThere(group, "SIGTERM");
  if (await isGoneWithin(group, graceMs)) return true;
  signalIfThere(group, "SIGKILL");
  return isGoneWithin(group, FORCED_END_MS);
}

/** The commit that a folder has checked out, and whether anything differs from it. */
export interface GitState {
  readonly commit: string;
  readonly isDirty: boolean;
}

/** The state of the repository whose top is `folder`; null where it is none, or git is absent or refuses. */
export function gitStateOf(folder: string): GitState | null {
  try {
    // A package installed inside somebody else's repository must not report that repository's commit.
    if (realpathSync(git(folder, "rev-parse", "--show-toplevel")) !== realpathSync(folder)) return null;
    return { commit: git(folder, "rev-parse", "HEAD"), isDirty: git(folder, "status", "--porcelain") !== "" };
  } catch {
    return null;
  }
}

/** SHA-256 of the lock file in `folder`, which fixes every dependency; null where there is none. */
export function lockfileHashOf(folder: string): string | null {
  try {
    return sha256Hex(readFileSync(join(folder, "package-lock.json")));
  } catch {
    return null;
  }
}

// Long enough for the kernel to take down a group; a zombie that nobody reaps would be waited for for ever.
const FORCED_END_MS = 2000;
const POLL_MS = 20;

function checkedPid(pid: number): number {
  // Zero, one and negative numbers mean other things to the kernel: one's own group, everybody.
  assert(Number.isSafeInteger(pid) && pid > 1, `not the id of a process that may be signalled: ${pid}`);
  return pid;
}

function canBeSignalled(target: number): boolean {
  try {
    process.kill(target, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function signalIfThere(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

async function isGoneWithin(target: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; canBeSignalled(target); waitedMs += POLL_MS) {
    if (waitedMs >= limitMs) return false;
    await sleep(POLL_MS);
  }
  return true;
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function git(folder: string, ...args: string[]): string {
  // A hook of git sets GIT_DIR, which would point every call at the hook's repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  return execFileSync("git", ["--no-optional-locks", ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: 10_000,
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
