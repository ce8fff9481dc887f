// What may cost much is not begun by accident.
import { createInterface } from "node:readline/promises";
import type { CostEstimate } from "../runner/cost-estimate.ts";
import { UserError } from "../std/user-error.ts";
import { usdText } from "./plan-text.ts";

/** What may cost more than this is asked about. */
const ASK_ABOVE_USD = 50;

/** Asks a question on the terminal. */
export type Ask = (question: string) => Promise<string>;

/** What is to be begun. */
export interface Beginning {
  readonly what: "run" | "sweep";
  /** What it may cost; called only where the answer matters. */
  readonly estimate: () => CostEstimate;
  /** Who names a cap has said how much may be spent. */
  readonly capUsd: number | undefined;
  readonly saidYes: boolean;
}

/**
 * Whether to begin. What may cost much is asked about on a terminal; without one it is refused with a {@link UserError}
 * until `--yes` says so.
 */
export async function confirmCost(beginning: Beginning, ask: Ask | null = terminal()): Promise<boolean> {
  const { what, estimate, capUsd, saidYes } = beginning;
  if (saidYes || capUsd !== undefined) return true;
  const { lowUsd, highUsd } = estimate();
  if (highUsd <= ASK_ABOVE_USD) return true;
  const range = usdText({ low: lowUsd, high: highUsd });
  if (ask === null) {
    throw new UserError(
      `this ${what} may cost ${range}, more than the $${ASK_ABOVE_USD} that are spent without asking`,
      { hint: "Pass --yes to spend it, or --max-cost USD to bound it; --dry-run shows what it is made of." },
    );
  }
  return /^y(?:es)?$/i.test((await ask(`This ${what} may cost ${range}. Begin? (y/N) `)).trim());
}

function terminal(): Ask | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } catch (error) {
      // Ctrl+C or Ctrl+D: an answer too.
      if (!(error instanceof Error && error.name === "AbortError")) throw error;
      process.stderr.write("\n");
      return "";
    } finally {
      lines.close();
    }
  };
}
