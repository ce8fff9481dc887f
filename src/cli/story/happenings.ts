// What a player was told, looked at, said and decided in a month, as lines of a story.
import type { TrialEvent } from "../../record/events.ts";
import { dollars, paragraph } from "./lines.ts";

/** The lines of a month's events, in order; what comes several times running is told once. */
export function happenings(events: readonly TrialEvent[]): string[] {
  const told: { lines: string[]; times: number }[] = [];
  for (const [index, event] of events.entries()) {
    const answer = events[index + 1];
    const lines =
      event.event === "call" ? callLines(event, answer?.event === "result" ? answer : null) : eventLines(event);
    const last = told.at(-1);
    if (lines.length === 0) continue;
    if (last?.lines.join("\n") === lines.join("\n")) last.times += 1;
    else told.push({ lines, times: 1 });
  }
  return told.flatMap(({ lines, times }) => (times === 1 ? lines : [...lines, ...paragraph("", `(${times} times)`)]));
}

const MAX_SAID_LINES = 8;
const MAX_ANSWER_LINES = 6;

function eventLines(event: TrialEvent): string[] {
  switch (event.event) {
    case "settlement":
      return paragraph("came back", settlementText(event));
    case "turn":
      return saidLines(event.reply);
    case "trimmed":
      return paragraph("memory", `forgets all but the last ${event.monthsKept} months`);
    case "limit":
      return paragraph("limit", `${event.limit} (${event.value})`);
    case "error":
      return paragraph("error", `${event.code}: ${event.message}`, MAX_ANSWER_LINES);
    case "action":
      return [
        ...paragraph("decided", decisionText(event)),
        ...(event.why === undefined ? [] : paragraph("because", event.why, MAX_SAID_LINES)),
      ];
    default:
      return [];
  }
}

type Settlement = Extract<TrialEvent, { event: "settlement" }>;

function settlementText(event: Settlement): string {
  const asked = `the ${event.instrument} of ${dollars(event.requestedCents)} asked for in month ${event.requestedMonth}`;
  if (event.outcome === "declined") return `Declined: ${asked}.`;
  const terms =
    event.instrument === "equity"
      ? `for ${(event.shares ?? 0).toLocaleString("en-US")} new shares at $${(event.sharePriceUsd ?? 0).toFixed(2)}`
      : `as a note at ${(event.ratePct ?? 0).toFixed(2)} % a year`;
  return `${dollars(event.amountCents)} received ${terms}, of ${asked}.`;
}

type Action = Extract<TrialEvent, { event: "action" }>;

function decisionText({ action, result, forced, instrument, amountCents }: Action): string {
  const asks = instrument === undefined ? "asks for money" : `asks for ${dollars(amountCents ?? 0)} of ${instrument}`;
  const words = {
    book_closing: "closes the books",
    fund_raising_request: asks,
    pass: forced ? "takes no action: the month is passed for it" : "passes",
    closing_and_request: `closes the books and ${asks}`,
  }[action];
  return `${words}${result === "refused" ? " — refused, since a request is pending" : ""}`;
}

function saidLines(reply: Readonly<Record<string, unknown>>): string[] {
  const text = typeof reply["text"] === "string" ? reply["text"].trim() : "";
  return text === "" ? [] : paragraph("said", text, MAX_SAID_LINES);
}

type Call = Extract<TrialEvent, { event: "call" }>;
type Result = Extract<TrialEvent, { event: "result" }>;

/** Actions are told as the month's decision; of a look-up, what was asked and what was answered. */
function callLines({ name, arguments: args }: Call, result: Result | null): string[] {
  const call = `${name}${argumentsText(args)}`;
  if (result === null) return paragraph("calls", call);
  if (result.isError) return paragraph("refused", `${call}\n${result.text}`, MAX_ANSWER_LINES);
  if (ACTIONS.has(name)) return [];
  const word = name === "save_note" ? "notes" : "saw";
  const answer = answerText(result.text);
  const isShort = !answer.includes("\n") && call.length + answer.length < NARROW_CHARS;
  return paragraph(word, `${call}${isShort ? ": " : "\n"}${answer}`, MAX_ANSWER_LINES);
}

/** Beyond so many characters a line of a document is cut up when it is wrapped. */
const NARROW_CHARS = 66;
const SHOWN_ROWS = 3;

/** A document by its beginning and its end. */
function answerText(text: string): string {
  const [title = "", ...body] = text.split("\n");
  if (body.length === 0) return title;
  const last = body.at(-1) ?? "";
  if (body.every((line) => line.length <= NARROW_CHARS)) {
    const shown = body.length <= SHOWN_ROWS + 1 ? body : [body[0] ?? "", "…", ...body.slice(1 - SHOWN_ROWS)];
    return [title, ...shown].join("\n");
  }
  const headings = (body[0] ?? "").trim().split(/ {2,}/);
  const isMonthly = headings.every((heading) => /^(?:opening|m\d+)$/.test(heading));
  if (isMonthly) return `${title}, ${headings[0] ?? ""} to ${headings.at(-1) ?? ""}, ${body.length - 1} lines`;
  const cells = last.split(/ {2,}/);
  const end = cells.length > 1 ? `${cells[0] ?? ""}: ${headings.at(-1) ?? ""} ${cells.at(-1) ?? ""}` : last;
  return `${title}\n… ${end}`;
}

const ACTIONS: ReadonlySet<string> = new Set(["book_closing", "fund_raising_request", "pass"]);

function argumentsText(args: unknown): string {
  if (typeof args !== "object" || args === null) return args === null ? "" : ` ${JSON.stringify(args)}`;
  return Object.entries(args)
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");
}
