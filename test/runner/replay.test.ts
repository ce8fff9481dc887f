import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { replay, type StoryEnd, type StoryHead, type StoryMonth } from "../../src/runner/replay.ts";
import { eventsIn, runIn } from "../support/runs.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const original = folderOfFile();

beforeAll(async () => {
  await runIn(original, { protocol: { horizon: 30 } });
});

async function told(folder: string, trial: string, toMonth: number | null = null) {
  const months: StoryMonth[] = [];
  const heads: StoryHead[] = [];
  const end: StoryEnd = await replay(folder, trial, toMonth, {
    head: (head) => heads.push(head),
    month: (month) => months.push(month),
  });
  return { head: heads[0], months, end };
}

describe("a replayed trial", () => {
  test("is told month by month, with every event of the record once", async () => {
    const { months, end, head } = await told(original, "random:1");
    expect(end).toMatchObject({ months: 30, parting: null });
    expect(months.map(({ month }) => month)).toEqual(Array.from({ length: 30 }, (_, month) => month));
    const recorded = eventsIn(original, "random-s1-r0").filter((event) => "month" in event);
    expect(months.flatMap(({ events }) => events)).toEqual(recorded);
    expect(head?.result?.months).toBe(30);
  });

  test("shows cash that adds up from month to month", async () => {
    const { months } = await told(original, "random:0");
    expect(months[0]?.openingCash).toBe(1_500_000_000);
    for (const [index, { openingCash, flows, truth }] of months.entries()) {
      const net = (Object.values(flows) as number[]).reduce((sum, cents) => sum + cents, 0);
      expect(openingCash + net).toBe(truth.cash);
      expect(openingCash).toBe(index === 0 ? openingCash : months[index - 1]?.truth.cash);
    }
  });

  test("shows statements where the books are closed, and there alone", async () => {
    const { months } = await told(original, "random:0");
    const closings = months.filter(({ events }) =>
      events.some((event) => event.event === "action" && event.action === "book_closing"),
    );
    expect(closings.length).toBeGreaterThan(2);
    expect(months.filter(({ closed }) => closed !== null)).toEqual(closings);
    for (const { month, closed } of closings) {
      expect(closed?.through).toBe(month - 1);
      const cash = closed?.lines.find(({ name }) => name === "Cash")?.amountsUsd.at(-1);
      expect(cash).toBe(month === 0 ? 15_000_000 : (months[month - 1]?.truth.cash ?? 0) / 100);
    }
  });

  test("up to a month ends there, without a word on its end", async () => {
    const { months, end } = await told(original, "raise-always:0", 4);
    expect([months.length, end.months, end.parting]).toEqual([5, 5, null]);
    expect((await told(original, "raise-always:0", 131)).end.months).toBe(30);
  });

  test("shows where record and simulator part", async () => {
    const folder = join(temporaryFolder(), "run");
    cpSync(original, folder, { recursive: true });
    const path = join(folder, "trials", "random-s0-r0.jsonl");
    const text = readFileSync(path, "utf8");
    const at = text.indexOf('"equity":', text.indexOf('"event":"month","month":7')) + 9;
    writeFileSync(path, `${text.slice(0, at)}1${text.slice(at)}`);
    const { months, end } = await told(folder, "random:0");
    expect(months).toHaveLength(7);
    expect(end).toMatchObject({
      months: 7,
      parting: { month: 7, difference: expect.stringContaining("truth.equity") as string },
    });
  });

  test("that has not been played says so", async () => {
    const folder = temporaryFolder();
    await runIn(folder, { only: { seeds: [0] } });
    await expect(told(folder, "random:1")).rejects.toThrow("has not been played yet");
  });
});
