// Where a run stands, player by player: what bars, lines and the heartbeat show.
import { outcomeWord, type TrialLine } from "../record/trial-line.ts";
import type { RunObserver, RunOpening } from "../runner/run-request.ts";
import { etaMs, Pace } from "./progress-eta.ts";

/** Trials, and their months. */
export interface Counts {
  planned: number;
  ended: number;
  survived: number;
  bankrupt: number;
  /** Not scored: failed or truncated. */
  failed: number;
  /** Months played, and months that trials not ended may still play. */
  months: number;
  monthsLeft: number;
  /** Months of all planned trials, if every company lived to the horizon. */
  monthsAtMost: number;
}

/** What some trials have come to. */
export interface Sums extends Readonly<Counts> {
  /** What a model has been asked for; null for players without one. */
  readonly model: Use | null;
}

/** Where some trials stand. */
export interface Standing extends Sums {
  /** Null where nothing is left to play, or nothing is known yet. */
  readonly etaMs: number | null;
}

/** What models were asked for. */
export interface Use {
  readonly calls: number;
  readonly tokens: number;
  /** Null where prices are unknown. */
  readonly cost: number | "free" | null;
}

interface TrialState {
  readonly months: number;
  readonly outcome: ReturnType<typeof outcomeWord> | null;
  /** To be played in this session, and not over. */
  readonly isOpen: boolean;
}

interface PlayerState {
  readonly trials: Map<string, TrialState>;
  readonly counts: Counts;
  readonly pace: Pace;
  /** What its model has used, in earlier sessions too. */
  readonly used: { usd: number; tokens: number; replies: number };
}

type Trial = Parameters<RunObserver["month"]>[0];

/** Counts what a run tells. */
export class RunTally {
  readonly #players = new Map<string, PlayerState>();
  readonly #stopped = new Set<string>();
  #prices: RunOpening["prices"] = new Map();
  #horizon = 0;

  /** The players in the order of the plan. */
  get labels(): readonly string[] {
    return [...this.#players.keys()];
  }

  opened({ planned, kept, todo, horizon, prices, spent }: RunOpening, nowMs: number): void {
    this.#horizon = horizon;
    this.#prices = prices;
    const open = new Set(todo.map(({ id }) => id));
    for (const { id, label } of planned) {
      const used = { usd: 0, tokens: 0, replies: 0, ...spent.get(label) };
      const player = this.#players.get(label) ?? { trials: new Map(), counts: noCounts(), pace: new Pace(nowMs), used };
      this.#players.set(label, player);
      this.#set(player, id, { months: 0, outcome: null, isOpen: open.has(id) });
    }
    for (const line of kept) this.#change(line.trial, endOf(line));
  }

  /** A trial that goes on has not ended, whatever an earlier session says of it. */
  begun(trial: Trial, nowMs: number): void {
    this.#change(trial, { outcome: null });
    this.#players.get(trial.label)?.pace.begin(nowMs);
  }

  month(trial: Trial, month: number, nowMs: number): void {
    this.#change(trial, { months: month + 1 });
    this.#players.get(trial.label)?.pace.step(nowMs);
  }

  replied({ label }: Trial, { usd, tokens }: Parameters<RunObserver["replied"]>[1]): void {
    const used = this.#players.get(label)?.used;
    if (used === undefined) return;
    used.usd += usd;
    used.tokens += tokens;
    used.replies += 1;
  }

  finished(line: TrialLine, nowMs: number): void {
    const player = this.#players.get(line.trial.label);
    const before = player?.trials.get(line.trial.id)?.months ?? 0;
    this.#change(line.trial, { ...endOf(line), isOpen: false });
    // A player without a model tells no months on its way.
    if (line.result.turns === 0) player?.pace.step(nowMs, Math.max(0, line.result.monthsActed - before));
    player?.pace.end(nowMs);
  }

  /** A player whose open trials are left for another session. */
  stopped(label: string): void {
    this.#stopped.add(label);
  }

  sumsOf(label: string): Sums {
    const player = this.#players.get(label);
    return { ...(player?.counts ?? noCounts()), model: player === undefined ? null : this.#useOf(label, player) };
  }

  standingOf(label: string, nowMs: number): Standing {
    const player = this.#players.get(label);
    const isOver = player === undefined || this.#stopped.has(label);
    return { ...this.sumsOf(label), etaMs: isOver ? null : this.#etaMs(player, nowMs) };
  }

  /** All players together. They play side by side, so the slowest tells when all is done. */
  total(nowMs: number): Standing {
    const all = this.labels.map((label) => this.standingOf(label, nowMs));
    const counts = noCounts();
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] = sum(all.map((one) => one[key]));
    const etas = all.flatMap((one) => one.etaMs ?? []);
    const models = all.flatMap(({ model }) => model ?? []);
    return { ...counts, model: together(models), etaMs: etas.length === 0 ? null : Math.max(...etas) };
  }

  #change({ id, label }: { readonly id: string; readonly label: string }, change: Partial<TrialState>): void {
    const player = this.#players.get(label);
    const state = player?.trials.get(id);
    if (player === undefined || state === undefined) return;
    this.#count(player.counts, state, -1);
    this.#set(player, id, { ...state, ...change });
  }

  #set({ trials, counts }: PlayerState, id: string, state: TrialState): void {
    trials.set(id, state);
    this.#count(counts, state, 1);
  }

  /** Adds a trial to its player's counts, or takes it out of them. */
  #count(counts: Counts, { outcome, months }: TrialState, sign: 1 | -1): void {
    counts.planned += sign;
    counts.months += sign * months;
    counts.monthsAtMost += sign * this.#horizon;
    if (outcome === null) {
      counts.monthsLeft += sign * (this.#horizon - months);
      return;
    }
    counts.ended += sign;
    counts[outcome === "truncated" ? "failed" : outcome] += sign;
  }

  #useOf(label: string, { used: { usd, tokens, replies: calls } }: PlayerState): Use | null {
    const prices = this.#prices.get(label);
    if (prices === undefined && calls === 0) return null;
    const isPriced = usd > 0 || (prices !== undefined && prices !== null && prices !== "free");
    return { calls, tokens, cost: isPriced ? usd : prices === "free" ? "free" : null };
  }

  #etaMs({ trials, pace }: PlayerState, nowMs: number): number | null {
    const open = [...trials.values()].filter(({ isOpen }) => isOpen);
    const msPerMonth = pace.msPerMonth(nowMs);
    if (open.length === 0 || msPerMonth === null) return null;
    const lives = [...trials.values()].map(({ months, outcome }) => ({ months, died: outcome === "bankrupt" }));
    const played = open.map(({ months }) => months);
    return etaMs({ msPerMonth, underWay: pace.underWay }, played, lives, this.#horizon);
  }
}

function noCounts(): Counts {
  return { planned: 0, ended: 0, survived: 0, bankrupt: 0, failed: 0, months: 0, monthsLeft: 0, monthsAtMost: 0 };
}

function together(models: readonly Use[]): Use | null {
  if (models.length === 0) return null;
  const paid = models.flatMap(({ cost }) => (typeof cost === "number" ? cost : []));
  const unpaid = models.every(({ cost }) => cost === "free") ? "free" : null;
  return {
    calls: sum(models.map(({ calls }) => calls)),
    tokens: sum(models.map(({ tokens }) => tokens)),
    cost: paid.length > 0 ? sum(paid) : unpaid,
  };
}

function endOf({ result }: TrialLine): Pick<TrialState, "months" | "outcome"> {
  return { months: result.monthsActed, outcome: outcomeWord(result.outcome) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
