import { describe, expect, it } from "vitest";
import { ProviderError } from "../../src/llm/error.ts";
import { UNKNOWN_USAGE } from "../../src/llm/model.ts";
import type { LeaseOutcome } from "../../src/llm/throttle.ts";
import type { Caps } from "../../src/runner/budget.ts";
import { LeaseDesk, type OpenLease } from "../../src/runner/lease-desk.ts";
import { SimulatedTime } from "../support/simulated-time.ts";

const REPLIED: LeaseOutcome = { kind: "replied", usage: UNKNOWN_USAGE, pace: null, elapsedMs: 1 };

function deskWith(caps: Caps, modelCaps: Record<string, Caps> = {}) {
  const time = new SimulatedTime();
  const stops: string[] = [];
  const answers: string[] = [];
  const desk = new LeaseDesk(
    time.clock,
    time.timer,
    { run: caps, ofModel: (label) => modelCaps[label] ?? {} },
    {
      onRunCapped: (reason) => stops.push(`run: ${reason}`),
      onModelCapped: (label, reason) => stops.push(`${label}: ${reason}`),
      onEndpointPaused: (endpoint, reason) => stops.push(`${endpoint} paused: ${reason}`),
    },
  );
  const ask = (name: string, worstUsd: number | null, label = "model", endpoint = "here"): OpenLease =>
    desk.ask(
      { label, endpoint },
      { inputTokens: 10, outputTokens: 10, worstUsd, attempt: 1 },
      {
        grant: () => answers.push(`${name} granted`),
        refuse: (reason) => answers.push(`${name} refused: ${reason}`),
      },
    );
  return { desk, ask, stops, answers };
}

describe("the lease desk", () => {
  it("grants what fits", () => {
    const { ask, answers, stops } = deskWith({ usd: 1 });
    ask("first", 0.5);
    ask("second", 0.5);
    expect(answers).toEqual(["first granted", "second granted"]);
    expect(stops).toEqual([]);
  });

  it("makes a request that does not fit wait for outstanding ones, and grants it when they turn out cheap", () => {
    const { desk, ask, answers } = deskWith({ usd: 1 });
    const first = ask("first", 0.8);
    ask("second", 0.8);
    expect(answers).toEqual(["first granted"]);
    desk.spend("model", { usd: 0.1, tokens: 5 });
    first.release(REPLIED);
    expect(answers).toEqual(["first granted", "second granted"]);
  });

  it("suspends the run where nothing is outstanding and the request still does not fit", () => {
    const { desk, ask, answers, stops } = deskWith({ usd: 1 });
    const first = ask("first", 0.8);
    ask("second", 0.8);
    desk.spend("model", { usd: 0.7, tokens: 5 });
    first.release(REPLIED);
    expect(answers[1]).toMatch(/^second refused: the cap of \$1 is reached/);
    expect(stops).toHaveLength(1);
  });

  it("counts tokens as well as money", () => {
    const { ask, answers } = deskWith({ tokens: 30 });
    const first = ask("first", null);
    ask("second", null);
    expect(answers).toEqual(["first granted"]);
    first.release({ kind: "unused" });
    expect(answers).toEqual(["first granted", "second granted"]);
  });

  it("stops one model at its own cap and leaves the others alone", () => {
    const { desk, ask, answers, stops } = deskWith({}, { dear: { usd: 1 } });
    desk.spend("dear", { usd: 0.9, tokens: 5 });
    ask("dear one", 0.2, "dear");
    ask("cheap one", 0.2, "cheap");
    expect(answers).toEqual(["dear one refused: the cap of $1 for dear is reached", "cheap one granted"]);
    expect(stops).toEqual(["dear: the cap of $1 for dear is reached"]);
  });

  it("pauses an endpoint whose credit is used up, and no other", () => {
    const { ask, answers, stops } = deskWith({});
    const error = new ProviderError({ code: "quota", class: "money", words: "no credit left" }).toJSON();
    ask("first", 0, "model", "poor").release({ kind: "failed", error, elapsedMs: 1 });
    ask("second", 0, "model", "poor");
    ask("third", 0, "other", "rich");
    expect(stops).toEqual(["poor paused: poor is paused: no credit left"]);
    expect(answers).toEqual(["first granted", "second refused: poor is paused: no credit left", "third granted"]);
  });

  it("gives a cancelled lease's room to others", () => {
    const { ask, answers } = deskWith({ usd: 1 });
    const first = ask("first", 1);
    ask("second", 1);
    first.cancel();
    expect(answers).toEqual(["first granted", "second granted"]);
  });
});
