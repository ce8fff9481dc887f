// The players that mark the ends of the scale. A report shows them always, so that nobody mistakes survival for skill.
import type { PlayerResults } from "./run-results.ts";

/** An anchor and what it does. */
export interface Anchor {
  readonly label: string;
  readonly does: string;
}

/** Every anchor, from doing nothing to knowing everything. */
export const ANCHORS: readonly Anchor[] = [
  { label: "never-raise", does: "passes every month" },
  { label: "raise-when-low", does: "asks for 20M of equity when cash is below 15M" },
  { label: "raise-under-25m", does: "asks for 20M of equity when cash is below 25M, blind to the market" },
  { label: "greedy-equity", does: "asks for 20M of equity whenever nothing is pending" },
  { label: "attentive-cfo", does: "follows a sensible policy that uses only what the tools return" },
  { label: "oracle", does: "knows the future and raises the least that survives (in hardened: scores the most)" },
];

/** Published or measured figures of an anchor, for reports on runs that did not play it. */
export interface AnchorFigures {
  readonly label: string;
  /** Shares, 0 to 1. */
  readonly survival: number | null;
  readonly meanMonths: number | null;
  readonly raisedMusd: number | null;
}

/** True for players that follow a rule or know the future, and are no model's. */
export function isAnchor({ framework }: Pick<PlayerResults, "framework">): boolean {
  return framework === "scripted" || framework === "oracle";
}

/** The anchors that no row of a table is. */
export function missingAnchors(players: readonly Pick<PlayerResults, "framework" | "label">[]): Anchor[] {
  const labels = new Set(
    players.filter(isAnchor).map(({ label, framework }) => (framework === "oracle" ? "oracle" : label)),
  );
  return ANCHORS.filter(({ label }) => !labels.has(label));
}
