// The JSON Schema of every kind of YAML file, for editors. A new kind is one line here.
import { z } from "zod";
import { playerSchema } from "./player.ts";
import { sweepSchema } from "./sweep.ts";

interface YamlKind {
  readonly title: string;
  readonly schema: z.ZodType;
}

const KINDS = new Map<string, YamlKind>([
  ["player", { title: "A player of EnterpriseArena: one row of Table 1", schema: playerSchema }],
  ["sweep", { title: "A sweep of EnterpriseArena: one run for each setting of its rules", schema: sweepSchema }],
]);

/** The kinds of YAML files by name. */
export const YAML_KINDS: readonly string[] = [...KINDS.keys()];

/** The JSON Schema (draft 2020-12) of a kind of YAML file, as it is written by hand: defaults may be left out. */
export function yamlJsonSchema(kind: string): object | undefined {
  const known = KINDS.get(kind);
  if (known === undefined) return undefined;
  const { $schema, ...schema } = z.toJSONSchema(known.schema, { io: "input" });
  return { $schema, title: known.title, ...schema };
}
