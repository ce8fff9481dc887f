// Small runs to report on: a manifest and trial lines with a default for everything that a test does not say.
import type { Manifest, ManifestPlayer } from "../../src/record/manifest.ts";
import type { TrialLine, TrialResult } from "../../src/record/trial-line.ts";
import type { RunResults } from "../../src/report/run-results.ts";

export const MILLION_CENTS = 100_000_000;

/** A player; the label alone gives a ReAct player of one category. */
export function player(label: string, rest: Partial<ManifestPlayer> = {}): ManifestPlayer {
  return {
    label,
    category: "Closed-source LLMs",
    framework: "react",
    playerStamp: `stamp of ${label}`,
    deterministic: false,
    settings: {},
    ...rest,
  };
}

export function manifest(players: readonly ManifestPlayer[], rest: Partial<Manifest> = {}): Manifest {
  return {
    format: "1",
    protocolStamp: "aaaa1111",
    protocol: { ruleset: "paper", horizon: 132 },
    fingerprint: "f",
    dataHash: "d",
    toolHash: "t",
    players: [...players],
    seeds: [0, 1],
    repeats: 1,
    shard: null,
    branchOf: null,
    sessions: [],
    ...rest,
  };
}

/** Where a trial belongs; everything else of its line has a default. */
export interface TrialPlace {
  readonly label?: string;
  readonly seed?: number;
  readonly repeat?: number;
  readonly protocolStamp?: string;
  readonly playerStamp?: string;
}

/** The line of a trial that survived all 132 months, unless `result` says otherwise. */
export function line(place: TrialPlace, result: Partial<TrialResult> = {}): TrialLine {
  const { label = "A", seed = 0, repeat = 0, protocolStamp = "aaaa1111", playerStamp = `stamp of ${label}` } = place;
  return {
    format: "1",
    trial: { id: `${label.toLowerCase()}-s${seed}-r${repeat}`, label, seed, repeat },
    attempt: 1,
    protocolStamp,
    playerStamp,
    result: { ...SURVIVED, ...result },
    at: { ms: 0, bytes: 0, digest: "" },
  };
}

export function run(
  players: readonly ManifestPlayer[],
  lines: readonly TrialLine[],
  rest: Partial<Manifest> = {},
): RunResults {
  return { manifest: manifest(players, rest), lines };
}

const SURVIVED: TrialResult = {
  outcome: { kind: "completed", ending: "survived" },
  months: 132,
  monthsActed: 132,
  scoreCents: 20 * MILLION_CENTS,
  trailingRevenueCents: 4 * MILLION_CENTS,
  finalCashCents: 1_234_567_89,
  notesOutstandingCents: 0,
  raisedCents: 0,
  equityRounds: 0,
  debtRounds: 0,
  toolCalls: 0,
  refusedCalls: 0,
  closings: 0,
  requests: 0,
  refusedRequests: 0,
  forcedPasses: 0,
  noteCalls: 0,
  turns: 0,
  usage: null,
  servedModel: null,
  oddities: {},
  crises: [true, true, true],
  stateHash: "beef",
};

/** What differs in a trial that went bankrupt after so many months. */
export function bankrupt(months: number, rest: Partial<TrialResult> = {}): Partial<TrialResult> {
  return {
    outcome: { kind: "completed", ending: "bankrupt" },
    months,
    monthsActed: months + 1,
    scoreCents: 0,
    finalCashCents: -5_000_50,
    trailingRevenueCents: null,
    crises: [true, false, false],
    ...rest,
  };
}

export function failed(months: number): Partial<TrialResult> {
  return {
    outcome: { kind: "failed", code: "overloaded", message: "gave up" },
    months,
    monthsActed: months,
    scoreCents: null,
    trailingRevenueCents: null,
    crises: [true, false, false],
    stateHash: "",
  };
}

export function truncated(months: number): Partial<TrialResult> {
  return { ...failed(months), outcome: { kind: "truncated", limit: "costUsd", value: 5 } };
}
