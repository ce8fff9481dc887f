import type { Command } from "commander";
import { readManifest, readTrialLines } from "../../record/run-folder.ts";
import { historiesOf } from "../../report/leaderboard/history.ts";
import { writeFiles } from "../../report/write-tables.ts";
import { remark } from "../console.ts";
import { checkedRun } from "../run-argument.ts";

/** `arena leaderboard` */
export function leaderboardCommand(program: Command): Command {
  return program
    .command("leaderboard")
    .summary("a static page with every model's history over runs")
    .description(
      "Writes index.html and data.json: each player's survival and score over the runs named, by date and commit, one " +
        "table a protocol. The page needs no network and no server.",
    )
    .argument("<runs...>", "runs' folders; their records are not needed, manifest.json and trials.jsonl are")
    .requiredOption("--out <dir>", "the folder to write into")
    .addHelpText("after", "\nExample:\n  arena leaderboard results/night-* --out site")
    .action(async (folders: string[], { out }: { readonly out: string }) => {
      const runs = [...new Set(folders)].map(checkedRun).map((folder) => ({
        name: folder,
        manifest: readManifest(folder),
        lines: readTrialLines(folder),
      }));
      const histories = historiesOf(runs);
      // Loaded here, since the chart library is slow to load and no other command needs it.
      const { leaderboardData, leaderboardPage } = await import("../../report/leaderboard/page.ts");
      await writeFiles(out, {
        "index.html": await leaderboardPage(histories),
        "data.json": leaderboardData(histories),
      });
      const players = histories.reduce((sum, history) => sum + history.players.length, 0);
      remark(`Written into ${out}: index.html, data.json (${runs.length} runs, ${players} players)`);
    });
}
