import type { Command } from "commander";
import { defaultPatterns, loadPlayers } from "../../config/players.ts";
import { newestLines, readManifest, readTrialLines } from "../../record/run-folder.ts";
import { runFoldersIn } from "../../runner/cost-history.ts";
import { UserError } from "../../std/user-error.ts";
import { say } from "../console.ts";

/** `arena list` */
export function listCommand(program: Command): Command {
  return program
    .command("list")
    .summary("list the players at hand and the runs in results/")
    .description(
      "Lists the players of configs/ (the working folder's, else the package's) and the runs in results/, a sweep's too.",
    )
    .addHelpText("after", "\nExample:\n  arena list")
    .action(() => {
      const cwd = process.cwd();
      say("Players");
      for (const { file, player } of loadPlayers(defaultPatterns(cwd), cwd)) {
        say(`  ${player.label.padEnd(24)} ${player.framework.padEnd(10)} ${player.category.padEnd(16)} ${file}`);
      }
      say("Runs");
      const runs = runFoldersIn("results");
      if (runs.length === 0) say("  none yet: arena run makes one");
      for (const folder of runs) say(`  ${runText(folder)}`);
    });
}

/** A line about a run; one that cannot be read is listed too, with the reason. */
function runText(folder: string): string {
  try {
    const manifest = readManifest(folder);
    const lines = newestLines(readTrialLines(folder));
    const players = `${manifest.players.length} players, ${manifest.seeds.length} seeds`;
    return `${folder.padEnd(24)} protocol ${manifest.protocolStamp}, ${players}, ${lines.size} trials finished`;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
