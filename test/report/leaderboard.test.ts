import { describe, expect, test } from "vitest";
import type { Session } from "../../src/record/manifest.ts";
import { historiesOf } from "../../src/report/leaderboard/history.ts";
import { leaderboardData, leaderboardPage } from "../../src/report/leaderboard/page.ts";
import type { RunResults } from "../../src/report/run-results.ts";
import { bankrupt, line, player, run } from "./sample-runs.ts";

function night(day: string, survivors: number, rest: Parameters<typeof run>[2] = {}): RunResults {
  const session: Session = {
    startedAt: `2026-11-${day}T03:00:00.000Z`,
    version: "0.1.0",
    commit: `c0ffee${day}00`,
    dirty: false,
    node: "v20",
    platform: "linux",
    host: "h",
    pid: 1,
    lockfileHash: null,
    flags: [],
    notes: [],
  };
  const stamp = rest.protocolStamp ?? "aaaa1111";
  const lines = [0, 1, 2, 3].map((seed) =>
    line({ label: "A", seed, protocolStamp: stamp }, seed < survivors ? {} : bankrupt(40)),
  );
  return { name: `night-${day}`, ...run([player("A")], lines, { seeds: [0, 1, 2, 3], sessions: [session], ...rest }) };
}

const other = { protocolStamp: "bbbb2222", protocol: { ruleset: "hardened", horizon: 132 } };
const runs = [night("03", 1), night("01", 4), night("02", 2), night("02", 3, other)];

describe("the history of a player", () => {
  test("is in the order of the nights, one protocol at a time, the one played last first", () => {
    const histories = historiesOf(runs);
    expect(histories.map(({ protocolStamp }) => protocolStamp)).toEqual(["aaaa1111", "bbbb2222"]);
    const points = histories[0]?.players[0]?.points ?? [];
    expect(
      points.map(({ run: name, survivalPct, scoreMusd, commit }) => [name, survivalPct, scoreMusd, commit]),
    ).toEqual([
      ["night-01", 100, 20, "c0ffee0100"],
      ["night-02", 50, 10, "c0ffee0200"],
      ["night-03", 25, 5, "c0ffee0300"],
    ]);
  });

  test("is data too, and the same whatever the order of the runs", () => {
    const data = leaderboardData(historiesOf(runs));
    expect(leaderboardData(historiesOf(runs.toReversed()))).toBe(data);
    expect(JSON.parse(data)).toMatchObject({ protocols: [{ players: [{ label: "A", points: [{}, {}, {}] }] }, {}] });
  });
});

describe("the page", () => {
  test("has a table a protocol, the change to the night before, and no address of a network", async () => {
    const page = await leaderboardPage(historiesOf(runs));
    expect(page.match(/data-board>/g)).toHaveLength(2);
    expect(page).toContain('<td data-v="-5">-5.0</td>');
    expect(page).toContain("<code>c0ffee03</code>");
    const addresses = page.match(/https?:\/\/[^\s"'<)]+/g) ?? [];
    expect(addresses.filter((address) => address !== "http://www.w3.org/2000/svg")).toEqual([]);
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("of a run without a session or a trial says so", async () => {
    const page = await leaderboardPage(historiesOf([run([player("A")], [])]));
    expect(page).toContain("1 run at unknown dates");
    expect(page).toContain("0 players");
  });
});
