import type { Command } from "commander";
import { isRunFolder, readManifest } from "../../record/run-folder.ts";
import { COMPARE_OPTIONS, comparePairs } from "../../report/compare.ts";
import { type Chosen, pairSides } from "../../report/compare-sides.ts";
import { compareText } from "../../report/compare-text.ts";
import { protocolDifference } from "../../report/protocol-difference.ts";
import { present } from "../../std/assert.ts";
import { say } from "../console.ts";
import { checkedRun } from "../run-argument.ts";
import { resultsOf } from "../tables.ts";

interface Flags {
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  arena compare results/a results/b                     every player that both runs have
  arena compare results/a:GPT-5.5 results/a:never-raise two players of one run
  arena compare results/paper results/no-delay          across protocols, which it says first`;

/** `arena compare` */
export function compareCommand(program: Command): Command {
  return program
    .command("compare")
    .summary("compare two players or two runs on the seeds they share")
    .description(
      "Compares players pair by pair on shared seeds (McNemar on survival, paired means, Holm over pairs) and says " +
        "what can be concluded and what cannot.",
    )
    .argument("<a>", "a run's folder, or folder:label for one of its players")
    .argument("<b>", "the same")
    .option("--json", "the comparison as JSON on stdout")
    .addHelpText("after", EXAMPLES)
    .action((a: string, b: string, flags: Flags) => {
      const [first, second] = [chosen(a), chosen(b)];
      const pairs = comparePairs(pairSides(first, second));
      const protocols = protocolsText(first, second);
      const isSame = first.results.protocolStamp === second.results.protocolStamp;
      if (flags.json === true)
        say(JSON.stringify({ sameProtocol: isSame, protocols, ...COMPARE_OPTIONS, pairs }, null, 2));
      else say(compareText(pairs, protocols, COMPARE_OPTIONS));
    });
}

/** A folder, or `folder:label`; where either may hold a colon, the longest folder that is a run. */
function chosen(text: string): Chosen {
  const colons = [...text.matchAll(/:/g)].map(({ index }) => index).reverse();
  const split = isRunFolder(text) ? undefined : colons.find((at) => isRunFolder(text.slice(0, at)));
  const folder = checkedRun(split === undefined ? text : text.slice(0, split));
  const { protocolStamp } = readManifest(folder);
  const { tables } = resultsOf([folder]);
  const own = tables.find((table) => table.protocolStamp === protocolStamp);
  return {
    folder,
    label: split === undefined ? null : text.slice(split + 1),
    results: present(own, "a run has a table of its own protocol"),
  };
}

function protocolsText(first: Chosen, second: Chosen): string {
  const stamp = first.results.protocolStamp;
  if (stamp === second.results.protocolStamp) return `Both were played under protocol ${stamp}.`;
  const difference = protocolDifference(readManifest(first.folder), readManifest(second.folder));
  return (
    `NOT THE SAME PROTOCOL: B was played with ${difference}. What differs below may be the rules as well as the ` +
    "players; only the weather of a seed is shared."
  );
}
