import { describe, expect, it } from "vitest";
import type { MonthEnd } from "../../../src/agents/agent.ts";
import type { MemoryPolicy } from "../../../src/agents/react/memory.ts";
import { MONTH_CLOSED, NO_CALL_REMINDER, systemPrompt } from "../../../src/agents/react/prompt.ts";
import { createReact } from "../../../src/agents/react/react.ts";
import type { Episode } from "../../../src/env/episode.ts";
import { assertAnswered } from "../../../src/llm/messages.ts";
import { newEpisode } from "../../support/play.ts";
import { brokenCall, call, PASS, reply, ScriptedSeat } from "../../support/scripted-seat.ts";

const PROMPT = { variant: "standard" } as const;
const SYSTEM_PROMPT = systemPrompt(PROMPT, newEpisode().desk.rules);
const SETTINGS = { prompt: PROMPT, turnsPerMonth: 5, maxOutputTokens: 1000 };

async function playMonths(
  seat: ScriptedSeat,
  months = 1,
  memory: MemoryPolicy = { policy: "monthly-reset" },
): Promise<{ ends: MonthEnd[]; episode: Episode }> {
  const episode = newEpisode();
  const agent = createReact({ ...SETTINGS, memory }, seat);
  const ends: MonthEnd[] = [];
  for (let month = 0; month < months; month += 1) {
    const end = await agent.playMonth(episode.desk);
    ends.push(end);
    if (end.kind === "stopped") break;
    episode.forcePass("undecided");
    episode.step();
  }
  for (const { messages } of seat.requests) assertAnswered(messages);
  return { ends, episode };
}

function lastMessages(seat: ScriptedSeat): string[] {
  return (seat.requests.at(-1)?.messages ?? []).map((message) => `${message.role}: ${message.text.slice(0, 60)}`);
}

describe("the loop", () => {
  it("tells the system prompt and the month's opening, and offers every tool", async () => {
    const seat = new ScriptedSeat(PASS());
    await playMonths(seat);
    expect(seat.requests[0]?.system).toBe(SYSTEM_PROMPT);
    expect(seat.requests[0]?.messages[0]).toMatchObject({
      role: "user",
      text: expect.stringContaining("Month 0") as string,
    });
    expect(seat.requests[0]?.tools.map(({ name }) => name)).toContain("fund_raising_request");
    expect(seat.said).toEqual([SYSTEM_PROMPT]);
  });

  it("carries out the calls of a turn in order and shows their answers before it asks again", async () => {
    const seat = new ScriptedSeat(
      reply("Looking.", [call("save_note", { content: "n" }), call("verify_cash_position")]),
      PASS(),
    );
    const { episode } = await playMonths(seat);
    expect(lastMessages(seat).slice(2)).toEqual(["tool: Note saved. Notes: 1.", "tool: Cash today: $15,000,000.00"]);
    expect(episode.counts).toMatchObject({ toolCalls: 1, notes: 1, refusedCalls: 0 });
  });

  it("ends the month with its action and says why in the model's words", async () => {
    const seat = new ScriptedSeat(
      reply("Cash will be\n short.", [call("fund_raising_request", { instrument: "equity", amount_usd: 5e6 })]),
    );
    const { ends, episode } = await playMonths(seat);
    expect(ends).toEqual([{ kind: "played", why: "Cash will be short." }]);
    expect(episode.counts.requests).toBe(1);
  });

  it("answers what comes after the action as not executed", async () => {
    const seat = new ScriptedSeat(reply("", [call("pass"), call("verify_cash_position"), call("pass")]), PASS());
    const { episode } = await playMonths(seat, 2, { policy: "full" });
    expect(episode.counts.toolCalls).toBe(0);
    const answers = seat.requests[1]?.messages.filter((message) => message.role === "tool").map(({ text }) => text);
    expect(answers).toEqual(["Passed.", MONTH_CLOSED, MONTH_CLOSED]);
  });

  it.each([
    ["an unknown tool", call("sell_everything"), 'unknown tool "sell_everything", these exist: verify_cash_position'],
    ["a bad argument", call("fund_raising_request", { instrument: "gold", amount_usd: 1 }), "instrument"],
    [
      "broken arguments",
      brokenCall("fund_raising_request", '{"instrument": "equ', "no JSON: it ends in a string"),
      "no JSON: it ends in a string",
    ],
  ])("lets the model read what is wrong with %s, and counts it", async (_what, wrong, words) => {
    const seat = new ScriptedSeat(reply("", [wrong]), PASS());
    const { episode } = await playMonths(seat);
    const answer = seat.requests[1]?.messages.at(-1);
    expect(answer).toMatchObject({ role: "tool", isError: true, text: expect.stringContaining(words) as string });
    expect(episode.counts).toMatchObject({ refusedCalls: 1, requests: 0 });
  });

  it("asks an empty reply once more with the same request, then passes", async () => {
    const seat = new ScriptedSeat(reply(""));
    const { ends, episode } = await playMonths(seat);
    expect(seat.requests).toHaveLength(2);
    expect(seat.requests[1]).toEqual(seat.requests[0]);
    expect(ends).toEqual([{ kind: "played", why: "the replies called no tool" }]);
    expect(seat.limits).toEqual(["replies-without-call 2"]);
    expect(episode.counts.forcedPasses).toBe(1);
  });

  it("reminds a reply that is only text, then passes", async () => {
    const seat = new ScriptedSeat(reply("I would wait."));
    await playMonths(seat);
    expect(seat.requests[1]?.messages.slice(1)).toMatchObject([
      { role: "assistant", text: "I would wait." },
      { role: "user", text: NO_CALL_REMINDER },
    ]);
    expect(seat.said).toEqual([SYSTEM_PROMPT, NO_CALL_REMINDER]);
    expect(seat.requests).toHaveLength(2);
  });

  it("forgives a reply without a call after one that had one", async () => {
    const look = () => reply("", [call("verify_cash_position")]);
    const seat = new ScriptedSeat(reply("Hm."), look(), reply("Hm."), PASS());
    const { episode } = await playMonths(seat);
    expect(episode.counts.forcedPasses).toBe(0);
  });

  it("asks a cut reply once more with a larger limit and shows only the second", async () => {
    const seat = new ScriptedSeat(reply("I thi", [], "length"), PASS());
    await playMonths(seat);
    expect(seat.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([undefined, 2000]);
    expect(seat.requests[1]?.messages).toEqual(seat.requests[0]?.messages);
  });

  it("goes on where the provider paused its own turn", async () => {
    const seat = new ScriptedSeat(reply("Let me see …", [], "pause"), PASS());
    const { episode } = await playMonths(seat);
    expect(lastMessages(seat).at(-1)).toBe("assistant: Let me see …");
    expect(episode.counts.forcedPasses).toBe(0);
  });

  it("closes the month when its turns are used up", async () => {
    const seat = new ScriptedSeat(reply("", [call("verify_cash_position")]));
    const { episode } = await playMonths(seat);
    expect(seat.requests).toHaveLength(5);
    expect(seat.limits).toEqual(["turns 5"]);
    expect(episode.counts.forcedPasses).toBe(1);
  });

  it("ends the month when too many calls were refused, whatever the model still wants", async () => {
    const seat = new ScriptedSeat(
      reply(
        "",
        Array.from({ length: 25 }, () => call("nonsense")),
      ),
    );
    const { ends, episode } = await playMonths(seat);
    expect(ends[0]).toMatchObject({ kind: "played" });
    expect(episode.counts).toMatchObject({ refusedCalls: 20, forcedPasses: 1 });
  });
});

describe("memory", () => {
  const openings = (seat: ScriptedSeat): number[] =>
    seat.requests.map(
      ({ messages }) => messages.filter(({ text, role }) => role === "user" && text.startsWith("Month ")).length,
    );

  it.each<[string, MemoryPolicy, number[]]>([
    ["monthly-reset shows this month only", { policy: "monthly-reset" }, [1, 1, 1, 1]],
    ["window shows the last months too", { policy: "window", months: 2 }, [1, 2, 3, 3]],
    ["full shows everything", { policy: "full" }, [1, 2, 3, 4]],
  ])("%s", async (_what, memory, expected) => {
    const seat = new ScriptedSeat(PASS());
    await playMonths(seat, 4, memory);
    expect(openings(seat)).toEqual(expected);
  });

  it("forgets the older half when the conversation has grown too long, and says so", async () => {
    const seat = new ScriptedSeat(PASS(), PASS(), PASS(), PASS(), "overflow", PASS());
    const { ends } = await playMonths(seat, 5, { policy: "full" });
    expect(openings(seat)).toEqual([1, 2, 3, 4, 5, 3]);
    expect(seat.trims).toEqual([3]);
    expect(ends).toHaveLength(5);
  });

  it.each<[string, MemoryPolicy]>([
    ["there is nothing to forget", { policy: "monthly-reset" }],
    ["forgetting does not help", { policy: "full" }],
  ])("truncates the trial where %s", async (_what, memory) => {
    const seat = new ScriptedSeat(PASS(), "overflow", "overflow");
    const { ends } = await playMonths(seat, 2, memory);
    expect(ends.at(-1)).toMatchObject({ kind: "stopped", stop: { kind: "truncated", limit: "context" } });
  });
});
