import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { globSync } from "tinyglobby";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { YAML_KINDS, yamlJsonSchema } from "../../src/config/yaml-schemas.ts";
import { ROOT } from "../house/repository.ts";

function validator(kind: string) {
  // A pattern of ours uses Unicode classes; the formats of addresses are checked by the loader.
  return new Ajv2020({ strict: false, unicodeRegExp: true, validateFormats: false }).compile(
    yamlJsonSchema(kind) ?? {},
  );
}

describe.each([
  ["player", ["configs/*.yaml", "configs/paper/**/*.yaml"]],
  ["sweep", ["configs/sweeps/*.yaml"]],
])("the JSON Schema of a %s", (kind, patterns) => {
  test.each(globSync(patterns, { cwd: ROOT }))("takes %s", (file) => {
    const validate = validator(kind);
    expect(validate(parse(readFileSync(join(ROOT, file), "utf8"))), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe("the JSON Schema of a player's file", () => {
  test.each([
    [{ label: "A", framework: "scripted", policy: "never-raise", colour: "red" }],
    [{ label: "A", framework: "scripted", policy: "sometimes-raise" }],
    [{ framework: "scripted", policy: "never-raise" }],
  ])("refuses %j", (player) => {
    expect(validator("player")(player)).toBe(false);
  });

  test("says which dialect it is and what it is for", () => {
    expect(yamlJsonSchema("player")).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: expect.stringContaining("player") as string,
    });
  });
});

test.each(YAML_KINDS)("there is a schema of %s", (kind) => {
  expect(validator(kind)).toBeTypeOf("function");
});

test("there is none of a kind that does not exist", () => {
  expect(yamlJsonSchema("song")).toBeUndefined();
});
