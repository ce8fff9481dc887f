import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { loadYaml, parseYaml } from "../../src/config/yaml.ts";
import { UserError } from "../../src/std/user-error.ts";

const reactPlayer = z.strictObject({
  framework: z.literal("react"),
  label: z.string().min(1).max(20),
  sampling: z.exactOptional(z.strictObject({ temperature: z.number().min(0).max(2), maxOutputTokens: z.int().min(1) })),
  stream: z.exactOptional(z.boolean()),
  prices: z.exactOptional(z.union([z.literal("free"), z.strictObject({ input: z.number(), output: z.number() })])),
  headers: z.record(z.string().regex(/^[a-z-]+$/), z.string()).default({}),
  baseURL: z.exactOptional(z.string({ error: "give the address as http://…" })),
});
const scriptedPlayer = z.strictObject({
  framework: z.literal("scripted"),
  label: z.string().min(1),
  policy: z.enum(["never-raise", "raise-always", "raise-when-low"]),
  tags: z.array(z.string()).min(1).max(3).default(["none"]),
});
const player = z.discriminatedUnion("framework", [reactPlayer, scriptedPlayer]);

const problemsOf = (text: string, schema: z.ZodType = player): string[] => {
  try {
    parseYaml(text, "p.yaml", schema);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.split("\n");
  }
  return [];
};

const good = "framework: scripted\nlabel: a\npolicy: never-raise\n";
const react = "framework: react\nlabel: a\n";

describe("a YAML text that fits its schema", () => {
  it.each([
    ["is parsed, defaults included", good, { tags: ["none"] }],
    [
      "may carry comments, a byte order mark and Windows line ends",
      `\uFEFF# x\r\n${good.replaceAll("\n", "\r\n")}`,
      {},
    ],
    ["may be wrapped in document markers", `---\n${good}...\n`, {}],
    ["may repeat a list through an anchor", `${good}tags: &t [&x one, *x]\n`, { tags: ["one", "one"] }],
    [
      "keeps the words of YAML 1.1 as text",
      "%YAML 1.1\n---\nframework: scripted\nlabel: yes\npolicy: never-raise\n",
      { label: "yes" },
    ],
    ["may leave a default to a record", good.replace("scripted", "react").replace(/policy.*\n/, ""), { headers: {} }],
  ])("%s", (_name, text, expected) => {
    expect(parseYaml(text, "p.yaml", player)).toMatchObject(expected);
  });
});

describe("a YAML text that does not fit", () => {
  it.each([
    [
      "names an unknown key and the one that was meant",
      `${good}tag: [a]\n`,
      ["p.yaml:4:1: unknown key 'tag'; did you mean 'tags'?"],
    ],
    [
      "suggests across case and separators",
      `${react}base_url: x\n`,
      ["p.yaml:3:1: unknown key 'base_url'; did you mean 'baseURL'?"],
    ],
    [
      "lists the known keys where none is near",
      `${good}zebra: 1\n`,
      ["p.yaml:4:1: unknown key 'zebra'; known here: framework, label, policy, tags"],
    ],
    [
      "suggests keys of a nested mapping",
      `${react}sampling:\n  temprature: 1\n  maxOutputTokens: 5\n`,
      ["p.yaml:4:3: sampling: unknown key 'temprature'; did you mean 'temperature'?"],
    ],
    [
      "tells a misspelt required key once",
      "framework: scripted\nlable: a\npolicy: never-raise\n",
      ["p.yaml:2:1: unknown key 'lable'; did you mean 'label'?"],
    ],
    [
      "points at the mapping that lacks a key",
      `${react}sampling: { temperature: 1 }\n`,
      ["p.yaml:3:11: sampling: the key 'maxOutputTokens' is missing; expected a number"],
    ],
    [
      "points at the discriminator with all it may be",
      "framework: scriptd\nlabel: a\n",
      [
        "p.yaml:1:12: framework: expected one of 'react', 'scripted', found the text 'scriptd'; did you mean 'scripted'?",
      ],
    ],
    [
      "says what a missing discriminator may be",
      "label: a\n",
      ["p.yaml:1:1: the key 'framework' is missing; expected one of 'react', 'scripted'"],
    ],
    [
      "suggests the allowed word",
      good.replace("never-raise", "never_raise"),
      [
        "p.yaml:3:9: policy: expected one of 'never-raise', 'raise-always', 'raise-when-low', found the text 'never_raise'; did you mean 'never-raise'?",
      ],
    ],
    [
      "says what it expected and what it found",
      `${react}sampling: { temperature: hot, maxOutputTokens: 1.5 }\n`,
      [
        "p.yaml:3:26: sampling.temperature: expected a number, found the text 'hot'",
        "p.yaml:3:48: sampling.maxOutputTokens: expected a whole number, found 1.5",
      ],
    ],
    [
      "tells to drop quotes around a number",
      `${react}sampling: { temperature: "1", maxOutputTokens: 1 }\n`,
      ["p.yaml:3:26: sampling.temperature: expected a number, found the text '1'; write it without quotes"],
    ],
    [
      "tells to write true for yes",
      `${react}stream: yes\n`,
      ["p.yaml:3:9: stream: expected true or false, found the text 'yes'; write true"],
    ],
    [
      "points at the key of an absent value",
      "framework: react\nlabel:\n",
      ["p.yaml:2:1: label: expected text, found nothing"],
    ],
    ["refuses an empty text", "framework: react\nlabel: ''\n", ["p.yaml:2:8: label: must not be empty"]],
    [
      "counts characters and entries",
      `framework: react\nlabel: ${"x".repeat(21)}\n`,
      ["p.yaml:2:8: label: must have at most 20 characters, found 21"],
    ],
    ["bounds lists", `${good}tags: []\n`, ["p.yaml:4:7: tags: must have at least 1 entries, found 0"]],
    ["points into a list", `${good}tags:\n  - a\n  - 7\n`, ["p.yaml:6:5: tags[1]: expected text, found 7"]],
    [
      "bounds numbers",
      `${react}sampling: { temperature: 3, maxOutputTokens: 0 }\n`,
      [
        "p.yaml:3:26: sampling.temperature: must be at most 2, found 3",
        "p.yaml:3:46: sampling.maxOutputTokens: must be at least 1, found 0",
      ],
    ],
    [
      "names all kinds of a union",
      `${react}prices: 5\n`,
      ["p.yaml:3:9: prices: expected 'free' or a mapping (key: value), found 5"],
    ],
    [
      "looks into the branch that was meant",
      `${react}prices: { input: 1, ouput: 2 }\n`,
      ["p.yaml:3:21: prices: unknown key 'ouput'; did you mean 'output'?"],
    ],
    [
      "points at a key that is not allowed",
      `${react}headers: { X_Y: z }\n`,
      ["p.yaml:3:12: the key 'X_Y' is not allowed: Invalid string: must match pattern /^[a-z-]+$/"],
    ],
    [
      "keeps the words of the schema's author",
      `${react}baseURL: 1\n`,
      ["p.yaml:3:10: baseURL: give the address as http://…"],
    ],
    ["refuses a list where a mapping is due", "- a\n", ["p.yaml:1:1: expected a mapping (key: value), found a list"]],
    ["refuses a bare word", "hello\n", ["p.yaml:1:1: expected a mapping (key: value), found the text 'hello'"]],
    ["refuses an explicit null", "null\n", ["p.yaml:1:1: expected a mapping (key: value), found nothing"]],
  ])("%s", (_name, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it("tells all problems at once, in the order of the file", () => {
    const text =
      "framework: react\nlabel: 5\nlabel: 6\nsampling:\n  temperature: .inf\n  maxOutputTokens: many\nstraem: true\n";
    expect(problemsOf(text)).toEqual([
      "p.yaml:3:1: the key 'label' is repeated",
      "p.yaml:3:8: label: expected text, found 6",
      "p.yaml:5:16: '.inf' is not allowed; write a number",
      "p.yaml:6:20: sampling.maxOutputTokens: expected a number, found the text 'many'",
      "p.yaml:7:1: unknown key 'straem'; did you mean 'stream'?",
    ]);
  });

  it("quotes line breaks and control codes without letting them act", () => {
    expect(problemsOf('framework: "a\\nb\\e[31m"\n')).toEqual([
      "p.yaml:1:12: framework: expected one of 'react', 'scripted', found the text 'a\\nb\\u001b[31m'",
    ]);
  });

  it("points at the alias whose content does not fit", () => {
    const schema = z.strictObject({ a: z.string(), b: z.number() });
    expect(problemsOf("a: &x word\nb: *x\n", schema)).toEqual([
      "p.yaml:2:4: b: expected a number, found the text 'word'",
    ]);
  });

  it("reports a rule over the whole file at its start", () => {
    const schema = z.strictObject({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b, "a must be below b");
    expect(problemsOf("# note\na: 2\nb: 1\n", schema)).toEqual(["p.yaml:2:1: a must be below b"]);
  });

  it("suggests keys behind defaults, lists, records and pipes", () => {
    const inner = z.strictObject({ alpha: z.number().default(1) });
    const schema = z.strictObject({
      list: z.array(inner).default([]),
      record: z.record(z.string(), inner).optional(),
      piped: inner.transform((value) => value.alpha).optional(),
      pair: z.tuple([z.string(), inner]).optional(),
      lazy: z.lazy(() => inner.readonly()).optional(),
    });
    const text =
      "list: [{ alhpa: 1 }]\nrecord: { k: { alpa: 1 } }\npiped: { alph: 1 }\npair: [x, { alphaa: 1 }]\nlazy: { Alpha: 1 }\n";
    expect(problemsOf(text, schema).map((line) => line.replace(/^.*: (unknown.*)$/, "$1"))).toEqual(
      ["alhpa", "alpa", "alph", "alphaa", "Alpha"].map((key) => `unknown key '${key}'; did you mean 'alpha'?`),
    );
  });
});

describe("a text that is no plain YAML document", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e", "f", "g", "h"].map((name, index) => `${name}: &${name} [${Array(10).fill(`*${"abcdefg"[index]}`).join(",")}]`).join("\n")}\n`;
  it.each([
    ["an empty text", "", /^p\.yaml:1:1: the file is empty$/],
    ["nothing but comments", "# a\n# b\n", /^p\.yaml:1:1: the file is empty$/],
    ["two documents", `${good}---\n${good}`, /^p\.yaml:4:1: a second document begins here/],
    [
      "a tag of JavaScript",
      "framework: !!js/function 'return 1'\nlabel: a\n",
      /^p\.yaml:1:12: tags are not allowed \(!!js\/function\)/,
    ],
    ["a tag of its own", "label: !secret x\n", /^p\.yaml:1:8: tags are not allowed \(!secret\)/],
    ["binary data by tag", "label: !!binary aGk=\n", /tags are not allowed \(!!binary\)/],
    ["an alias without an anchor", "label: *nobody\n", /^p\.yaml:1:8: the alias '\*nobody' has no anchor before it$/],
    ["an alias within itself", "label: &x [*x]\n", /^p\.yaml:1:12: the alias '\*x' contains itself$/],
    ["aliases that grow without bound", bomb, /^p\.yaml:1:1: the aliases of this file expand to too much$/],
    ["an unclosed bracket", "tags: [a\nlabel: b\n", /^p\.yaml:2:1: /],
    ["an unclosed quote", 'label: "a\n', /^p\.yaml:2:1: Missing closing "quote/],
    ["a tab as indentation", "sampling:\n\ttemperature: 1\n", /^p\.yaml:2:1: a tab is not allowed/],
    ["mappings in one line", "a: b: c\n", /^p\.yaml:1:4: Nested mappings/],
    ["a control character", "label: a\u0000b\n", /^p\.yaml:1:9: a control character/],
    ["a mapping as a key", "? { a: 1 }\n: 2\n", /^p\.yaml:1:3: a key must be plain text$/],
    ["the key __proto__", "__proto__: { a: 1 }\n", /^p\.yaml:1:1: the key '__proto__' is not allowed$/],
    ["absurd nesting", "[".repeat(50_000), /^p\.yaml:\d+:\d+: the file is nested too deeply$/],
    ["closed absurd nesting", "[".repeat(9000) + "]".repeat(9000), /^p\.yaml:1:\d+: the file is nested too deeply$/],
  ])("refuses %s", (_name, text, expected) => {
    expect(problemsOf(text)).toContainEqual(expect.stringMatching(expected));
  });

  it.each([
    [".inf", "'.inf' is not allowed; write a number"],
    ["-.INF", "'-.INF' is not allowed; write a number"],
    [".nan", "'.nan' is not allowed; write a number"],
    ["1e400", "the number 1e400 is too large; at most 9007199254740991 is allowed"],
    ["-1e300", "the number -1e300 is too large; at most 9007199254740991 is allowed"],
    ["9007199254740993", "the number 9007199254740993 is too large; at most 9007199254740991 is allowed"],
  ])("refuses the number %s", (number, expected) => {
    expect(problemsOf(`n: ${number}\n`, z.strictObject({ n: z.unknown() }))).toEqual([`p.yaml:1:4: ${expected}`]);
  });

  it("accepts the largest exact number", () => {
    expect(parseYaml("n: 9007199254740991\n", "p.yaml", z.strictObject({ n: z.number() }))).toEqual({
      n: 9007199254740991,
    });
  });
});

describe("a file that cannot be read as text", () => {
  const folder = mkdtempSync(join(tmpdir(), "arena-yaml-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  mkdirSync(join(folder, "folder.yaml"));

  it("is read when all is well", () => {
    expect(loadYaml(file("good.yaml", good), player)).toMatchObject({ label: "a" });
  });

  it.each([
    ["missing", () => join(folder, "absent.yaml"), "there is no such file"],
    ["below a file", () => join(file("plain", "x"), "p.yaml"), "there is no such file"],
    ["a folder", () => join(folder, "folder.yaml"), "this is a folder; a file is expected"],
    ["a device", () => "/dev/null", "this is not a file"],
    [
      "not UTF-8",
      () => file("latin1.yaml", new Uint8Array([0x6c, 0x3a, 0x20, 0xe9, 0x0a])),
      "the file is not UTF-8 text",
    ],
    ["far too large", () => file("large.yaml", "#".repeat(4 * 1024 * 1024 + 1)), "the file is larger than 4 MB"],
  ])("is refused when it is %s", (_name, path, reason) => {
    const name = path();
    expect(() => loadYaml(name, player)).toThrow(new UserError(`${name}: ${reason}`));
  });

  it.skipIf(process.getuid?.() === 0)("is refused when it may not be read", () => {
    const name = file("secret.yaml", good);
    chmodSync(name, 0);
    expect(() => loadYaml(name, player)).toThrow(`${name}: no permission to read this file`);
  });
});
