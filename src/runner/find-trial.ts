// Finds the trial a user means.
import { suggest } from "../config/suggest.ts";
import { UserError } from "../std/user-error.ts";
import type { PlannedTrial } from "./plan.ts";

/** The trial named by its id or by `label:seed[:repeat]`. Throws a UserError with the nearest one where there is none. */
export function findTrial(planned: readonly PlannedTrial[], name: string): PlannedTrial {
  const found = planned.find((trial) => trial.id === name) ?? planned.find((trial) => isMeant(trial, name));
  if (found !== undefined) return found;
  const near = suggest(name, names(planned));
  throw new UserError(`there is no trial "${name}"${near === undefined ? "" : `; did you mean '${near}'?`}`, {
    hint: `Give an id (${planned[0]?.id ?? "label-s0-r0"}) or label:seed[:repeat]. Labels: ${labels(planned)}; seeds: ${seeds(planned)}.`,
  });
}

function isMeant({ label, seed, repeat }: PlannedTrial, name: string): boolean {
  return name === `${label}:${seed}:${repeat}` || (repeat === 0 && name === `${label}:${seed}`);
}

function* names(planned: readonly PlannedTrial[]): Generator<string> {
  for (const { id } of planned) yield id;
  for (const { label, seed, repeat } of planned) yield repeat === 0 ? `${label}:${seed}` : `${label}:${seed}:${repeat}`;
}

const SHOWN = 12;

function labels(planned: readonly PlannedTrial[]): string {
  const all = [...new Set(planned.map(({ label }) => label))];
  return all.length <= SHOWN ? all.join(", ") : `${all.slice(0, SHOWN).join(", ")} … (${all.length})`;
}

function seeds(planned: readonly PlannedTrial[]): string {
  const all = [...new Set(planned.map(({ seed }) => seed))];
  return all.length <= SHOWN ? all.join(", ") : `${all.slice(0, SHOWN).join(", ")} … (${all.length})`;
}
