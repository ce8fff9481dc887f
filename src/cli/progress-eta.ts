// How long a player's trials will still take: from the pace of its last months and how long its trials live.
import { kaplanMeier, type Lifetime } from "../stats/kaplan-meier.ts";

/** Steps that the pace is taken from: few enough to follow a provider that slows down, enough to be calm. */
const STEPS = 128;

/** The pace of one player: months that were really played, never those repeated from a record. */
export class Pace {
  readonly #steps: { readonly trialMs: number; readonly months: number }[] = [];
  #underWay = 0;
  #atMs: number;
  /** Time spent in trials: two that are under way for a minute spend two. */
  #trialMs = 0;
  #sinceTrialMs = 0;
  #months = 0;

  constructor(startMs: number) {
    this.#atMs = startMs;
  }

  /** How many trials are being played. */
  get underWay(): number {
    return this.#underWay;
  }

  begin(nowMs: number): void {
    this.#passTo(nowMs);
    this.#underWay += 1;
  }

  end(nowMs: number): void {
    this.#passTo(nowMs);
    this.#underWay -= 1;
  }

  step(nowMs: number, months = 1): void {
    this.#passTo(nowMs);
    this.#steps.push({ trialMs: this.#trialMs, months });
    this.#months += months;
    const oldest = this.#steps.length > STEPS ? this.#steps.shift() : undefined;
    if (oldest === undefined) return;
    this.#sinceTrialMs = oldest.trialMs;
    this.#months -= oldest.months;
  }

  /** What a month takes a trial; null while none has been played. */
  msPerMonth(nowMs: number): number | null {
    this.#passTo(nowMs);
    return this.#months === 0 ? null : (this.#trialMs - this.#sinceTrialMs) / this.#months;
  }

  #passTo(nowMs: number): void {
    this.#trialMs += this.#underWay * (nowMs - this.#atMs);
    this.#atMs = nowMs;
  }
}

/**
 * The time that open trials still take at the present pace, with as many under way as now. No trial can be shared out,
 * so those that wait come in rounds after those under way. `open` are the months each has played, `lives` those of
 * all trials of the player.
 */
export function etaMs(
  { msPerMonth, underWay }: { readonly msPerMonth: number; readonly underWay: number },
  open: readonly number[],
  lives: readonly Lifetime[],
  horizon: number,
): number {
  const monthsLeft = expectedMonths(lives, horizon);
  const left = open.map(monthsLeft).sort((a, b) => a - b);
  const all = left.reduce((sum, one) => sum + one, 0);
  const [first = 0, last = 0] = [left[0], left.at(-1)];
  const atOnce = Math.max(1, underWay);
  const rounds = Math.ceil(open.length / atOnce) - 1;
  return msPerMonth * Math.max(all / atOnce, last, first + rounds * monthsLeft(0));
}

/**
 * The months that a trial will still play after so many, by the Kaplan–Meier curve of its player's trials: those that
 * still live count as such, so that the first to die do not make all others look short-lived.
 */
function expectedMonths(lives: readonly Lifetime[], horizon: number): (played: number) => number {
  const { points } = kaplanMeier(lives);
  const living = Array.from(
    { length: horizon },
    (_, month) => points.findLast((point) => point.month <= month)?.survival ?? 1,
  );
  const ahead = [0];
  for (const share of living.toReversed()) ahead.unshift((ahead[0] ?? 0) + share);
  return (played) => {
    const share = living[played] ?? 0;
    return share === 0 ? 0 : (ahead[played] ?? 0) / share;
  };
}
