import type { Command } from "commander";
import { loadPlayers, type PlayerFile } from "../../config/players.ts";
import type { Check } from "../../runner/doctor/check.ts";
import type { Examination, ProbePlan, ProbeSpent } from "../../runner/doctor/examine.ts";
import { remark, say } from "../console.ts";
import { EXIT, type ExitCode } from "../exit.ts";

const EXAMPLES = `
Examples:
  arena doctor my-model.yaml
  arena doctor my-model.yaml --json

Sends three small requests with the prompt, tools and settings of a real trial: the first month, the turn after the
first tool call, and a prompt of 26 kB. Exit code 1 where something is to be changed.`;

/** `arena doctor` */
export function doctorCommand(program: Command): Command {
  return program
    .command("doctor")
    .summary("check that a model can play: key, endpoint, tool calls, context, prices")
    .description("Holds a short conversation with a player's model and says what to change.")
    .argument("<files...>", "players' YAML files or quoted globs")
    .option("--json", "one JSON line a player on stdout, all else on stderr")
    .addHelpText("after", EXAMPLES)
    .action(async (files: string[], flags: { readonly json?: boolean }) => {
      process.exitCode = await doctorAction(files, flags.json ?? false);
    });
}

async function doctorAction(patterns: readonly string[], asJson: boolean): Promise<ExitCode> {
  // The providers' clients take long to load, and no other command needs them in this thread.
  const { examine } = await import("../../runner/doctor/examine.ts");
  let isWell = true;
  for (const file of loadPlayers(patterns, process.cwd())) {
    const examination = await examine(file.player, (plan) => {
      remark(planText(file, plan));
    });
    if (asJson) say(JSON.stringify(jsonOf(file, examination)));
    else for (const line of linesOf(file, examination)) say(line);
    if (!isGood(examination)) isWell = false;
  }
  return isWell ? EXIT.done : EXIT.usage;
}

function isGood({ checks }: Examination): boolean {
  return checks.every(({ ok }) => ok !== false);
}

function planText({ player }: PlayerFile, { requests, inputTokens, worstUsd }: ProbePlan): string {
  const cost = worstUsd === null ? "at unknown prices" : worstUsd === 0 ? "free" : `at most ${usdText(worstUsd)}`;
  return `${player.label}: asking its model, ${requests} requests, below ${inputTokens.toLocaleString("en-US")} input tokens in all, ${cost}`;
}

function jsonOf({ file, player }: PlayerFile, examination: Examination): object {
  const { requests, inputTokens, outputTokens, usd } = examination.spent;
  return {
    file,
    model: player.label,
    framework: player.framework,
    ok: isGood(examination),
    checks: examination.checks,
    requests,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    cost_usd: usd,
  };
}

function linesOf({ file, player }: PlayerFile, examination: Examination): string[] {
  const { checks, spent } = examination;
  const head = `${player.label} (${file})`;
  if (checks.length === 0) return [`${head}: nothing to check, it needs neither key nor network`];
  const wrong = checks.filter(({ ok }) => ok === false).length;
  const verdict = wrong === 0 ? "All is well." : `${wrong} of ${checks.length} checks failed.`;
  return [head, ...checks.flatMap(checkLines), spentText(spent), verdict];
}

const MARKS = { true: "✓", false: "✗", null: "–" } as const;
const NAME_WIDTH = 12;

function checkLines({ name, ok, seen, change }: Check): string[] {
  const line = `${MARKS[`${ok}`]} ${name.padEnd(NAME_WIDTH)} ${seen}`;
  return change === null ? [line] : [line, `${" ".repeat(NAME_WIDTH + 3)}→ ${change}`];
}

function spentText({ requests, inputTokens, outputTokens, usd }: ProbeSpent): string {
  const count = (tokens: number | null): string => (tokens === null ? "unknown" : tokens.toLocaleString("en-US"));
  const cost = usd === null ? "unknown cost" : usd === 0 ? "free" : usdText(usd);
  return `${requests} ${requests === 1 ? "request" : "requests"}, ${count(inputTokens)} input and ${count(outputTokens)} output tokens, ${cost}`;
}

function usdText(usd: number): string {
  return `$${usd < 0.01 ? usd.toPrecision(2) : usd.toFixed(2)}`;
}
