// What is wrong with a YAML text before any schema looks at it: syntax, tags, repeated keys, aliases, numbers.
import { type Alias, type Document, isNode, isScalar, type Node, type Scalar, visit, type YAMLMap } from "yaml";

/** A problem at an offset of the text. */
export interface TextProblem {
  readonly offset: number;
  readonly message: string;
  /** Set where the document cannot be turned into a value at all. */
  readonly blocksReading?: boolean;
}

/** Problems that leave nothing to look at further. */
export function syntaxProblems(text: string, doc: Document.Parsed): TextProblem[] {
  const control = text.search(CONTROL_CHARACTER);
  if (control >= 0) return [{ offset: control, message: "a control character is not allowed here" }];
  const [exhausted] = doc.errors.filter((error) => error.code === "RESOURCE_EXHAUSTION");
  if (exhausted !== undefined) return [{ offset: exhausted.pos[0], message: "the file is nested too deeply" }];
  if (doc.errors.length > 0) {
    return doc.errors.map(({ code, message, pos }) => ({ offset: pos[0], message: SYNTAX_WORDS[code] ?? message }));
  }
  return doc.contents === null ? [{ offset: 0, message: "the file is empty" }] : [];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const SYNTAX_WORDS: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a second document begins here; a file holds one (remove the '---')",
  TAB_AS_INDENT: "a tab is not allowed as indentation; use spaces",
};

/** Problems of a document that parses: some leave it readable, so that a schema can add its own. */
export function structureProblems(doc: Document.Parsed): TextProblem[] {
  const problems: TextProblem[] = doc.warnings.map(({ code, message, pos }) => ({
    offset: pos[0],
    message: code === "TAG_RESOLVE_FAILED" ? `tags are not allowed (${tagOf(message)}); write a plain value` : message,
  }));
  visit(doc, {
    Map: (_, node) => {
      problems.push(...keyProblems(node));
    },
    Alias: (_, node, ancestors) => {
      problems.push(...aliasProblems(doc, node, ancestors));
    },
    Scalar: (_, node) => {
      problems.push(...numberProblems(node));
    },
  });
  return problems;
}

function tagOf(message: string): string {
  return message.replace(/^Unresolved tag: /, "").replace("tag:yaml.org,2002:", "!!");
}

function keyProblems(map: YAMLMap): TextProblem[] {
  const seen = new Set<string>();
  return map.items.flatMap(({ key }): TextProblem[] => {
    const offset = offsetOf(key, offsetOf(map, 0));
    if (!isScalar(key)) return [{ offset, message: "a key must be plain text", blocksReading: true }];
    const name = keyName(key);
    // Such a key would set an object's prototype in careless code further on.
    if (name === "__proto__") return [{ offset, message: "the key '__proto__' is not allowed", blocksReading: true }];
    if (seen.has(name)) return [{ offset, message: `the key '${name}' is repeated` }];
    seen.add(name);
    return [];
  });
}

function aliasProblems(doc: Document.Parsed, alias: Alias, ancestors: readonly unknown[]): TextProblem[] {
  const target = alias.resolve(doc);
  const offset = offsetOf(alias, 0);
  if (target === undefined) {
    return [{ offset, message: `the alias '*${alias.source}' has no anchor before it`, blocksReading: true }];
  }
  if (!ancestors.includes(target)) return [];
  return [{ offset, message: `the alias '*${alias.source}' contains itself`, blocksReading: true }];
}

/** A key as the value will have it: `1:` and `"1":` are one key. */
export function keyName(key: Scalar): string {
  const { value } = key;
  return typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);
}

const MAX_SHOWN_CHARS = 40;

function numberProblems(scalar: Scalar): TextProblem[] {
  const { value } = scalar;
  if (typeof value !== "number") return [];
  const offset = offsetOf(scalar, 0);
  const written = (scalar.source ?? String(value)).slice(0, MAX_SHOWN_CHARS);
  if (Number.isNaN(value) || /inf/i.test(written))
    return [{ offset, message: `'${written}' is not allowed; write a number` }];
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return [];
  return [{ offset, message: `the number ${written} is too large; at most ${Number.MAX_SAFE_INTEGER} is allowed` }];
}

function offsetOf(node: unknown, fallback: number): number {
  return isNode(node) ? ((node as Node).range?.[0] ?? fallback) : fallback;
}
