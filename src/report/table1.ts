// Table 1 of one protocol: rows in the order of the run, and the same rows grouped as the paper prints them. Pure.
import { aggregateRow, type Table1Row } from "./aggregate.ts";
import { grouped } from "./grouped.ts";
import { jointPlan, type PlayerResults, type ProtocolResults } from "./run-results.ts";

/** A category of a framework group with its rows. */
export interface CategoryRows {
  readonly framework: string;
  readonly category: string;
  readonly rows: readonly Table1Row[];
}

/** Rows whose trials the paper averages together. */
export interface FrameworkGroup {
  readonly categories: readonly CategoryRows[];
  /** All trials of the group as one row; null where the group is a single row. */
  readonly overall: Table1Row | null;
}

/** Table 1 of one protocol. */
export interface Table1 {
  readonly results: ProtocolResults;
  /** In the order of the run's manifest. */
  readonly rows: readonly Table1Row[];
  readonly groups: readonly FrameworkGroup[];
  /** All trials of agents as one row; null where that repeats the row of the only group of agents. */
  readonly overall: Table1Row | null;
}

/** Builds Table 1 from everything played under one protocol. */
export function table1Of(results: ProtocolResults): Table1 {
  const rowed = results.players.map((player) => ({ player, row: aggregateRow(player, results) }));
  const groups = [...grouped(rowed, ({ player }) => groupOf(player.framework))];
  const pooled = (name: string, members: readonly Rowed[]) =>
    members.length < 2
      ? null
      : aggregateRow(
          pool(
            name,
            members.map(({ player }) => player),
          ),
          results,
        );
  // The paper leaves people out of its Overall; so are policies, chosen to mark the ends of the scale.
  const agents = groups.filter(([name]) => !APART.has(name));
  return {
    results,
    rows: rowed.map(({ row }) => row),
    groups: groups.map(([name, members]) => ({
      categories: categoriesOf(members),
      overall: pooled(`Overall (${name})`, members),
    })),
    overall:
      agents.length < 2
        ? null
        : pooled(
            "Overall",
            agents.flatMap(([, members]) => members),
          ),
  };
}

/** A framework's name as people write it; one of the user's own is left as it is. */
export function frameworkName(framework: string): string {
  return NAMES.get(framework) ?? framework;
}

interface Rowed {
  readonly player: PlayerResults;
  readonly row: Table1Row;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ["react", "ReAct"],
  ["scripted", "Scripted"],
  ["human", "Human"],
  ["claude-code", "Claude Code"],
  ["codex", "Codex CLI"],
  ["openclaw", "OpenClaw"],
]);

const APART: ReadonlySet<string> = new Set(["Scripted", "Human"]);

/** The paper pools ReAct by itself and every other agent framework in one group. */
function groupOf(framework: string): string {
  const name = frameworkName(framework);
  return name === "ReAct" || APART.has(name) ? name : "Other Agents";
}

function categoriesOf(members: readonly Rowed[]): CategoryRows[] {
  const byCategory = grouped(members, ({ player }) => `${player.framework}\n${player.category}`);
  return [...byCategory.values()].flatMap((rows) => {
    const [first] = rows;
    if (first === undefined) return [];
    const { framework, category } = first.player;
    return [{ framework, category, rows: rows.map(({ row }) => row) }];
  });
}

/** Every trial weighs the same, and the spread is that of trials, not of players' means, as in the paper. */
function pool(label: string, players: readonly PlayerResults[]): PlayerResults {
  const plan = jointPlan(players);
  const lines = players.flatMap((player) => player.lines);
  return { label, framework: "Overall", category: "Overall", playerStamp: "", plan, planned: plan.size, lines };
}
