// Guesses what a misspelt word was meant to be.
import { distance } from "fastest-levenshtein";

/** The known word that `word` most likely stands for, or `undefined` where none is near. Ties go to the first. */
export function suggest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const away = distance(bare(word), bare(candidate));
    if (away >= bestDistance || away > tolerance(candidate)) continue;
    best = candidate;
    bestDistance = away;
  }
  return best;
}

/** `; did you mean 'x'?`, or nothing where no known word is near: the tail of an error message. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const suggestion = suggest(word, known);
  return suggestion === undefined ? "" : `; did you mean '${suggestion}'?`;
}

/** Without case and separators, so that `base_url` is near to `baseURL`. */
function bare(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, "");
}

/** A third of the word may be wrong; at least one letter, or two swapped ones where the word is not tiny. */
function tolerance(candidate: string): number {
  return Math.max(candidate.length < 4 ? 1 : 2, Math.floor(candidate.length / 3));
}
