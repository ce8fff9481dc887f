// One process a run folder: a lock with a heartbeat, taken over when its holder is gone.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import lockfile from "proper-lockfile";
import { z } from "zod";
import { isProcessAlive, thisHost } from "../std/host.ts";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";

/** A holder that has not been heard of for so long is gone, wherever it ran. */
const STALE_MS = 20_000;
const BEAT_MS = 4_000;

const ownerSchema = z.object({ host: z.string(), pid: z.number() });

/** Locks a folder for this process and returns the release. Throws a {@link UserError} naming the holder. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const ownerFile = join(folder, ".lock-owner.json");
  const lockPath = join(folder, ".lock");
  // Taking over is itself guarded, so that two processes never remove one another's fresh lock.
  const releaseGuard = await lockfile.lock(join(folder, ".guard"), {
    lockfilePath: join(folder, ".lock-guard"),
    stale: 5000,
    realpath: false,
    retries: { retries: 20, minTimeout: 50, maxTimeout: 250 },
  });
  try {
    removeLockOfTheDead(lockPath, ownerFile);
    const release = await lockfile.lock(folder, {
      lockfilePath: lockPath,
      stale: STALE_MS,
      update: BEAT_MS,
      realpath: false,
    });
    const { hostname, pid } = thisHost();
    writeFileSync(ownerFile, JSON.stringify({ host: hostname, pid }));
    return async () => {
      rmSync(ownerFile, { force: true });
      await release();
    };
  } catch (error) {
    if ((error as { code?: string }).code !== "ELOCKED") throw error;
    const owner = readOwner(ownerFile);
    const holder = owner === null ? "another process" : `process ${owner.pid} on ${owner.host}`;
    throw new UserError(`${folder} is in use by ${holder}`, {
      hint: "wait for it to end, or give this run a folder of its own with --out or --new",
      cause: error,
    });
  } finally {
    await releaseGuard();
  }
}

/** A holder on this machine whose process is gone left its lock behind; no need to wait for it to grow stale. */
function removeLockOfTheDead(lockPath: string, ownerFile: string): void {
  const owner = readOwner(ownerFile);
  if (owner === null || !existsSync(lockPath)) return;
  if (owner.host === thisHost().hostname && !isProcessAlive(owner.pid))
    rmSync(lockPath, { recursive: true, force: true });
}

function readOwner(ownerFile: string): z.infer<typeof ownerSchema> | null {
  if (!existsSync(ownerFile)) return null;
  const parsed = ownerSchema.safeParse(tryParseJson(readFileSync(ownerFile, "utf8")));
  return parsed.success ? parsed.data : null;
}
