import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import { type CalibrationRow, calibrate } from "../../runner/calibrate.ts";
import { wholeNumber } from "../arguments.ts";
import { remark, say } from "../console.ts";
import { EXIT } from "../exit.ts";

interface Flags {
  readonly seeds: number;
  readonly workers: number;
  readonly json?: boolean;
}

/** Below this the bands, made for batches of 200, say little. */
const SEEDS_OF_BANDS = 200;

/** `arena calibrate` */
export function calibrateCommand(program: Command): Command {
  return program
    .command("calibrate")
    .summary("check that the simulator behaves like the published one")
    .description(
      "Plays the scripted policies and compares survival, months and money with published figures and bands.",
    )
    .addOption(new Option("--seeds <n>", "seeds a policy, from 0").default(300).argParser(wholeNumber(1, 100_000)))
    .addOption(
      new Option("--workers <n>", "worker threads")
        .default(availableParallelism(), "one a core")
        .argParser(wholeNumber(1, 256)),
    )
    .option("--json", "the rows as JSON on stdout")
    .addHelpText(
      "after",
      "\nExample:\n  arena calibrate --seeds 300 --json\n\nExit code 2 where a figure is outside its band.",
    )
    .action(async (flags: Flags) => {
      if (flags.seeds < SEEDS_OF_BANDS) remark(`note: the bands are those of at least ${SEEDS_OF_BANDS} seeds`);
      const rows = await calibrate(flags.seeds, flags.workers);
      if (flags.json === true) say(JSON.stringify({ seeds: flags.seeds, rows: rows.map(rowJson) }, null, 2));
      else for (const line of table(rows)) say(line);
      const outside = rows.filter((row) => !row.isInside).length;
      remark(
        outside === 0
          ? `all ${rows.length} figures are inside their bands`
          : `${outside} of ${rows.length} figures are outside`,
      );
      process.exitCode = outside === 0 ? EXIT.done : EXIT.different;
    });
}

function rowJson({ isInside, ...row }: CalibrationRow): object {
  return { ...row, verdict: verdictOf(isInside) };
}

function verdictOf(isInside: boolean): string {
  return isInside ? "inside" : "OUTSIDE";
}

function table(rows: readonly CalibrationRow[]): string[] {
  const cells = rows.map((row) => [
    row.policy,
    row.variant,
    row.metric,
    numberText(row.published),
    numberText(row.reference),
    numberText(row.measured),
    `${numberText(row.band_min)} to ${numberText(row.band_max)}`,
    verdictOf(row.isInside),
  ]);
  const all = [["policy", "variant", "figure", "published", "reference", "measured", "band", "verdict"], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function numberText(value: number | null): string {
  return value === null ? "–" : String(Math.round(value * 1000) / 1000);
}
