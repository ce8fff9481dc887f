import { packageRoot } from "../config/data.ts";
import type { Session } from "../record/manifest.ts";
import { systemClock } from "../std/clock.ts";
import { gitStateOf, lockfileHashOf, thisHost } from "../std/host.ts";
import { VERSION } from "./version.ts";

/** This process, as a manifest lists those that worked on a run. `flags` is the command line; it never holds a secret. */
export function sessionNow(flags: readonly string[]): Session {
  const host = thisHost();
  const git = gitStateOf(packageRoot());
  return {
    startedAt: new Date(systemClock()).toISOString(),
    version: VERSION,
    commit: git?.commit ?? null,
    dirty: git?.isDirty ?? null,
    node: host.nodeVersion,
    platform: `${host.platform}-${host.arch}`,
    host: host.hostname,
    pid: host.pid,
    lockfileHash: lockfileHashOf(packageRoot()),
    flags: [...flags],
    notes: [],
  };
}
