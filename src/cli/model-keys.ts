import type { PlayerFile } from "../config/players.ts";
import { modelAccess } from "../runner/model-access.ts";
import type { RunRequest } from "../runner/run-request.ts";
import { UserError } from "../std/user-error.ts";

type ModelKeys = Pick<RunRequest, "models" | "blocked">;

/** Keys and prices of the model players among some files, and which cannot be played. */
export function modelKeys(files: readonly PlayerFile[], allowUnpriced: boolean): ModelKeys {
  const { ready, blocked } = modelAccess(
    files.map(({ player }) => player),
    allowUnpriced,
  );
  const told = new Map([...blocked].map(([label, why]) => [label, `${fileOf(files, label)}: ${why}`]));
  return { models: ready, blocked: told };
}

/** Throws a {@link UserError} where no player of any of these requests can be played. */
export function refuseIfAllBlocked(requests: readonly Pick<RunRequest, "players" | "blocked">[]): void {
  if (requests.some(({ players, blocked }) => blocked.size < players.length)) return;
  throw new UserError([...new Set(requests.flatMap(({ blocked }) => [...blocked.values()]))].join("\n"));
}

function fileOf(files: readonly PlayerFile[], label: string): string {
  return files.find(({ player }) => player.label === label)?.file ?? label;
}
