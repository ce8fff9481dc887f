// A trial told month by month: what the player knew and did, and what was true.
import { outcomeWord, type TrialResult } from "../../record/trial-line.ts";
import type { StoryEnd, StoryHead, StoryMonth } from "../../runner/replay.ts";
import type { ClosedBooks } from "../../runner/replay-books.ts";
import { happenings } from "./happenings.ts";
import { dollars, paragraph, parts, ruled, thousands } from "./lines.ts";

/** The lines before the first month. */
export function headLines({ trial, manifest, file, result, caution }: StoryHead): string[] {
  const player = manifest.players.find(({ label }) => label === trial.label);
  const { label: _label, category: _category, ...settings } = player?.settings ?? {};
  const name = `${trial.label}, seed ${trial.seed}${trial.repeat === 0 ? "" : `, repeat ${trial.repeat}`}`;
  return [
    ruled(name, result === null ? "not ended" : outcomeWord(result.outcome)),
    ...paragraph("player", settingsText(settings), 4),
    ...paragraph("rules", settingsText(manifest.protocol)),
    ...paragraph("record", file),
    ...(caution === null ? [] : paragraph("caution", caution)),
    "",
    "  Each month: what came back, what the player saw, did and gave as its reason.",
    "  'cash moved' and 'books' are the truth, which the player sees only when it",
    "  looks at cash or closes the books. They are worked out again as you read and",
    "  compared with the record. In thousands of dollars; (…) is an outflow.",
    "",
  ];
}

/** A month's lines. */
export function monthLines(story: StoryMonth): string[] {
  const { month, label, events, openingCash, flows, truth, closed } = story;
  const books = [
    `loans ${thousands(truth.loans)}`,
    ...(truth.debt === 0 ? [] : [`notes ${thousands(truth.debt)}`]),
    `equity ${thousands(truth.equity)}`,
    `revenue ${thousands(truth.revenue)}`,
    `${truth.borrowers.toLocaleString("en-US")} borrowers`,
  ];
  return [
    ruled(`Month ${month} · ${label}`, `cash ${dollars(openingCash)} → ${dollars(truth.cash)}`),
    ...happenings(events),
    ...(closed === null ? [] : closedLines(closed)),
    ...parts("cash moved", flowTexts(flows)),
    ...parts("books", books),
    "",
  ];
}

/** The lines after the last month told. */
export function endLines({ result }: StoryHead, { months, parting }: StoryEnd, toMonth: number | null): string[] {
  const agreed = `${months} ${months === 1 ? "month" : "months"} played again: state, books and answers as recorded.`;
  if (parting !== null) {
    const { month, lineNumber, difference } = parting;
    return [`DIFFERENCE in month ${month}, line ${lineNumber} of the record: ${difference}`, agreed];
  }
  const isWhole = toMonth === null || (result !== null && months >= result.monthsActed);
  return [...(isWhole && result !== null ? resultLines(result) : []), agreed];
}

function resultLines(result: TrialResult): string[] {
  const { outcome, months, finalCashCents, toolCalls, trailingRevenueCents, scoreCents } = result;
  const rounds = `${result.equityRounds} of equity and ${result.debtRounds} of debt settled, ${dollars(result.raisedCents)}`;
  const ended = {
    survived: `Survived all ${months} months.`,
    bankrupt: `Bankrupt in month ${months}: cash ended it at ${dollars(finalCashCents)}. The score is 0.`,
    truncated: `Cut short after ${months} months by a limit. Not scored.`,
    failed: `Failed after ${months} months${outcome.kind === "failed" ? `: ${outcome.message}` : ""}. Not scored.`,
  }[outcomeWord(outcome)];
  const score =
    trailingRevenueCents === null || scoreCents === null
      ? []
      : paragraph(
          "score",
          `${dollars(scoreCents)} = 5 × revenue of the last twelve months ${dollars(trailingRevenueCents)} ` +
            `+ cash ${dollars(finalCashCents)} − look-ups ${toolCalls} × $5,000` +
            (result.notesOutstandingCents > 0 ? `; notes outstanding ${dollars(result.notesOutstandingCents)}` : ""),
        );
  return [...paragraph("end", ended), ...score, ...paragraph("raised", `${rounds} raised.`), ""];
}

function flowTexts({ lent, collected, costs, debtService, tax, raised }: StoryMonth["flows"]): string[] {
  const flows: readonly (readonly [string, number])[] = [
    ["raised", raised],
    ["lent", lent],
    ["collected", collected],
    ["costs", costs],
    ["notes served", debtService],
    ["tax", tax],
  ];
  const net = flows.reduce((sum, [, cents]) => sum + cents, 0);
  const moved = flows.filter(([, cents]) => cents !== 0).map(([name, cents]) => `${name} ${thousands(cents)}`);
  return [...moved, `net ${thousands(net)}`];
}

const NAME_WIDTH = 22;
const CELL_WIDTH = 11;

/** The statements that a closing of the books made readable. */
function closedLines({ through, columns, lines }: ClosedBooks): string[] {
  const what = through < 0 ? "the opening balance sheet only:" : `months 0 to ${through}; the last of them:`;
  const row = (name: string, cells: readonly string[]): string =>
    `${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(CELL_WIDTH)).join("")}`;
  const shown = lines.filter(({ amountsUsd }) => amountsUsd.length === 0 || amountsUsd.some((usd) => usd !== null));
  const table = shown.map(({ name, amountsUsd }) =>
    row(
      amountsUsd.length === 0 ? name.toUpperCase() : name,
      amountsUsd.map((usd) => (usd === null ? "" : thousands(Math.round(usd * 100)))),
    ),
  );
  return paragraph("closed", [what, row("", columns), ...table].join("\n"));
}

function settingsText(settings: Readonly<Record<string, unknown>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${plainText(value)}`)
    .join(", ");
}

function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name} ${plainText(inner)}`);
  return entries.length === 0 ? "none" : `(${entries.join(", ")})`;
}
