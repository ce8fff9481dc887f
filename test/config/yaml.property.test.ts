import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseYaml } from "../../src/config/yaml.ts";
import { UserError } from "../../src/std/user-error.ts";

const schema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("a"), n: z.number().min(0), list: z.array(z.string()).optional() }),
  z.strictObject({ kind: z.literal("b"), any: z.record(z.string(), z.json()) }),
]);

const fragment = fc.constantFrom(
  ...[
    "kind",
    "a",
    "b",
    "n",
    "list",
    "any",
    ": ",
    ":",
    "- ",
    "\n",
    "\n  ",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "? ",
    "#",
    "&x ",
    "*x",
    "<<",
  ],
  ...[
    "!!js/function ",
    "!t ",
    "|",
    ">",
    "'",
    '"',
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    ".inf",
    ".nan",
    "1e999",
    "-1",
    "0x1F",
    "~",
    "null",
    "yes",
  ],
);

describe("any text at all", () => {
  it("is either parsed or refused in lines that each say where and what", () => {
    const text = fc.oneof(
      fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(text, (yaml) => {
        try {
          schema.parse(parseYaml(yaml, "p.yaml", schema));
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          for (const line of (error as UserError).message.split("\n"))
            expect(line).toMatch(/^p\.yaml:[1-9]\d*:[1-9]\d*: \S/);
        }
      }),
      { numRuns: 1000, seed: 1 },
    );
  });

  it("written by JSON.stringify is read back as it was", () => {
    const numbers = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
    const value = fc.dictionary(
      fc.string().filter((key) => key !== "__proto__"),
      fc.oneof(fc.string(), fc.boolean(), numbers, fc.array(fc.string())),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(value, (any) => {
        expect(parseYaml(JSON.stringify({ kind: "b", any }), "p.yaml", schema)).toEqual({ kind: "b", any });
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
