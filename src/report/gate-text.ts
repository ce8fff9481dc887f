// What a gate says, for a terminal, for a Markdown summary and for a JUnit file.
import type { GatedPlayer, GateOptions, GateResult } from "./gate.ts";
import { pText } from "./interval-text.ts";
import { type JUnitCase, junitXml } from "./junit.ts";
import { alignedGrid, escapeMarkdown } from "./markdown.ts";
import { ABSENT, fixed } from "./numbers.ts";

/** One line a player, then the verdict. */
export function gateText(result: GateResult): string {
  const width = Math.max(...result.players.map(({ label }) => label.length), 0);
  const lines = result.players.map((player) => {
    return `${player.label.padEnd(width)}  ${VERDICT_WORDS[player.verdict].padEnd(13)}  ${sentence(player, result.options)}`;
  });
  return [...lines, "", restsOn(result.options), `Gate: ${OVERALL_WORDS[result.verdict]}`].join("\n");
}

/** A table for a summary page. */
export function gateMarkdown(result: GateResult): string {
  const unit = unitOf(result.options);
  const rows = result.players.map((player) => [
    escapeMarkdown(player.label),
    VERDICT_WORDS[player.verdict],
    fixed(player.baseline, 1, ABSENT),
    fixed(player.run, 1, ABSENT),
    fixed(player.difference, 1, ABSENT),
    pText(player.pHolm),
    `${player.pairs}`,
    fixed(player.detectable, 1, ABSENT),
    escapeMarkdown(player.reason ?? ""),
  ]);
  const head = ["Model", "Verdict", `Baseline ${unit}`, `Run ${unit}`, "Difference", "p", "Seeds", "Would see", "Why"];
  return `${[
    `## Gate: ${OVERALL_WORDS[result.verdict]}`,
    alignedGrid([head, ...rows]),
    escapeMarkdown(restsOn(result.options)),
  ].join("\n\n")}\n`;
}

/** One test case a player: worse is a failure, undecided an error, a player without a baseline skipped. */
export function gateJUnit(result: GateResult): string {
  const cases = result.players.map((player): JUnitCase => {
    const message = sentence(player, result.options);
    return {
      name: player.label,
      classname: `arena.gate.${result.options.metric}`,
      status: STATUS[player.verdict],
      message,
    };
  });
  return junitXml(`arena gate: ${METRIC_WORDS[result.options.metric]}`, cases);
}

const METRIC_WORDS = { survival: "full survival", score: "mean score" } as const;

const VERDICT_WORDS = { passed: "passed", worse: "WORSE", undecided: "cannot decide", new: "new" } as const;

const OVERALL_WORDS = {
  passed: "passed",
  failed: "failed, something got worse",
  undecided: "cannot decide",
} as const;

const STATUS = { passed: "passed", worse: "failure", undecided: "error", new: "skipped" } as const;

function unitOf({ metric }: GateOptions): string {
  return metric === "survival" ? "%" : "$M";
}

function sentence(player: GatedPlayer, options: GateOptions): string {
  const { pairs, baseline, run, difference, pHolm, detectable, reason, isOtherPlayer } = player;
  if (difference === null) return reason ?? "";
  const unit = options.metric === "survival" ? "points" : "$M";
  const change = `${fixed(baseline, 1)} → ${fixed(run, 1)} ${unitOf(options)} on ${pairs} shared seeds`;
  const p = pHolm === null ? "" : `, p ${pText(pHolm)}`;
  const reach =
    baseline === 0
      ? "there is nothing to fall from"
      : detectable === null
        ? "no fall, however large, could be seen"
        : `a fall of ${fixed(detectable, 1)} ${unit} or more would be seen in four cases of five`;
  const other = isOtherPlayer ? "; its settings or model are not those of the baseline" : "";
  return `${change}${p}; ${reach}${other}${reason === null ? "" : `; ${reason}`}`;
}

function restsOn({ metric, alpha, streamSeed }: GateOptions): string {
  const test =
    metric === "survival"
      ? "exact McNemar, one trial a seed"
      : `paired difference of seed means (Student's t below 20 seeds, BCa bootstrap from 20, stream ${streamSeed})`;
  return (
    `${METRIC_WORDS[metric]}, ${test}; two-sided at ${alpha} after Holm over the players, of which only the worse side ` +
    "fails. Passed means that no fall was shown, not that there is none below what would be seen."
  );
}
