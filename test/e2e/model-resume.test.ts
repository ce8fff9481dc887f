import { beforeAll, describe, expect, it } from "vitest";
import { type Proof, proveRun } from "../support/model-acceptance.ts";

const SIZE = { seeds: 1, horizon: 12, latencyMs: 5, faultRate: 0.08 };

describe("five models on a misbehaving server", () => {
  let whole: Proof;
  let broken: Proof;

  beforeAll(async () => {
    whole = await proveRun({ ...SIZE, killsAfterReplies: [] });
    broken = await proveRun({ ...SIZE, killsAfterReplies: [50, 130] });
  });

  it("are all scored, whatever the server does", () => {
    expect(whole.finished).toMatchObject({ code: 0 });
    expect(whole.scored).toBe(whole.planned);
  });

  it("have every oddity counted in the record", () => {
    expect(Object.keys(whole.oddities).length).toBeGreaterThan(1);
  });

  it("leave records that verify", () => {
    expect(whole.verified).toMatchObject({ code: 0 });
    expect(broken.verified).toMatchObject({ code: 0 });
  });

  it("give the same tables when killed twice and resumed", () => {
    expect(broken.finished).toMatchObject({ code: 0 });
    expect(broken.tables).toBe(whole.tables);
  });

  it("pay for no recorded reply twice", () => {
    expect(broken.paidBeforeKills).toBeGreaterThan(0);
    expect(whole.paid).toBe(whole.turns);
    expect(broken.turns).toBe(whole.turns);
    expect(broken.paid - broken.turns).toBeLessThanOrEqual(broken.inFlightAtKills);
    // Asking again for all that had been paid by then would have cost this much.
    expect(broken.paid - broken.turns).toBeLessThan(broken.paidBeforeKills);
  });
});
