// What a run is: two sessions may only work on one folder when neither contradicts the other.
import type { Player } from "../config/player.ts";
import { publicSettings } from "../llm/settings.ts";
import { RECORD_FORMAT } from "../record/format.ts";
import type { Manifest, ManifestPlayer } from "../record/manifest.ts";
import { stampOf } from "../std/hash.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { decidesAlike } from "./registry.ts";
import type { RunRequest } from "./run-request.ts";
import { playerStamp, protocolStamp, type WorldStamp } from "./stamps.ts";

/** The manifest of a request, without its session. */
export function manifestOf(request: RunRequest, world: WorldStamp): Manifest {
  return {
    format: RECORD_FORMAT,
    protocolStamp: protocolStamp(world, request.protocol),
    protocol: { ...request.protocol },
    ...world,
    players: request.players.map(manifestPlayer),
    seeds: [...request.seeds],
    repeats: request.repeats,
    shard: request.shard === null ? null : [...request.shard],
    branchOf: null,
    sessions: [],
  };
}

/** A player as a manifest lists it. */
export function manifestPlayer(player: Player): ManifestPlayer {
  const { label, category, framework } = player;
  return {
    label,
    category,
    framework,
    playerStamp: playerStamp(player),
    deterministic: decidesAlike(player),
    settings: { ...(player.framework === "react" ? publicSettings(player) : player) },
  };
}

/** The folder name of a run that names none: the same command gives the same name. 8 hex digits. */
export function defaultRunName(
  manifest: Pick<Manifest, "protocolStamp" | "shard"> & { readonly players: readonly { readonly label: string }[] },
): string {
  const named = manifest.players.map((player) => player.label).sort();
  return stampOf({ protocol: manifest.protocolStamp, players: named, shard: manifest.shard }, 8);
}

/**
 * The folder's manifest extended by what a request adds: seeds, repeats, players. Throws a {@link UserError} that
 * shows the difference where the request contradicts it.
 */
export function extendManifest(existing: Manifest, wanted: Manifest, folder: string): Manifest {
  const conflicts = [...protocolConflicts(existing, wanted), ...playerConflicts(existing, wanted)];
  if (conflicts.length > 0) {
    throw new UserError(`${folder} holds another run:\n${conflicts.map((line) => `  ${line}`).join("\n")}`, {
      hint: "use --new or --out for a folder of its own, or repeat the first command to go on with that run",
    });
  }
  const known = new Set(existing.players.map((player) => player.label));
  const players = existing.players.map(
    (player) => wanted.players.find((other) => other.label === player.label) ?? player,
  );
  return {
    ...existing,
    players: [...players, ...wanted.players.filter((player) => !known.has(player.label))],
    seeds: [...new Set([...existing.seeds, ...wanted.seeds])].sort((a, b) => a - b),
    repeats: Math.max(existing.repeats, wanted.repeats),
  };
}

function protocolConflicts(existing: Manifest, wanted: Manifest): string[] {
  const conflicts: string[] = [];
  for (const key of Object.keys(wanted.protocol)) {
    const [was, now] = [canonicalJson(existing.protocol[key]), canonicalJson(wanted.protocol[key])];
    if (was !== now) conflicts.push(`protocol ${key}: ${was} there, ${now} asked for`);
  }
  for (const key of ["fingerprint", "dataHash", "toolHash"] as const) {
    if (existing[key] !== wanted[key]) conflicts.push(`${key}: ${existing[key]} there, ${wanted[key]} now`);
  }
  if (canonicalJson(existing.shard) !== canonicalJson(wanted.shard)) {
    conflicts.push(`shard: ${shardText(existing.shard)} there, ${shardText(wanted.shard)} asked for`);
  }
  if (existing.branchOf !== null) conflicts.push(`it is a branch of ${existing.branchOf}`);
  return conflicts;
}

function shardText(shard: Manifest["shard"]): string {
  return shard === null ? "the whole run" : `${shard[0]}/${shard[1]}`;
}

function playerConflicts(existing: Manifest, wanted: Manifest): string[] {
  return wanted.players.flatMap((player) => {
    const before = existing.players.find((other) => other.label === player.label);
    if (before === undefined || before.playerStamp === player.playerStamp) return [];
    const keys = new Set([...Object.keys(before.settings), ...Object.keys(player.settings)]);
    const changes = [...keys].flatMap((key) => {
      const [was, now] = [canonicalJson(before.settings[key] ?? null), canonicalJson(player.settings[key] ?? null)];
      return was === now ? [] : [`player ${player.label}, ${key}: ${was} there, ${now} asked for`];
    });
    const stamps = `stamp ${before.playerStamp} there, ${player.playerStamp} now`;
    // The same file, but it is driven otherwise: by another version of its policy or of the prompt.
    return changes.length > 0 ? changes : [`player ${player.label} is played by another version: ${stamps}`];
  });
}
