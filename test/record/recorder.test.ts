import { describe, expect, test } from "vitest";
import { type TrialEvent, trialEventSchema, type UnstampedEvent } from "../../src/record/events.ts";
import { RecordMismatch, TrialRecorder } from "../../src/record/recorder.ts";
import { type RecordedEvent, sealOf } from "../../src/record/trial-file.ts";
import { sha256Hex } from "../../src/std/hash.ts";

const TRUTH = { cash: 1, loans: 2, debt: 0, equity: 3, revenue: 4, borrowers: 5 };

const opening = (month: number): UnstampedEvent => ({ event: "opening", month, text: `Month ${month}` });
const call = (month: number): UnstampedEvent => ({ event: "call", month, name: "pass", arguments: {} });
const monthEnd = (month: number): UnstampedEvent => {
  return { event: "month", month, stateHash: `state ${month}`, truth: TRUTH, closedThrough: null };
};
const limit = (name: string): UnstampedEvent => ({ event: "limit", month: 1, limit: name, value: 30 });
const error: UnstampedEvent = { event: "error", month: 1, code: "gone", message: "gone", retryable: true };
const message: UnstampedEvent = { event: "message", month: 1, role: "user", text: "call a tool" };

/** What a recorder of these events writes. */
function recordOf(events: readonly UnstampedEvent[], startMs = 100): RecordedEvent[] {
  const { lines, recorder } = recorderOn([], startMs);
  for (const event of events) recorder.write(event);
  return lines.map((line, index) => ({ event: parsed(line), line, lineNumber: index + 1 }));
}

function parsed(line: string): TrialEvent {
  return trialEventSchema.parse(JSON.parse(line));
}

function recorderOn(recorded: readonly RecordedEvent[], startMs = 500) {
  const lines: string[] = [];
  let ms = startMs;
  const sink = { append: (text: string) => void lines.push(text), flush: () => Promise.resolve() };
  return { lines, recorder: new TrialRecorder(sink, () => (ms += 1), recorded) };
}

describe("a recorder without a record", () => {
  test("writes each event with the clock, and each month with the digest of what came before it", () => {
    const lines = recordOf([opening(0), call(0), monthEnd(0), opening(1), monthEnd(1)]).map(({ line }) => line);
    const texts = lines.map((line) => parsed(line));
    expect(texts.map(({ at }) => at.ms)).toEqual([101, 102, 103, 104, 105]);
    expect(texts[2]?.at.digest).toBe(sha256Hex(lines.slice(0, 2).join("")));
    expect(texts[4]?.at.digest).toBe(sha256Hex(lines.slice(2, 4).join("")));
  });

  test("seals the file: last clock, size, digest of all bytes", () => {
    const { lines, recorder } = recorderOn([]);
    for (const event of [opening(0), monthEnd(0)]) recorder.write(event);
    const text = lines.join("");
    expect(recorder.seal()).toEqual({ ms: 502, bytes: Buffer.byteLength(text), digest: sha256Hex(text) });
  });

  test("seals as its file is read", () => {
    const events = recordOf([{ ...opening(0), text: "Grüße — 你好" } as UnstampedEvent, monthEnd(0)]);
    const { recorder } = recorderOn(events);
    for (const { event } of events) recorder.write(withoutAt(event));
    expect(recorder.seal()).toEqual(sealOf(events));
  });
});

describe("a recorder with a record", () => {
  const recorded = recordOf([opening(0), call(0), monthEnd(0), opening(1)]);

  test("writes nothing while events repeat, and goes on live after the last", () => {
    const { lines, recorder } = recorderOn(recorded);
    for (const event of [opening(0), call(0), monthEnd(0)]) recorder.write(event);
    expect(recorder.isReplaying).toBe(true);
    recorder.write(opening(1));
    expect(recorder.isReplaying).toBe(false);
    expect(lines).toEqual([]);
    recorder.write(call(1));
    expect(lines.map((line) => parsed(line).event)).toEqual(["call"]);
  });

  test("continues the digests, so that the file is sealed as if it had never stopped", () => {
    const { lines, recorder } = recorderOn(recorded);
    for (const event of [opening(0), call(0), monthEnd(0), opening(1), monthEnd(1)]) recorder.write(event);
    const before = recorded.slice(2).map(({ line }) => line);
    expect(parsed(lines[0] ?? "").at.digest).toBe(sha256Hex(before.join("")));
  });

  test.each<[what: string, event: UnstampedEvent, words: RegExp]>([
    ["another event", monthEnd(0), /line 2, month 0: "call" is recorded, "month" comes/],
    ["another value", { ...call(0), name: "book_closing" } as UnstampedEvent, /"call", name: "pass" recorded/],
    ["a value more", { ...call(0), arguments: { a: 1 } } as UnstampedEvent, /arguments.a: nothing recorded, 1 found/],
  ])("names line, month and difference where %s comes", (_what, event, words) => {
    const { recorder } = recorderOn(recorded);
    recorder.write(opening(0));
    expect(() => {
      recorder.write(event);
    }).toThrow(words);
    expect(recorder.parting).toMatchObject({ lineNumber: 2, month: 0 });
  });

  test("takes a value that JSON cannot carry for what JSON makes of it", () => {
    const events = recordOf([{ ...call(0), arguments: { amount: null } } as UnstampedEvent]);
    const { recorder } = recorderOn(events);
    recorder.write({ ...call(0), arguments: { amount: Number.NaN, left: undefined } } as UnstampedEvent);
    expect(recorder.isReplaying).toBe(false);
  });

  test("notices a changed clock by the digest of the month", () => {
    const [first, ...rest] = recorded as [RecordedEvent, ...RecordedEvent[]];
    const line = first.line.replace('"ms":101', '"ms":191');
    const { recorder } = recorderOn([{ ...first, line, event: parsed(line) }, ...rest]);
    recorder.write(opening(0));
    recorder.write(call(0));
    expect(() => {
      recorder.write(monthEnd(0));
    }).toThrow(RecordMismatch);
  });
});

describe("interruptions in a record", () => {
  const ended = endedEvent("failed");

  test("are passed over by a trial that is taken up again", () => {
    const recorded = recordOf([opening(0), monthEnd(0), opening(1), error, ended]);
    const { lines, recorder } = recorderOn(recorded);
    for (const event of [opening(0), monthEnd(0), opening(1)]) recorder.write(event);
    expect(recorder.isReplaying).toBe(false);
    expect(recorder.nextRecorded()).toBeNull();
    recorder.write(call(1));
    expect(lines).toHaveLength(1);
    expect(recorder.seal().bytes).toBe([...recorded.map(({ line }) => line), ...lines].join("").length);
  });

  test("between recorded events are passed over too", () => {
    const recorded = recordOf([opening(1), error, ended, call(1), limit("turns"), message]);
    const { lines, recorder } = recorderOn(recorded);
    recorder.write(opening(1));
    expect(recorder.nextRecorded()?.event).toBe("call");
    recorder.write(call(1));
    expect(recorder.nextRecorded()?.event).toBe("message");
    recorder.write(message);
    expect([lines, recorder.isReplaying]).toEqual([[], false]);
  });

  test("that come again are as recorded, not written twice", () => {
    const recorded = recordOf([opening(1), limit("turns"), monthEnd(1)]);
    const { lines, recorder } = recorderOn(recorded);
    for (const event of [opening(1), limit("turns"), monthEnd(1)]) recorder.write(event);
    expect([lines, recorder.isReplaying]).toEqual([[], false]);
  });

  test("at the very end are as recorded when they come again, and are followed when they do not", () => {
    const recorded = recordOf([opening(1), limit("context"), endedEvent("truncated")]);
    const again = recorderOn(recorded);
    for (const event of [opening(1), limit("context"), endedEvent("truncated")]) again.recorder.write(event);
    expect(again.lines).toEqual([]);
    const beyond = recorderOn(recorded);
    for (const event of [opening(1), limit("trial-cost")]) beyond.recorder.write(event);
    expect(beyond.lines.map((line) => parsed(line).event)).toEqual(["limit"]);
  });
});

function withoutAt(event: TrialEvent): UnstampedEvent {
  const { at: _at, ...facts } = event;
  return facts;
}

function endedEvent(kind: "failed" | "truncated"): UnstampedEvent {
  const outcome =
    kind === "failed"
      ? ({ kind, code: "gone", message: "gone" } as const)
      : ({ kind, limit: "context", value: 30 } as const);
  const counts = {
    equityRounds: 0,
    debtRounds: 0,
    toolCalls: 0,
    refusedCalls: 0,
    closings: 0,
    requests: 0,
    refusedRequests: 0,
    forcedPasses: 0,
    noteCalls: 0,
    turns: 0,
  };
  const result = {
    outcome,
    months: 1,
    monthsActed: 1,
    scoreCents: null,
    trailingRevenueCents: null,
    finalCashCents: 1,
    notesOutstandingCents: 0,
    raisedCents: 0,
    ...counts,
    usage: null,
    servedModel: null,
    oddities: {},
    crises: [null, null, null] as [null, null, null],
    stateHash: "",
  };
  return { event: "ended", outcome, result };
}
