// What a report works on: the finished trials of one or more runs, sorted into one table a protocol.
// Runs come in memory; this file knows no folder and reads nothing.
import type { Manifest, ManifestPlayer } from "../record/manifest.ts";
import { servedIn, type TrialLine } from "../record/trial-line.ts";
import { UserError } from "../std/user-error.ts";
import { grouped } from "./grouped.ts";
import { newestLines, unlessContradicted } from "./newest-lines.ts";
import { protocolDifference } from "./protocol-difference.ts";
import { servedWarnings, withRowStamps } from "./served-models.ts";

/** One run as read from its folder. */
export interface RunResults {
  /** The folder as the user named it, for messages. */
  readonly name?: string;
  readonly manifest: Manifest;
  /** Lines in the order of `trials.jsonl`: of two with one id the later counts. */
  readonly lines: readonly TrialLine[];
}

/** Everything known of one row: a label under one player stamp. */
export interface PlayerResults {
  readonly label: string;
  readonly framework: string;
  readonly category: string;
  /** What the player is, how it is driven, and which models answered, where their provider named them. */
  readonly playerStamp: string;
  /** Trials the runs planned for this player, by label, seed and repeat. */
  readonly plan: ReadonlySet<string>;
  /** How many those are. */
  readonly planned: number;
  /** The line that counts of each attempted trial, by seed, then repeat. */
  readonly lines: readonly TrialLine[];
}

/** Everything played under one protocol: one table. */
export interface ProtocolResults {
  readonly protocolStamp: string;
  /** The protocol's settings; null where no manifest describes it. */
  readonly protocol: Manifest["protocol"] | null;
  /** Ascending. */
  readonly seeds: readonly number[];
  /** In the order of the manifests. */
  readonly players: readonly PlayerResults[];
  /** Why this is no part of the first table; null for the first. */
  readonly apartBecause: string | null;
}

/** The tables of some runs and what a reader should be warned of. */
export interface Results {
  readonly tables: readonly ProtocolResults[];
  readonly warnings: readonly string[];
}

/**
 * Sorts the trials of some runs into tables: one a protocol, never averaged over two, and in it one row a label and
 * player stamp. Shards of one run give the table of the whole run. A branch is no run and is refused.
 */
export function gatherResults(asPlayed: readonly RunResults[]): Results {
  const runs = withRowStamps(asPlayed);
  const drafts: Drafts = new Map();
  for (const run of runs) refuseBranch(run);
  for (const run of runs) addNames(drafts, run);
  for (const run of runs) addLines(drafts, run);
  for (const run of runs) addPlan(drafts, run);
  const first = [...drafts.values()][0];
  const tables = [...drafts].map(([protocolStamp, draft]): ProtocolResults => {
    const apartBecause = first === undefined || draft === first ? null : apart(first, draft);
    const seeds = [...draft.seeds].sort((a, b) => a - b);
    const protocol = draft.manifest?.protocol ?? null;
    return { protocolStamp, protocol, seeds, players: playersOf(draft), apartBecause };
  });
  const warnings = tables.flatMap((table) => [
    ...labelsWithSeveralStamps(table),
    ...servedWarnings(table.players.flatMap(({ lines }) => lines)),
  ]);
  return { tables, warnings };
}

/** The trials planned for some rows together: rows of one label wait for the same, each of which only one will get. */
export function jointPlan(players: readonly Pick<PlayerResults, "plan">[]): ReadonlySet<string> {
  return new Set(players.flatMap(({ plan }) => [...plan]));
}

interface RowDraft {
  readonly player: ManifestPlayer;
  readonly stamp: string;
  /** Keys of planned trials; an attempted trial was planned by somebody. */
  readonly planned: Set<string>;
  /** By id. */
  readonly lines: Map<string, TrialLine>;
}

interface ProtocolDraft {
  manifest: Manifest | null;
  readonly seeds: Set<number>;
  /** By label, then by player stamp. */
  readonly rows: Map<string, Map<string, RowDraft>>;
}

type Drafts = Map<string, ProtocolDraft>;

function refuseBranch({ name, manifest }: RunResults): void {
  if (manifest.branchOf === null) return;
  const folder = name === undefined ? "this folder" : name;
  throw new UserError(`${folder} is a branch of ${manifest.branchOf}: its trials began in another player's hands`, {
    hint: "No table shows a branch. Look at its trials with `arena replay`.",
  });
}

/** The tables and rows a run names, in its order. */
function addNames(drafts: Drafts, { manifest }: RunResults): void {
  const own = draftOf(drafts, manifest.protocolStamp);
  own.manifest ??= manifest;
  for (const seed of manifest.seeds) own.seeds.add(seed);
  for (const { label } of manifest.players) if (!own.rows.has(label)) own.rows.set(label, new Map());
}

function addLines(drafts: Drafts, run: RunResults): void {
  const players = new Map(run.manifest.players.map((player) => [player.label, player]));
  for (const line of newestLines(run.lines)) {
    const { label, seed, repeat, id } = line.trial;
    const player = players.get(label);
    if (player === undefined) throw unknownPlayer(run, line);
    const draft = draftOf(drafts, line.protocolStamp);
    const row = rowOf(draft, player, line.playerStamp);
    row.lines.set(id, unlessContradicted(row.lines.get(id), line));
    row.planned.add(keyOf(label, seed, repeat));
    draft.seeds.add(seed);
  }
}

/** Adds what a run planned to the rows its players have, or gives a player nobody has played a row of its own. */
function addPlan(drafts: Drafts, { manifest }: RunResults): void {
  const own = draftOf(drafts, manifest.protocolStamp);
  for (const player of manifest.players) {
    // A row's stamp may say more than the manifest's: the provider names the model it serves.
    const played = [...(own.rows.get(player.label)?.values() ?? [])].filter(
      (row) => row.player.playerStamp === player.playerStamp,
    );
    const rows = played.length > 0 ? played : [rowOf(own, player, player.playerStamp)];
    const plan = planOf(player, manifest);
    for (const row of rows) for (const key of plan) row.planned.add(key);
  }
}

function unknownPlayer({ name, manifest }: RunResults, { trial }: TrialLine): UserError {
  const labels = manifest.players.map((player) => player.label).join(", ");
  const folder = name === undefined ? "" : `${name}: `;
  return new UserError(
    `${folder}trial ${trial.id} is of "${trial.label}", which manifest.json does not name (${labels})`,
    {
      hint: "trials.jsonl and manifest.json belong to different runs.",
    },
  );
}

/** Keys of the trials a manifest plans for a player. One that always decides alike plays a seed once. */
function planOf(player: ManifestPlayer, { seeds, repeats }: Manifest): string[] {
  const times = player.deterministic ? 1 : repeats;
  return seeds.flatMap((seed) => Array.from({ length: times }, (_, repeat) => keyOf(player.label, seed, repeat)));
}

function keyOf(label: string, seed: number, repeat: number): string {
  return `${label} ${seed} ${repeat}`;
}

function draftOf(drafts: Drafts, stamp: string): ProtocolDraft {
  const known = drafts.get(stamp);
  if (known !== undefined) return known;
  const draft: ProtocolDraft = { manifest: null, seeds: new Set(), rows: new Map() };
  drafts.set(stamp, draft);
  return draft;
}

function rowOf(draft: ProtocolDraft, player: ManifestPlayer, stamp: string): RowDraft {
  const rows = draft.rows.get(player.label) ?? new Map<string, RowDraft>();
  draft.rows.set(player.label, rows);
  const row = rows.get(stamp) ?? { player, stamp, planned: new Set(), lines: new Map() };
  rows.set(stamp, row);
  return row;
}

/** Rows in an order that no order of completion can change. */
function playersOf(draft: ProtocolDraft): PlayerResults[] {
  const rows = [...draft.rows.values()].flatMap((byStamp) => [...byStamp.values()].sort(byStampText));
  return rows.map(({ player: { label, framework, category }, stamp, planned, lines }) => ({
    label,
    framework,
    category,
    playerStamp: stamp,
    plan: planned,
    planned: planned.size,
    lines: [...lines.values()].sort((a, b) => a.trial.seed - b.trial.seed || a.trial.repeat - b.trial.repeat),
  }));
}

function byStampText(a: RowDraft, b: RowDraft): number {
  return a.stamp < b.stamp ? -1 : 1;
}

function apart({ manifest: first }: ProtocolDraft, { manifest: second }: ProtocolDraft): string {
  const described = first !== null && second !== null;
  const difference = described ? protocolDifference(first, second) : "no manifest describes it";
  return `Played under another protocol than the first table (${difference}); the two are never averaged.`;
}

function labelsWithSeveralStamps({ players }: ProtocolResults): string[] {
  const stamps = grouped(players, ({ label }) => label);
  return [...stamps].flatMap(([label, rows]) => {
    if (rows.length < 2) return [];
    const list = rows.map(stampText).join(", ");
    return [
      `"${label}" has ${rows.length} player stamps (${list}): its settings or its model changed, so it has ${rows.length} rows.`,
    ];
  });
}

function stampText({ playerStamp, lines }: PlayerResults): string {
  const models = new Set(lines.flatMap(({ result }) => servedIn(result)));
  return models.size === 0 ? playerStamp : `${playerStamp} of ${[...models].join(" and ")}`;
}
