import { Argument, type Command } from "commander";
import { YAML_KINDS, yamlJsonSchema } from "../../config/yaml-schemas.ts";
import { say } from "../console.ts";

const HELP = `
Example:
  arena schema player > player.schema.json

Then an editor that knows YAML schemas checks and completes a player's file that begins with
  # yaml-language-server: $schema=player.schema.json`;

/** `arena schema` */
export function schemaCommand(program: Command): Command {
  return program
    .command("schema")
    .summary("print the JSON Schema of a YAML file, for editors")
    .description("Prints the JSON Schema of a kind of YAML file.")
    .addArgument(new Argument("[kind]", "the kind of file").choices([...YAML_KINDS]).default("player"))
    .addHelpText("after", HELP)
    .action((kind: string) => {
      say(JSON.stringify(yamlJsonSchema(kind), null, 2));
    });
}
