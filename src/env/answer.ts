// How a desk answers: an answer, a refusal, and answers that stop at a month boundary.
import type { Json } from "../std/json.ts";
import { MAX_ANSWER_CHARS, type ToolResult } from "./contract.ts";

/** A call the rules refuse: it costs nothing, is counted, and says why. */
export class Refusal {
  readonly reason: string;
  /** The argument at fault, where one is. */
  readonly field: string | null;

  constructor(reason: string, field: string | null = null) {
    this.reason = reason;
    this.field = field;
  }
}

/** An answer that carries facts. */
export function answer(text: string, data: Json): ToolResult {
  return { text, data, isError: false };
}

/** An answer as rendered for some months, before it is known to fit. */
export interface MonthlyAnswer {
  readonly text: string;
  readonly data: { readonly [key: string]: Json };
}

/** Months an answer covers, both ends included. */
export interface MonthRange {
  readonly from: number;
  readonly to: number;
}

/** At most 100 characters of what a caller sent, for quoting: whatever was sent, an answer stays short. */
export function quoted(sent: string): string {
  return `"${sent.slice(0, MAX_QUOTED_CHARS)}${sent.length > MAX_QUOTED_CHARS ? "…" : ""}"`;
}

const MAX_QUOTED_CHARS = 100;

/**
 * Renders the longest run of months from `range.from` on whose text stays within the limit, and says how to
 * read on where months were cut. `render` gets the last month to include.
 */
export function withinLimit(range: MonthRange, render: (to: number) => MonthlyAnswer): ToolResult {
  const whole = render(range.to);
  if (whole.text.length <= MAX_ANSWER_CHARS) return answer(whole.text, whole.data);
  // The text grows with the months, so the last month that fits is found by bisection.
  let fits = range.from;
  let tooLong = range.to;
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (cut(render(middle), middle, range.to).text.length <= MAX_ANSWER_CHARS) fits = middle;
    else tooLong = middle;
  }
  return cut(render(fits), fits, range.to);
}

function cut({ text, data }: MonthlyAnswer, last: number, wanted: number): ToolResult {
  const note = `\n[Cut after month ${last} to stay within ${MAX_ANSWER_CHARS} characters. Read on with from_month=${last + 1}, to_month=${wanted}.]`;
  return answer(text + note, { ...data, read_on: { from_month: last + 1, to_month: wanted } });
}
