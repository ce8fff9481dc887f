// One process a run folder: a lock with a heartbeat, taken over when its holder is gone.
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import lockfile from "proper-lockfile";
import { z } from "zod";
import { isProcessAlive, thisHost } from "../std/host.ts";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { cannotWrite } from "./cannot-write.ts";

/** A holder that has not been heard of for so long is gone, wherever it ran. */
const STALE_MS = 20_000;
const BEAT_MS = 4_000;
/** The guard is held for milliseconds; a process killed within them leaves it behind for so long. */
const GUARD_STALE_MS = 5_000;

const ownerSchema = z.object({ host: z.string(), pid: z.number() });

type Owner = z.infer<typeof ownerSchema>;

/**
 * Locks a folder for this process and returns the release. Throws a {@link UserError} naming the holder.
 * `onLost` is told, once, when the lock has become another process's: from then on nothing may be written here.
 */
export async function lockFolder(folder: string, onLost: (reason: string) => void): Promise<() => Promise<void>> {
  // Taking over is itself guarded, so that two processes never remove one another's fresh lock.
  const releaseGuard = await guard(folder);
  try {
    removeLockOfTheDead(folder);
    const release = await lockfile.lock(folder, {
      lockfilePath: lockPath(folder),
      stale: STALE_MS,
      update: BEAT_MS,
      realpath: false,
      onCompromised: () => {
        onLost(`the lock on ${folder} was lost: ${holderText(readOwner(folder))} may be at work there`);
      },
    });
    return await ownedLock(folder, release);
  } catch (error) {
    throw asUserError(folder, error);
  } finally {
    await releaseGuard();
  }
}

/** Who works in a folder just now, in words, or null where nobody does. */
export function holderOf(folder: string): string | null {
  const path = lockPath(folder);
  const beatMs = existsSync(path) ? statSync(path).mtimeMs : null;
  if (beatMs === null) return null;
  const owner = readOwner(folder);
  const isGone = owner?.host === thisHost().hostname && !isProcessAlive(owner.pid);
  return isGone ? null : holderText(owner);
}

/** Writes down whose the lock is; a lock that nobody can be told of is not kept. */
async function ownedLock(folder: string, release: () => Promise<void>): Promise<() => Promise<void>> {
  try {
    writeFileSync(ownerPath(folder), JSON.stringify(thisOwner()));
    return () => releaseLock(folder, release);
  } catch (error) {
    await releaseLock(folder, release);
    throw error;
  }
}

async function guard(folder: string): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await lockfile.lock(join(folder, ".guard"), {
        lockfilePath: join(folder, ".lock-guard"),
        stale: GUARD_STALE_MS,
        realpath: false,
        onCompromised: () => undefined,
      });
    } catch (error) {
      // The library would wait for a folder that cannot be written, too.
      if (!isLocked(error) || attempt === GUARD_ATTEMPTS) throw asUserError(folder, error);
      await new Promise((resolve) => setTimeout(resolve, GUARD_WAIT_MS));
    }
  }
}

const GUARD_ATTEMPTS = 100;
const GUARD_WAIT_MS = 100;

function isLocked(error: unknown): boolean {
  return (error as { code?: string }).code === "ELOCKED";
}

function asUserError(folder: string, error: unknown): unknown {
  if (!isLocked(error)) return cannotWrite(`${folder} cannot be locked`, error);
  return new UserError(`${folder} is in use by ${holderText(readOwner(folder))}`, {
    hint:
      "Wait for it to end, or give this run a folder of its own with --out or --new. " +
      `A process that died without a word is forgotten after ${STALE_MS / 1000} seconds.`,
    cause: error,
  });
}

/** Gives the lock back; one that was lost meanwhile is left to whoever holds it. */
async function releaseLock(folder: string, release: () => Promise<void>): Promise<void> {
  const owner = readOwner(folder);
  const { host, pid } = thisOwner();
  if (owner?.host === host && owner.pid === pid) rmSync(ownerPath(folder), { force: true });
  try {
    await release();
  } catch {
    // Lost, or its folder is gone: there is nothing to give back.
  }
}

/** A holder on this machine whose process is gone left its lock behind; no need to wait for it to grow stale. */
function removeLockOfTheDead(folder: string): void {
  const owner = readOwner(folder);
  if (owner === null || !existsSync(lockPath(folder))) return;
  if (owner.host === thisHost().hostname && !isProcessAlive(owner.pid))
    rmSync(lockPath(folder), { recursive: true, force: true });
}

function readOwner(folder: string): Owner | null {
  const path = ownerPath(folder);
  if (!existsSync(path)) return null;
  const parsed = ownerSchema.safeParse(tryParseJson(readFileSync(path, "utf8")));
  return parsed.success && parsed.data.pid > 1 ? parsed.data : null;
}

function thisOwner(): Owner {
  const { hostname, pid } = thisHost();
  return { host: hostname, pid };
}

function holderText(owner: Owner | null): string {
  return owner === null ? "another process" : `process ${owner.pid} on ${owner.host}`;
}

function lockPath(folder: string): string {
  return join(folder, ".lock");
}

function ownerPath(folder: string): string {
  return join(folder, ".lock-owner.json");
}
