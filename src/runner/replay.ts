// The story of a trial, month by month: what its record tells, and the company's own figures, played again beside it.
import { loadScenario } from "../config/data.ts";
import type { Episode } from "../env/episode.ts";
import { protocolSchema } from "../env/protocol.ts";
import type { MonthTruth } from "../env/truth.ts";
import { monthTruth } from "../env/truth.ts";
import type { TrialEvent } from "../record/events.ts";
import type { Manifest } from "../record/manifest.ts";
import type { Parting } from "../record/recorder.ts";
import { eventFile, newestLines, readManifest, readTrialLines } from "../record/run-folder.ts";
import { type RecordedEvent, readEvents } from "../record/trial-file.ts";
import type { TrialResult } from "../record/trial-line.ts";
import { UserError } from "../std/user-error.ts";
import { findTrial } from "./find-trial.ts";
import { planOf } from "./open-run.ts";
import type { PlannedTrial } from "./plan.ts";
import { type ClosedBooks, closedBooks } from "./replay-books.ts";
import { resimulate } from "./resimulate.ts";
import { ownWorld } from "./stamps.ts";
import { otherEngine } from "./verify.ts";

/** A trial that is about to be told. */
export interface StoryHead {
  readonly trial: PlannedTrial;
  readonly manifest: Manifest;
  readonly file: string;
  /** How it ended; null where it has not yet. */
  readonly result: TrialResult | null;
  /** Why the figures beside the record may part from it: another engine made it. */
  readonly caution: string | null;
}

/** One month of a trial. */
export interface StoryMonth {
  readonly month: number;
  readonly label: string;
  /** Everything recorded of the month, in order. */
  readonly events: readonly TrialEvent[];
  readonly openingCash: number;
  /** Cash that moved in the month, in cents; outflows negative. */
  readonly flows: CashMoves;
  readonly truth: MonthTruth;
  /** The statements of the books that were closed in the month. */
  readonly closed: ClosedBooks | null;
}

/** Cash that moved in a month, by its cause. */
export interface CashMoves {
  readonly lent: number;
  readonly collected: number;
  readonly costs: number;
  readonly debtService: number;
  readonly tax: number;
  readonly raised: number;
}

/** How a story ended. */
export interface StoryEnd {
  /** Months whose state equals the record. */
  readonly months: number;
  readonly parting: Parting | null;
}

/** Tells a trial. `toMonth` is the last month told. Throws a UserError where there is nothing to tell. */
export async function replay(
  folder: string,
  name: string,
  toMonth: number | null,
  tell: { readonly head: (head: StoryHead) => void; readonly month: (month: StoryMonth) => void },
): Promise<StoryEnd> {
  const manifest = readManifest(folder);
  const trial = findTrial(planOf(manifest), name);
  const file = eventFile(folder, trial.id);
  const recorded = await readEvents(file);
  const started = recorded[0]?.event;
  if (started?.event !== "started") throw new UserError(`${trial.id} has not been played yet: ${file} is empty`);
  const scenario = loadScenario();
  const line = newestLines(readTrialLines(folder)).get(trial.id);
  tell.head({
    trial,
    manifest,
    file,
    result: line?.result ?? null,
    caution: otherEngine(manifest, ownWorld()),
  });
  const events = toMonth === null ? recorded : untilMonth(recorded, toMonth);
  const byMonth = eventsByMonth(events);
  const { protocolStamp } = manifest;
  const { playerStamp } = started;
  const protocol = protocolSchema.parse(manifest.protocol);
  return resimulate({ scenario, protocol, trial, protocolStamp, playerStamp, events }, (episode, month) => {
    const label = scenario.macro[month]?.label ?? "";
    tell.month(storyMonth(episode, month, label, byMonth.get(month) ?? []));
  });
}

function storyMonth(episode: Episode, month: number, label: string, events: readonly TrialEvent[]): StoryMonth {
  const { company } = episode;
  const flows = cashMoves(episode, month);
  const truth = monthTruth(company, month);
  const moved = flows.lent + flows.collected + flows.costs + flows.debtService + flows.tax + flows.raised;
  const hasClosed = events.some((event) => event.event === "action" && closes(event.action));
  const closed = hasClosed ? closedBooks(company.journal, month - 1) : null;
  return { month, label, events, openingCash: truth.cash - moved, flows, truth, closed };
}

function closes(action: string): boolean {
  return action === "book_closing" || action === "closing_and_request";
}

function cashMoves({ company }: Episode, month: number): CashMoves {
  const amounts = company.months[month];
  const raised = company.history.reduce(
    (sum, past) => (past.month === month && past.outcome === "settled" ? sum + past.amountCents : sum),
    0,
  );
  if (amounts === undefined) return { lent: 0, collected: 0, costs: 0, debtService: 0, tax: 0, raised };
  return {
    lent: 0 - amounts.lending,
    collected: amounts.principalCollected + amounts.interestCollected,
    costs: 0 - amounts.costPaid,
    debtService: 0 - amounts.noteInterest - amounts.notesRepaid,
    tax: 0 - amounts.taxPaid,
    raised,
  };
}

/** The record up to the end of a month, whole where it ends before. */
function untilMonth(events: readonly RecordedEvent[], month: number): readonly RecordedEvent[] {
  const end = events.findIndex(({ event }) => event.event === "month" && event.month === month);
  const isLast = events.slice(end + 1).every(({ event }) => event.event === "ended");
  return end === -1 || isLast ? events : events.slice(0, end + 1);
}

function eventsByMonth(events: readonly RecordedEvent[]): ReadonlyMap<number, TrialEvent[]> {
  const byMonth = new Map<number, TrialEvent[]>();
  for (const { event } of events) {
    if (!("month" in event)) continue;
    const known = byMonth.get(event.month);
    if (known === undefined) byMonth.set(event.month, [event]);
    else known.push(event);
  }
  return byMonth;
}
