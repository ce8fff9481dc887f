// What a tool is made of: one schema that gives its type, its JSON Schema and its parser, and a pure answer.
import { z } from "zod";
import type { Json } from "../std/json.ts";
import { quoted, Refusal } from "./answer.ts";
import type { ToolKind, ToolResult, ToolSpec } from "./contract.ts";
import type { Office } from "./office.ts";

/** A tool of the desk. */
export interface Tool {
  readonly spec: ToolSpec;
  /** Answers parsed arguments, or refuses. */
  readonly run: (args: unknown, office: Office) => ToolResult | Refusal;
}

interface Definition<S extends z.ZodType> {
  readonly name: string;
  readonly kind: ToolKind;
  readonly description: string;
  readonly schema: S;
  readonly answer: (args: z.infer<S>, office: Office) => ToolResult | Refusal;
}

/** Builds a tool whose arguments are checked before it answers. */
export function defineTool<S extends z.ZodType>(definition: Definition<S>): Tool {
  const { name, kind, description, schema } = definition;
  return {
    spec: { name, kind, description, inputSchema: jsonSchemaOf(schema) },
    run: (args, office) => {
      const parsed = schema.safeParse(args);
      return parsed.success ? definition.answer(parsed.data, office) : refusalOf(parsed.error);
    },
  };
}

function jsonSchemaOf(schema: z.ZodType): ToolSpec["inputSchema"] {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      // An integer without a bound of ours carries the language's own, which only confuses a model.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest as { readonly [key: string]: Json };
}

/** A key that a caller made up can be of any length; the names of our own fields are short. */
const MAX_FIELD_CHARS = 100;

function refusalOf(error: z.ZodError): Refusal {
  const issue = error.issues[0];
  if (issue === undefined) return new Refusal("the arguments are not valid");
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") {
    const field = [...path, issue.keys[0] ?? ""].join(".");
    return new Refusal(`there is no argument ${quoted(field)}`, field.slice(0, MAX_FIELD_CHARS));
  }
  const field = path.join(".");
  return field === ""
    ? new Refusal(`bad arguments: ${issue.message}`)
    : new Refusal(`bad "${field}": ${issue.message}`, field);
}
