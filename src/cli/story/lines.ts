// Words and figures laid out for a terminal of 80 columns.
import { formatUsd } from "../../std/money.ts";

/** The width everything fits into. */
export const WIDTH = 80;

/** Room for the word that says what a line is about. */
const MARGIN = 11;

/** Text below a word in the margin, wrapped; its own line ends are kept. At most `maxLines`, the rest is counted. */
export function paragraph(word: string, text: string, maxLines = Number.POSITIVE_INFINITY): string[] {
  const lines = text.split("\n").flatMap((line) => wrapped(line.trimEnd(), WIDTH - MARGIN - 2));
  const shown = lines.length > maxLines ? lines.slice(0, maxLines) : lines;
  const left = lines.length - shown.length;
  const all = left === 0 ? shown : [...shown, `… ${left} more ${left === 1 ? "line" : "lines"}`];
  return all.map((line, index) => `  ${(index === 0 ? word : "").padEnd(MARGIN)}${line}`.trimEnd());
}

/** Short parts below a word in the margin, as many to a line as fit, none of them broken. */
export function parts(word: string, texts: readonly string[]): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    const next = last === undefined ? text : `${last}   ${text}`;
    if (last !== undefined && next.length <= WIDTH - MARGIN - 2) lines[lines.length - 1] = next;
    else lines.push(text);
  }
  return lines.map((line, index) => `  ${(index === 0 ? word : "").padEnd(MARGIN)}${line}`);
}

/** `left ───── right`, as wide as everything else. */
export function ruled(left: string, right: string): string {
  const room = Math.max(1, WIDTH - left.length - right.length - 2);
  return `${left} ${"─".repeat(room)} ${right}`;
}

/** Cents as thousands of dollars with one decimal; outflows in parentheses. */
export function thousands(cents: number): string {
  const tenths = Math.round(Math.abs(cents) / 10_000);
  const text = `${Math.floor(tenths / 10).toLocaleString("en-US")}.${tenths % 10}`;
  return cents < 0 && tenths > 0 ? `(${text})` : text;
}

/** Cents as dollars, as accountants write them. */
export function dollars(cents: number): string {
  return cents < 0 ? `($${formatUsd(-cents)})` : `$${formatUsd(cents)}`;
}

/** Text in lines of no more than so many characters, broken between words where it can be. */
export function wrapped(text: string, width: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? "";
  const lines: string[] = [];
  let line = "";
  for (const word of text.trimStart().split(/ (?! )/)) {
    const next = line === "" ? indent + word : `${line} ${word}`;
    if (next.length <= width || line === "") line = next;
    else {
      lines.push(line);
      line = word;
    }
    for (; line.length > width; line = line.slice(width)) lines.push(line.slice(0, width));
  }
  return [...lines, line];
}
