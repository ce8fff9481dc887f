import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { resultsOf } from "../../src/cli/tables.ts";
import { readManifest } from "../../src/record/run-folder.ts";
import { type Branch, type BranchRequest, branch } from "../../src/runner/branch.ts";
import { createAgent } from "../../src/runner/registry.ts";
import { verifyRun } from "../../src/runner/verify.ts";
import { Stop } from "../../src/std/abort.ts";
import { eventsIn, linesIn, runIn, scripted } from "../support/runs.ts";
import { folderOfFile, temporaryFolder } from "../support/temporary.ts";

const original = folderOfFile();
const successor = scripted("raise-always", { label: "Successor" });
const branched = join(folderOfFile(), "branch");
let made: Branch;

beforeAll(async () => {
  await runIn(original, { players: [scripted("random"), successor], seeds: [0], protocol: { horizon: 20 } });
  made = await branch(requestOf(branched), new Stop<string>());
});

function requestOf(folder: string, rest: Partial<BranchRequest> = {}): BranchRequest {
  return {
    source: original,
    trial: "random:0",
    atMonth: 8,
    player: successor,
    agentFor: (game) => createAgent(successor, game, null),
    folder,
    results: "results",
    flags: [],
    sleep: () => Promise.resolve(),
    ...rest,
  };
}

const withoutAt = (events: readonly object[]): object[] => events.map((event) => ({ ...event, at: null }));
const untilMonth = (folder: string, id: string, month: number): object[] =>
  withoutAt(eventsIn(folder, id).filter((event) => "month" in event && event.month < month));

describe("a branch", () => {
  test("has the recorded months before its own, then the other player's", () => {
    expect(made.line?.result.outcome.kind).toBe("completed");
    const { id } = made.trial;
    expect(untilMonth(branched, id, 8)).toEqual(untilMonth(original, "random-s0-r0", 8));
    const reasons = eventsIn(branched, id).flatMap((event) => (event.event === "action" ? [event.why] : []));
    expect(reasons.slice(8).every((why) => why === "nothing is pending" || why?.startsWith("waits"))).toBe(true);
    expect(reasons).toHaveLength(20);
  });

  test("is proved like any run, says where it comes from, and is in no table", async () => {
    expect(await verifyRun(branched)).toMatchObject({ trials: 1, months: 20, differences: [] });
    expect(readManifest(branched).branchOf).toBe(`random-s0-r0 of ${original} from month 8 on`);
    expect(() => resultsOf([branched])).toThrow("is a branch of random-s0-r0");
  });

  test("at month 0 is the other player's own trial", async () => {
    const folder = join(temporaryFolder(), "branch");
    const { line } = await branch(requestOf(folder, { atMonth: 0 }), new Stop<string>());
    const alone = linesIn(original).find(({ trial }) => trial.label === successor.label);
    expect(line?.result).toEqual(alone?.result);
  });

  test("that is stopped goes on where it was", async () => {
    const folder = join(temporaryFolder(), "branch");
    const stop = new Stop<string>();
    const agentFor: BranchRequest["agentFor"] = (game) => {
      const agent = createAgent(successor, game, null);
      return {
        playMonth: (desk) => {
          if (desk.opening.data.month === 12) stop.stop("interrupted");
          return agent.playMonth(desk);
        },
      };
    };
    expect((await branch(requestOf(folder, { agentFor }), stop)).line).toBeNull();
    await branch(requestOf(folder), new Stop<string>());
    expect(withoutAt(eventsIn(folder, "successor-s0-r0"))).toEqual(withoutAt(eventsIn(branched, "successor-s0-r0")));
    expect((await verifyRun(folder)).differences).toEqual([]);
  });

  test("that is there already is not played again; another one in its folder is refused", async () => {
    expect((await branch(requestOf(branched), new Stop<string>())).line).toEqual(made.line);
    await expect(branch(requestOf(branched, { atMonth: 9 }), new Stop<string>())).rejects.toThrow("something else");
    await expect(branch(requestOf(original), new Stop<string>())).rejects.toThrow("something else");
  });

  test.each([
    [{ atMonth: 21 }, "its record has 20 months"],
    [{ trial: "random:4" }, "there is no trial"],
  ])("with %j is refused", async (rest, words) => {
    const request = requestOf(join(temporaryFolder(), "branch"), rest);
    await expect(branch(request, new Stop<string>())).rejects.toThrow(words);
  });

  test("of a record that answers otherwise now stops there", async () => {
    const source = join(temporaryFolder(), "source");
    cpSync(original, source, { recursive: true });
    const record = join(source, "trials", "random-s0-r0.jsonl");
    writeFileSync(record, readFileSync(record, "utf8").replace("Passed.", "Past."));
    const { line } = await branch(requestOf(join(source, "branch"), { source }), new Stop<string>());
    expect(line?.result.outcome).toMatchObject({ kind: "failed", code: "record-mismatch" });
  });
});
