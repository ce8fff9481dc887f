import { holmAdjusted } from "./holm.ts";

/** One row of a table to be ranked: higher values are better. */
export type RankedValue = {
  readonly id: string;
  readonly value: number;
};

export type RankedRow = RankedValue & {
  /** 1 for the best group, 2 for the next, … */
  readonly group: number;
  /** 1 + the number of rows in better groups: shared by the group, as in "1, 1, 1, 4". */
  readonly rank: number;
  /** Id of the group's best row. */
  readonly leader: string;
  /** Holm-adjusted p value against the leader; `null` for the leader itself and where no test was possible. */
  readonly p: number | null;
};

/** The p value of a paired test between two rows; `null` where it cannot be made (too few shared seeds). */
export type PairTest = (leader: string, row: string) => number | null;

/**
 * Groups of rows that the data cannot tell apart, read from the top of the ranking.
 *
 * 1. Rows are sorted by value, best first; equal values by id in code unit order.
 * 2. The first row without a group leads a new one. It is tested against every row below it, and these p values are
 *    Holm-adjusted together.
 * 3. Going down, rows join until the first whose adjusted p value is at most `alpha`; that row leads the next group.
 *
 * So a group is an unbroken run of the ranking and its members do not differ significantly from its *leader* (they
 * may from each other). A row further down that does not differ from the leader, but stands below one that does,
 * belongs to the lower group. An impossible test separates nothing.
 */
export function rankGroups(rows: readonly RankedValue[], test: PairTest, alpha = 0.05): RankedRow[] {
  const sorted = rows.toSorted((a, b) => b.value - a.value || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const ranked: RankedRow[] = [];
  for (let group = 1; ranked.length < sorted.length; group += 1) {
    ranked.push(...nextGroup(sorted.slice(ranked.length), test, alpha, { group, rank: ranked.length + 1 }));
  }
  return ranked;
}

function nextGroup(
  rest: readonly RankedValue[],
  test: PairTest,
  alpha: number,
  place: { readonly group: number; readonly rank: number },
): RankedRow[] {
  const [leader, ...below] = rest;
  if (leader === undefined) return [];
  const adjusted = adjustPossible(below.map((row) => test(leader.id, row.id)));
  const firstApart = adjusted.findIndex((p) => p !== null && p <= alpha);
  const members = firstApart === -1 ? below : below.slice(0, firstApart);
  return [
    { ...leader, ...place, leader: leader.id, p: null },
    ...members.map((row, i) => ({ ...row, ...place, leader: leader.id, p: adjusted[i] ?? null })),
  ];
}

function adjustPossible(pValues: readonly (number | null)[]): (number | null)[] {
  const adjusted = holmAdjusted(pValues.filter((p) => p !== null));
  let next = 0;
  return pValues.map((p) => (p === null ? null : (adjusted[next++] ?? null)));
}
