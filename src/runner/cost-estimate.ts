// What a run will ask for and cost, before it is begun: a range, from finished trials of the same players where there
// are any, else from stated assumptions.
import type { ReactPlayer } from "../agents/react/player.ts";
import { loadScenario } from "../config/data.ts";
import type { Player } from "../config/player.ts";
import type { Prices } from "../llm/prices.ts";
import { isRunFolder, newestLines, readTrialLines } from "../record/run-folder.ts";
import type { TrialLine } from "../record/trial-line.ts";
import type { Scenario } from "../sim/scenario.ts";
import { UserError } from "../std/user-error.ts";
import { assumedLoads } from "./cost-assumptions.ts";
import { loadsOf, type MeasuredTrial, measuredTrials, runFoldersIn } from "./cost-history.ts";
import { isNamed, isToBePlayed } from "./open-run.ts";
import { planTrials, shardOf } from "./plan.ts";
import { decidesAlike } from "./registry.ts";
import type { RunRequest } from "./run-request.ts";
import { playerStamp } from "./stamps.ts";
import { loadUsd, scaled, type TrialLoad } from "./trial-load.ts";

/** From the least to the most that is expected. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** How a player's estimate was come to. */
export type Basis =
  /** A player without a model asks nobody. */
  { readonly kind: "no-model" } | { readonly kind: "measured"; readonly trials: number } | { readonly kind: "assumed" };

/** One player's part. */
export interface PlayerEstimate {
  readonly label: string;
  /** Trials that are left to play. */
  readonly trials: number;
  readonly requests: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** Null where the prices are unknown. */
  readonly usd: Range | null;
  readonly basis: Basis;
}

/** A whole run, or several. */
export interface CostEstimate {
  /** One a player and run. */
  readonly players: readonly PlayerEstimate[];
  readonly lowUsd: number;
  /** Never above the cap it was made with. Players of unknown prices are left out. */
  readonly highUsd: number;
  readonly requests: Range;
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  readonly basis: readonly Basis["kind"][];
  /** Players whose cost is unknown. */
  readonly unpriced: readonly string[];
}

/** The estimate of what is left of a request. `results` is where earlier runs are looked for. */
export function estimateCost(request: RunRequest, results = "results"): CostEstimate {
  return totalEstimate(estimateEach([request], results), request.caps.usd);
}

/**
 * The estimate of what is left of each of several requests, their caps left out of account. Finished trials of one are
 * measurements for the others.
 */
export function estimateEach(requests: readonly RunRequest[], results = "results"): CostEstimate[] {
  const asksModels = requests.some(({ models }) => models.size > 0);
  const measured = asksModels
    ? measuredTrials([...requests.map(({ folder }) => folder), ...runFoldersIn(results)])
    : new Map<string, MeasuredTrial[]>();
  const scenario = loadScenario();
  return requests.map((request) => {
    const todo = trialsLeft(request);
    const players = request.players.map((player) =>
      playerEstimate(player, { request, scenario, trials: todo.get(player.label) ?? 0, measured }),
    );
    return estimateOf(players, undefined);
  });
}

/** Several estimates as one, never above the cap they share. */
export function totalEstimate(estimates: readonly CostEstimate[], capUsd: number | undefined): CostEstimate {
  return estimateOf(
    estimates.flatMap(({ players }) => players),
    capUsd,
  );
}

function estimateOf(players: readonly PlayerEstimate[], capUsd: number | undefined): CostEstimate {
  const sum = (of: (player: PlayerEstimate) => Range): Range =>
    players.map(of).reduce((total, range) => ({ low: total.low + range.low, high: total.high + range.high }), NOTHING);
  const usd = capped(
    sum((player) => player.usd ?? NOTHING),
    capUsd,
  );
  const unpriced = players.filter((player) => player.usd === null && player.trials > 0).map(({ label }) => label);
  return {
    players,
    lowUsd: usd.low,
    highUsd: usd.high,
    requests: sum((player) => player.requests),
    inputTokens: sum((player) => player.inputTokens),
    outputTokens: sum((player) => player.outputTokens),
    basis: [...new Set(players.map((player) => player.basis.kind))],
    unpriced: [...new Set(unpriced)],
  };
}

const NOTHING: Range = { low: 0, high: 0 };

/** Trials to be played of each player; what is blocked is not played. */
function trialsLeft(request: RunRequest): ReadonlyMap<string, number> {
  const players = request.players.map((player) => ({ label: player.label, deterministic: decidesAlike(player) }));
  const all = planTrials({ players, seeds: request.seeds, repeats: request.repeats });
  const planned = request.shard === null ? all : shardOf(all, ...request.shard);
  const lines = linesIn(request.folder);
  const left = new Map<string, number>();
  for (const trial of planned) {
    if (request.blocked.has(trial.label) || !isNamed(trial, request.only)) continue;
    if (isToBePlayed(lines.get(trial.id) ?? null, request.only))
      left.set(trial.label, (left.get(trial.label) ?? 0) + 1);
  }
  return left;
}

/** A folder that cannot be read is refused when the run is opened, in better words. */
function linesIn(folder: string): ReadonlyMap<string, TrialLine> {
  if (!isRunFolder(folder)) return new Map();
  try {
    return newestLines(readTrialLines(folder));
  } catch (error) {
    if (error instanceof UserError) return new Map();
    throw error;
  }
}

interface Known {
  readonly request: RunRequest;
  readonly scenario: Scenario;
  readonly trials: number;
  readonly measured: ReadonlyMap<string, readonly MeasuredTrial[]>;
}

function playerEstimate(player: Player, known: Known): PlayerEstimate {
  const { trials } = known;
  if (player.framework !== "react") {
    const nothing = { requests: NOTHING, inputTokens: NOTHING, outputTokens: NOTHING, usd: NOTHING };
    return { label: player.label, trials, ...nothing, basis: { kind: "no-model" } };
  }
  const { horizon } = known.request.protocol;
  const past = known.measured.get(playerStamp(player)) ?? [];
  const pairs = past.map((trial) => loadsOf(trial, horizon));
  const margin = pairs.length === 0 || pairs.length >= ENOUGH_TRIALS ? 1 : FEW_TRIALS_MARGIN;
  const { low, high } = assumedLoads(player, known.request.protocol, known.scenario);
  const lows = (pairs.length === 0 ? [low] : pairs.map((pair) => pair.low)).map((load) =>
    scaled(load, trials / margin),
  );
  const highs = (pairs.length === 0 ? [high] : pairs.map((pair) => pair.high)).map((load) =>
    scaled(load, trials * margin),
  );
  const range = (of: (load: TrialLoad) => number): Range => ({
    low: Math.round(Math.min(...lows.map(of))),
    high: Math.round(Math.max(...highs.map(of))),
  });
  return {
    label: player.label,
    trials,
    requests: range((load) => load.requests),
    inputTokens: range((load) => load.inputTokens),
    outputTokens: range((load) => load.outputTokens),
    usd: usdOf(player, trials, { lows, highs }, known.request.models.get(player.label)?.prices ?? null),
    basis: pairs.length === 0 ? { kind: "assumed" } : { kind: "measured", trials: pairs.length },
  };
}

/** With fewer trials than this, their spread says little: the range is widened by the margin on both sides. */
const ENOUGH_TRIALS = 3;
const FEW_TRIALS_MARGIN = 2;

function usdOf(
  { limits }: ReactPlayer,
  trials: number,
  { lows, highs }: { readonly lows: readonly TrialLoad[]; readonly highs: readonly TrialLoad[] },
  prices: Prices | null,
): Range | null {
  if (trials === 0) return NOTHING;
  if (prices === null) return null;
  const usd = {
    low: Math.min(...lows.map((load) => loadUsd(load, prices))),
    high: Math.max(...highs.map((load) => loadUsd(load, prices))),
  };
  const ofTrials = limits.trialCostUsd === undefined ? undefined : limits.trialCostUsd * trials;
  return capped(capped(usd, ofTrials), limits.modelCostUsd);
}

function capped(range: Range, cap: number | undefined): Range {
  if (cap === undefined) return range;
  return { low: Math.min(range.low, cap), high: Math.min(range.high, cap) };
}
