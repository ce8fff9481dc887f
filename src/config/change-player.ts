// A player with some fields of its file changed, as a sweep's settings do it.
import { UserError } from "../std/user-error.ts";
import { type Player, playerSchema } from "./player.ts";
import { checkSchema } from "./schema-problems.ts";

/**
 * The player with the fields of `change` merged into its settings; null where its kind of player has no such field
 * (a scripted player has no memory). A mapping is merged key by key; where the merged one is not valid (a memory
 * policy with another's months) it takes the old one's place; `null` takes a field away. Throws a {@link UserError}
 * where the player has the field but not the value.
 */
export function changePlayer(player: Player, change: Readonly<Record<string, unknown>>): Player | null {
  const merged = playerSchema.safeParse(merge(player, change));
  if (merged.success) return merged.data;
  const replaced = { ...player, ...change };
  const parsed = playerSchema.safeParse(replaced);
  if (parsed.success) return parsed.data;
  if (parsed.error.issues.every(({ code }) => code === "unrecognized_keys")) return null;
  const checked = checkSchema(playerSchema, merge(player, change));
  const problems = checked.ok ? [] : checked.problems.map(({ message }) => message);
  throw new UserError(`player "${player.label}": ${problems.join("; ")}`);
}

function merge(old: unknown, change: unknown): unknown {
  if (!isMapping(old) || !isMapping(change)) return change;
  const changed = Object.entries(change).map(([key, value]): [string, unknown] => [key, merge(old[key], value)]);
  const merged = new Map([...Object.entries(old), ...changed]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null));
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
