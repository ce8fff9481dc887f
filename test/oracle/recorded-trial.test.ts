// The oracle's trial is one like any other: planned, played in a worker, recorded, and proven by its record.
import { expect, test } from "vitest";
import { playerSchema } from "../../src/config/player.ts";
import { clairvoyantPlan, planInWords } from "../../src/oracle/clairvoyant.ts";
import { verifyRun } from "../../src/runner/verify.ts";
import { eventsIn, linesIn, runIn } from "../support/runs.ts";
import { protocolWith, SCENARIO } from "../support/scenario.ts";
import { temporaryFolder } from "../support/temporary.ts";

const ORACLE = playerSchema.parse({ label: "oracle", category: "Oracle", framework: "oracle" });

test.each(["paper", "hardened"] as const)(
  "a trial of the oracle in %s is recorded with its reasons, and holds",
  async (ruleset) => {
    const folder = temporaryFolder();
    // The repeats show that it plays a seed once.
    await runIn(folder, { players: [ORACLE], seeds: [3], repeats: 2, protocol: { ruleset, horizon: 45 } });
    const plan = clairvoyantPlan({ world: SCENARIO.macro, seed: 3, rules: protocolWith({ ruleset, horizon: 45 }) });
    const lines = linesIn(folder);
    expect(lines.map(({ result }) => (ruleset === "paper" ? result.raisedCents : result.scoreCents))).toEqual([
      plan.valueCents,
    ]);
    const asked = eventsIn(folder, "oracle-s3-r0").flatMap((event) =>
      event.event === "action" && event.action === "fund_raising_request" ? [[event.month, event.why]] : [],
    );
    expect(asked).toEqual(plan.requests.map(({ month }) => [month, planInWords(plan)]));
    expect((await verifyRun(folder)).differences).toEqual([]);
  },
);
