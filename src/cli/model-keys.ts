import type { PlayerFile } from "../config/players.ts";
import { modelAccess } from "../runner/model-access.ts";
import type { RunRequest } from "../runner/run-request.ts";
import { UserError } from "../std/user-error.ts";

/**
 * Keys and prices of the model players among some files, and which cannot be played. Throws a {@link UserError} where
 * none can.
 */
export function modelKeys(
  files: readonly PlayerFile[],
  allowUnpriced: boolean,
): Pick<RunRequest, "models" | "blocked"> {
  const { ready, blocked } = modelAccess(
    files.map(({ player }) => player),
    allowUnpriced,
  );
  const told = new Map([...blocked].map(([label, why]) => [label, `${fileOf(files, label)}: ${why}`]));
  if (told.size > 0 && told.size === files.length) throw new UserError([...told.values()].join("\n"));
  return { models: ready, blocked: told };
}

function fileOf(files: readonly PlayerFile[], label: string): string {
  return files.find(({ player }) => player.label === label)?.file ?? label;
}
