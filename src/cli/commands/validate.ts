import type { Command } from "commander";
import { loadPlayers } from "../../config/players.ts";
import { say } from "../console.ts";

/** `arena validate` */
export function validateCommand(program: Command): Command {
  return program
    .command("validate")
    .summary("check players' YAML files")
    .description("Checks players' files and tells every problem with file, line and column.")
    .argument("<files...>", "YAML files or quoted globs")
    .addHelpText("after", "\nExample:\n  arena validate 'configs/*.yaml' my-model.yaml")
    .action((files: string[]) => {
      for (const { file, player } of loadPlayers(files, process.cwd()))
        say(`${file}: ok, ${player.label} (${player.framework})`);
    });
}
