import { UserError } from "../std/user-error.ts";

const MAX_SEEDS = 1_000_000;
const HINT = "give a count (5 = seeds 0 to 4), a list (0,3,7), a range (0-9), or a mix (0-4,10)";

/** The seeds of a text: a lone number is a count, anything else lists seeds and ranges. Sorted, without duplicates. */
export function parseSeeds(text: string): number[] {
  return /^\d+$/.test(text.trim()) ? countOf(Number(text), text) : parseSeedList(text);
}

/** As {@link parseSeeds}, but a lone number is that seed. */
export function parseSeedList(text: string): number[] {
  const parts = text.split(",").map((part) => part.trim());
  const seeds = new Set<number>();
  for (const part of parts) {
    for (const seed of seedsOf(part, text)) seeds.add(seed);
    if (seeds.size > MAX_SEEDS) throw bad(text, `more than ${MAX_SEEDS} seeds`);
  }
  return [...seeds].sort((a, b) => a - b);
}

function countOf(count: number, text: string): number[] {
  if (count === 0) throw bad(text, "no seed at all");
  if (count > MAX_SEEDS) throw bad(text, `more than ${MAX_SEEDS} seeds`);
  return Array.from({ length: count }, (_, seed) => seed);
}

function seedsOf(part: string, text: string): number[] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(part);
  if (match === null) throw bad(text, `"${part}" is not a seed or a range`);
  const from = Number(match[1]);
  const to = match[2] === undefined ? from : Number(match[2]);
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) throw bad(text, `"${part}" is too large`);
  if (to < from) throw bad(text, `the range ${part} runs backwards`);
  if (to - from >= MAX_SEEDS) throw bad(text, `more than ${MAX_SEEDS} seeds`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function bad(text: string, why: string): UserError {
  return new UserError(`bad seeds "${text}": ${why}`, { hint: HINT });
}
