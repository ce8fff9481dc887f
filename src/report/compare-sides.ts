// Which rows of two runs are compared with which. Pure.
import { UserError } from "../std/user-error.ts";
import type { Side } from "./compare.ts";
import type { PlayerResults, ProtocolResults } from "./run-results.ts";
import { scoredTrials } from "./scored-trials.ts";

/** A run, and the label of one of its rows or null for all of them. */
export interface Chosen {
  /** The folder as the user named it. */
  readonly folder: string;
  readonly label: string | null;
  readonly results: ProtocolResults;
}

/**
 * The pairs to compare: two labels named; one label named, with the same of the other run or with its only row; none
 * named, every label both runs have, or their only rows. Throws a {@link UserError} where nothing is left to compare.
 */
export function pairSides(first: Chosen, second: Chosen): [Side, Side][] {
  const [mine, theirs] = [rowsOf(first), rowsOf(second)];
  const shared = mine.flatMap((row): [PlayerResults, PlayerResults][] => {
    const other = theirs.find(({ label }) => label === row.label);
    return other === undefined ? [] : [[row, other]];
  });
  const [onlyMine, onlyTheirs] = [mine[0], theirs[0]];
  const pairs =
    shared.length === 0 &&
    mine.length === 1 &&
    theirs.length === 1 &&
    onlyMine !== undefined &&
    onlyTheirs !== undefined
      ? [[onlyMine, onlyTheirs] as const]
      : shared;
  if (pairs.length === 0) {
    throw new UserError(`${first.folder} (${labels(mine)}) and ${second.folder} (${labels(theirs)}) share no label`, {
      hint: "Name the rows to compare, as in results/a:MODEL results/b:OTHER.",
    });
  }
  return pairs.map(([row, other]) => [sideOf(first, row), sideOf(second, other)]);
}

/** The rows of a choice, one a label: of several player stamps the one with the most trials. */
function rowsOf({ folder, label, results }: Chosen): PlayerResults[] {
  const rows = new Map<string, PlayerResults>();
  for (const player of results.players) {
    const known = rows.get(player.label);
    if (known === undefined || known.lines.length < player.lines.length) rows.set(player.label, player);
  }
  if (label === null) return [...rows.values()];
  const row = rows.get(label);
  if (row !== undefined) return [row];
  throw new UserError(`${folder} has no player "${label}"; it has ${labels([...rows.values()])}`);
}

function sideOf({ folder }: Chosen, { label, lines }: PlayerResults): Side {
  return { name: `${folder}: ${label}`, trials: scoredTrials(lines) };
}

function labels(rows: readonly PlayerResults[]): string {
  return rows.map(({ label }) => label).join(", ");
}
