// Plays episodes at the desk, as the runner does, for tests that decide by small functions.
import type { Desk, MonthDecision, Opening, ToolCall, ToolResult } from "../../src/env/contract.ts";
import { type Ending, Episode } from "../../src/env/episode.ts";
import type { Protocol } from "../../src/env/protocol.ts";
import { stateHash } from "../../src/env/truth.ts";
import type { Scenario } from "../../src/sim/scenario.ts";
import type { Json } from "../../src/std/json.ts";
import { protocolWith, SCENARIO } from "./scenario.ts";

/** Decides a month at the desk; a month it leaves undecided is passed. */
export type Decider = (desk: Desk, month: number, episode: Episode) => void;

export interface PlayOptions {
  readonly protocol?: Partial<Protocol>;
  readonly seed?: number;
  readonly scenario?: Scenario;
  /** Called after each month's operations. */
  readonly afterMonth?: (episode: Episode, month: number) => void;
}

export interface Played {
  readonly episode: Episode;
  readonly ending: Ending;
  readonly months: number;
  readonly openings: readonly Opening[];
  readonly decisions: readonly MonthDecision[];
  /** Chained state hash after each month. */
  readonly hashes: readonly string[];
}

/** Plays an episode to its end. */
export function play(decide: Decider, options: PlayOptions = {}): Played {
  const episode = newEpisode(options);
  const openings: Opening[] = [];
  const decisions: MonthDecision[] = [];
  const hashes: string[] = [];
  for (;;) {
    const { month } = episode;
    openings.push(episode.desk.opening);
    decide(episode.desk, month, episode);
    passIfUndecided(episode);
    const step = episode.step();
    decisions.push(step.decision);
    hashes.push(stateHash(hashes.at(-1) ?? "", episode.company, month));
    options.afterMonth?.(episode, month);
    if (step.kind === "terminated") {
      return { episode, ending: step.ending, months: step.months, openings, decisions, hashes };
    }
  }
}

export function newEpisode({ protocol = {}, seed = 0, scenario = SCENARIO }: PlayOptions = {}): Episode {
  return new Episode(scenario, protocolWith(protocol), seed);
}

/** Plays the months before `month` with pass, or with what `decide` does, and stops at its desk. */
export function episodeAt(month: number, options: PlayOptions = {}, decide: Decider = () => undefined): Episode {
  const episode = newEpisode(options);
  while (episode.month < month) {
    decide(episode.desk, episode.month, episode);
    passIfUndecided(episode);
    if (episode.step().kind === "terminated") throw new Error(`the episode ended before month ${month}`);
  }
  return episode;
}

/** Decides the month with one call and moves on to the next. */
export function nextMonth(episode: Episode, call: ToolCall = PASS): ToolResult {
  const result = episode.desk.call(call);
  passIfUndecided(episode);
  episode.step();
  return result;
}

export function passIfUndecided(episode: Episode): void {
  if (!episode.desk.isMonthDecided) episode.desk.call(PASS);
}

export const PASS: ToolCall = { name: "pass", arguments: {} };
export const CLOSE: ToolCall = { name: "book_closing", arguments: {} };
export const CASH: ToolCall = { name: "verify_cash_position", arguments: {} };

export function raise(instrument: "equity" | "debt", amountUsd: number): ToolCall {
  return { name: "fund_raising_request", arguments: { instrument, amount_usd: amountUsd } };
}

export function retrieve(document: string, months: { from_month?: number; to_month?: number } = {}): ToolCall {
  return { name: "review_financial_records", arguments: { action: "retrieve", document, ...months } };
}

export function project(args: Readonly<Record<string, unknown>>): ToolCall {
  return { name: "conduct_cashflow_projection", arguments: args };
}

export function market(args: Readonly<Record<string, unknown>>): ToolCall {
  return { name: "analyze_market_conditions", arguments: args };
}

/** A number among an answer's facts. */
export function numberIn({ data }: ToolResult, key: string): number {
  const value = (data as Readonly<Record<string, Json>>)[key];
  if (typeof value !== "number") throw new Error(`"${key}" is no number in ${JSON.stringify(data)}`);
  return value;
}

/** A list of numbers among an answer's facts. */
export function numbersIn({ data }: ToolResult, key: string): readonly number[] {
  const value = (data as Readonly<Record<string, Json>>)[key];
  if (!Array.isArray(value)) throw new Error(`"${key}" is no list in ${JSON.stringify(data)}`);
  return value as readonly number[];
}
