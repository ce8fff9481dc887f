// A run that may cost much is not begun by accident.
import { createInterface } from "node:readline/promises";
import { estimateCost } from "../runner/cost-estimate.ts";
import type { RunRequest } from "../runner/run-request.ts";
import { UserError } from "../std/user-error.ts";
import { usdText } from "./plan-text.ts";

/** Runs that may cost more than this are asked about. */
const ASK_ABOVE_USD = 50;

/** Asks a question on the terminal. */
export type Ask = (question: string) => Promise<string>;

/**
 * Whether to begin a run. One that may cost much is asked about on a terminal; without one it is refused with a
 * {@link UserError} until `--yes` says so. Who names a cap has said how much may be spent.
 */
export async function confirmCost(
  request: RunRequest,
  saidYes: boolean,
  ask: Ask | null = terminal(),
): Promise<boolean> {
  if (saidYes || request.caps.usd !== undefined || request.models.size === 0) return true;
  const { lowUsd, highUsd } = estimateCost(request);
  if (highUsd <= ASK_ABOVE_USD) return true;
  const range = usdText({ low: lowUsd, high: highUsd });
  if (ask === null) {
    throw new UserError(`this run may cost ${range}, more than the $${ASK_ABOVE_USD} that are spent without asking`, {
      hint: "Pass --yes to spend it, or --max-cost USD to bound it; --dry-run shows what it is made of.",
    });
  }
  return /^y(?:es)?$/i.test((await ask(`This run may cost ${range}. Begin? (y/N) `)).trim());
}

function terminal(): Ask | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
}
