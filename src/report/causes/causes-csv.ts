// `causes.csv`: one row a trial, long form, for pandas and R.
import { formatPlainUsd } from "../../std/money.ts";
import { csvOf } from "../csv.ts";
import type { CsvColumn } from "../csv-column.ts";
import { fixed } from "../numbers.ts";
import type { TrialFacts } from "./facts.ts";
import { externalLooks, internalLooks } from "./looks.ts";

/** One row a trial, in the order given. */
export function causesCsv(trials: readonly TrialFacts[]): string {
  return csvOf(COLUMNS, trials);
}

const COLUMNS: readonly CsvColumn<TrialFacts>[] = [
  { name: "model", isText: true, cell: ({ trial }) => trial.label },
  count("seed", ({ trial }) => trial.seed),
  count("repeat", ({ trial }) => trial.repeat),
  { name: "outcome", isText: true, cell: ({ outcome }) => outcome },
  { name: "cause", isText: true, cell: ({ cause }) => cause ?? "" },
  count("months", ({ months }) => months),
  count("cash_peak_month", (trial) => trial.cashPeakMonth),
  count("warning_month", (trial) => trial.warningMonth),
  count("warning_months", (trial) => trial.warningMonths),
  count("first_request_month", (trial) => trial.firstRequestMonth),
  count("first_request_after_peak", (trial) => trial.firstRequestAfterPeak),
  count("months_left_at_first_request", (trial) => trial.monthsLeftAtFirstRequest),
  count("requests", ({ attempts }) => attempts.length),
  count("granted", (trial) => withOutcome(trial, "settled")),
  count("declined", (trial) => withOutcome(trial, "declined")),
  count("pending_at_end", (trial) => withOutcome(trial, "pending")),
  usd("requested_usd", (attempt) => attempt.requestedCents),
  usd("received_usd", (attempt) => attempt.receivedCents),
  count("cash_looks", ({ looks }) => looks.cash),
  count("projection_looks", ({ looks }) => looks.projection),
  count("document_looks", ({ looks }) => looks.documents),
  count("market_looks", ({ looks }) => looks.market),
  count("external_looks", ({ looks }) => externalLooks(looks)),
  count("internal_looks", ({ looks }) => internalLooks(looks)),
  number("books_age_months", ({ staleness }) => staleness.atDecisions),
  number("books_age_at_requests_months", ({ staleness }) => staleness.atRequests),
  count("refused_calls", ({ wasted }) => wasted.refusedCalls),
  count("refused_raises", ({ wasted }) => wasted.refusedRaises),
  count("requests_while_pending", ({ wasted }) => wasted.refusedRequests),
  count("forced_passes", ({ wasted }) => wasted.forcedPasses),
  count("passes", ({ wasted }) => wasted.passes),
  { name: "protocol", isText: true, cell: ({ protocolStamp }) => protocolStamp },
  { name: "player_stamp", isText: true, cell: ({ playerStamp }) => playerStamp },
];

function count(name: string, value: (trial: TrialFacts) => number | null): CsvColumn<TrialFacts> {
  return { name, isText: false, cell: (trial) => fixed(value(trial), 0) };
}

function number(name: string, value: (trial: TrialFacts) => number | null): CsvColumn<TrialFacts> {
  return { name, isText: false, cell: (trial) => fixed(value(trial), 2) };
}

function usd(name: string, cents: (attempt: TrialFacts["attempts"][number]) => number): CsvColumn<TrialFacts> {
  return {
    name,
    isText: false,
    cell: ({ attempts }) => formatPlainUsd(attempts.reduce((sum, attempt) => sum + cents(attempt), 0)),
  };
}

function withOutcome({ attempts }: TrialFacts, wanted: TrialFacts["attempts"][number]["outcome"]): number {
  return attempts.filter(({ outcome }) => outcome === wanted).length;
}
