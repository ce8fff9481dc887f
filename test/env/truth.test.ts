import { describe, expect, test } from "vitest";
import { auditMonth, engineFingerprint, fundingTotals, stateHash, TOOL_HASH } from "../../src/env/truth.ts";
import { JournalEntry } from "../../src/ledger/entry.ts";
import { newEpisode, nextMonth, play, raise } from "../support/play.ts";
import { SCENARIO, scenarioWith } from "../support/scenario.ts";

describe("the audit of a month", () => {
  test("finds an entry that the month's operations do not explain", () => {
    const episode = newEpisode();
    nextMonth(episode);
    const { company } = episode;
    expect(auditMonth(company, 0)).toEqual([]);
    company.journal.append(
      new JournalEntry(1, "A gift to the loans", [
        { account: "loans", amountCents: 100 },
        { account: "cash", amountCents: -100 },
      ]),
    );
    nextMonth(episode);
    expect(auditMonth(company, 1)).toEqual([expect.stringMatching(/^month 1: loans rolled forward: /)]);
  });

  test("finds a month without operations", () => {
    expect(auditMonth(newEpisode().company, 0)).toEqual(["month 0: no operations were run"]);
  });
});

describe("the state hash", () => {
  test("differs where one request differs by a dollar", () => {
    const [one, other] = [2e7, 2e7 + 1].map((usd) => {
      const episode = newEpisode({ seed: 3 });
      nextMonth(episode, raise("equity", usd));
      return stateHash("", episode.company, 0);
    });
    expect(one).not.toBe(other);
  });

  test("of a month does not depend on what has settled since", () => {
    // Seed 0 settles its first request as month 1 opens; a game of one month never gets there.
    const [short, long] = [1, 2].map((horizon) =>
      play((desk, month) => month === 0 && desk.call(raise("equity", 2e7)), { protocol: { horizon } }),
    );
    expect(long?.openings[1]?.data.settlement).not.toBeNull();
    expect(long?.hashes[0]).toBe(short?.hashes[0]);
  });

  test("carries the months before it", () => {
    const { company } = play(() => undefined, { protocol: { horizon: 3 } }).episode;
    expect(stateHash("a", company, 2)).not.toBe(stateHash("b", company, 2));
    expect(stateHash("a", company, 2)).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe("a request that is due at or after the horizon", () => {
  test("never comes back and is not counted as raised", () => {
    const { episode, ending } = play((desk, month) => month === 0 && desk.call(raise("equity", 2e7)), {
      protocol: { horizon: 1 },
    });
    expect(ending).toBe("survived");
    expect(episode.company.pending).not.toBeNull();
    expect(fundingTotals(episode.company)).toEqual({ raisedCents: 0, equityRounds: 0, debtRounds: 0 });
  });
});

describe("the stamps", () => {
  test("are the same every time", () => {
    expect(engineFingerprint(SCENARIO)).toBe(engineFingerprint(SCENARIO));
    expect(TOOL_HASH).toMatch(/^[0-9a-f]{16}$/);
  });

  test("of the engine change with the world", () => {
    const warmer = scenarioWith(({ month, vix }) => (month === 39 ? { vix: vix + 0.01 } : {}));
    expect(engineFingerprint(warmer)).not.toBe(engineFingerprint(SCENARIO));
  });
});
