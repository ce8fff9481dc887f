import { describe, expect, test } from "vitest";
import type { Player } from "../../src/config/player.ts";
import { defaultRunName, extendManifest, manifestOf } from "../../src/runner/identity.ts";
import type { RunRequest } from "../../src/runner/run-request.ts";
import { requestFor, scripted } from "../support/runs.ts";

const WORLD = { fingerprint: "f", dataHash: "d", toolHash: "t" };

type Change = Parameters<typeof requestFor>[1];

const manifest = (change: Change = {}, world = WORLD) => manifestOf(requestFor("folder", change), world);

const asking = (amountUsd: number, paceMs = 0): readonly Player[] => [
  scripted("raise-always", { params: { amountUsd }, paceMs }),
];

describe("a second session of a run", () => {
  test("extends its plan by seeds, repeats and players, and drops nothing", () => {
    const extended = extendManifest(
      manifest({ seeds: [0, 5] }),
      manifest({ seeds: [1, 5], repeats: 3, players: [scripted("raise-once"), scripted("never-raise")] }),
      "folder",
    );
    expect(extended.seeds).toEqual([0, 1, 5]);
    expect(extended.repeats).toBe(3);
    const labels = extended.players.map(({ label }) => label);
    expect(labels).toEqual(["never-raise", "raise-always", "random", "raise-once"]);
    expect(extendManifest(extended, manifest(), "folder").repeats).toBe(3);
  });

  test("may change what no stamp names", () => {
    const extended = extendManifest(
      manifest({ players: asking(1e6) }),
      manifest({ players: asking(1e6, 20) }),
      "folder",
    );
    expect(extended.players[0]?.settings).toMatchObject({ paceMs: 20 });
  });

  test.each<[what: string, second: ReturnType<typeof manifest>, words: RegExp]>([
    ["another rule", manifest({ protocol: { horizon: 24 } }), /protocol horizon: 12 there, 24 asked for/],
    ["another engine", manifest({}, { ...WORLD, fingerprint: "g" }), /fingerprint: f there, g now/],
    ["other data", manifest({}, { ...WORLD, dataHash: "x" }), /dataHash: d there, x now/],
    ["another shard", manifest({ shard: [1, 2] }), /shard: the whole run there, 1\/2 asked for/],
  ])("is refused with the difference where it asks for %s", (_what, second, words) => {
    expect(() => extendManifest(manifest(), second, "folder")).toThrow(words);
    expect(() => extendManifest(manifest(), second, "folder")).toThrow("folder holds another run");
  });

  test("is refused where a label stands for another player, and names the setting", () => {
    expect(() => extendManifest(manifest({ players: asking(1e6) }), manifest({ players: asking(2e6) }), "f")).toThrow(
      /player raise-always, params: .*1000000.* there, .*2000000.* asked for/,
    );
  });

  test("is refused where the same settings are played by another version", () => {
    const before = manifest();
    const [first, ...others] = before.players;
    const played = { ...before, players: [{ ...first, playerStamp: "older" }, ...others] } as typeof before;
    expect(() => extendManifest(played, manifest(), "f")).toThrow(/never-raise is played by another version/);
  });

  test("is refused on a branch", () => {
    expect(() => extendManifest({ ...manifest(), branchOf: "x" }, manifest(), "f")).toThrow(/a branch of x/);
  });
});

describe("the default folder", () => {
  const name = (change: Change, world = WORLD): string => defaultRunName(manifest(change, world));
  const same: Partial<RunRequest>[] = [{ seeds: [1, 2, 3] }, { repeats: 4 }, { workers: 8 }, { flags: ["x"] }];

  test("is the same for the same rules and players, whatever else is asked for", () => {
    expect(name({})).toMatch(/^[0-9a-f]{8}$/);
    for (const change of same) expect(name(change)).toBe(name({}));
    expect(name({ players: [...requestFor("f").players].reverse() })).toBe(name({}));
  });

  test("is another for other rules, players, shards or engines", () => {
    const others = [
      name({ protocol: { noise: false } }),
      name({ players: asking(1) }),
      name({ shard: [1, 2] }),
      name({}, { ...WORLD, fingerprint: "g" }),
    ];
    expect(new Set([name({}), ...others]).size).toBe(5);
  });
});
