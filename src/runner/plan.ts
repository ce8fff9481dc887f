// Which trials a run has: pure, in one order, whatever the machine.
import { sha256Hex } from "../std/hash.ts";
import { UserError } from "../std/user-error.ts";

/** A trial by its name. */
export interface PlannedTrial {
  /** `<slug>-s<seed>-r<repeat>`. */
  readonly id: string;
  readonly label: string;
  readonly seed: number;
  readonly repeat: number;
}

/** What a plan is made from. */
export interface PlanInput {
  readonly players: readonly { readonly label: string; readonly deterministic: boolean }[];
  readonly seeds: readonly number[];
  readonly repeats: number;
}

/** Every trial, players in their order, then seeds, then repeats. Throws where two labels give one file name. */
export function planTrials({ players, seeds, repeats }: PlanInput): PlannedTrial[] {
  const slugs = new Map<string, string>();
  return players.flatMap(({ label, deterministic }) => {
    const slug = slugOf(label);
    const other = slugs.get(slug);
    if (other !== undefined) {
      throw new UserError(`labels "${other}" and "${label}" give the same file name, ${slug}`, {
        hint: "rename one of them",
      });
    }
    slugs.set(slug, label);
    // Repeating a player that always decides alike would count one result several times.
    const times = deterministic ? 1 : repeats;
    return seeds.flatMap((seed) =>
      Array.from({ length: times }, (_, repeat) => ({ id: `${slug}-s${seed}-r${repeat}`, label, seed, repeat })),
    );
  });
}

/** The trials of shard `index` of `count` (from 1), by a stable hash of their ids. */
export function shardOf(trials: readonly PlannedTrial[], index: number, count: number): PlannedTrial[] {
  return trials.filter(({ id }) => Number.parseInt(sha256Hex(id).slice(0, 8), 16) % count === index - 1);
}

/** A label as part of a file name: lower case, everything else than letters, digits and dots as dashes. */
export function slugOf(label: string): string {
  const slug = label
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "");
  return slug === "" ? `player-${sha256Hex(label).slice(0, 8)}` : slug;
}
