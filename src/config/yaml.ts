// Reads a YAML file against a schema. All that is wrong with a file is told at once, each with line and column.
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";
import { UserError } from "../std/user-error.ts";
import { checkSchema, type SchemaProblem } from "./schema-problems.ts";
import { readTextFile } from "./text-file.ts";
import { keyName, structureProblems, syntaxProblems, type TextProblem } from "./yaml-problems.ts";

/**
 * The content of a YAML file as `schema` parses it.
 * Throws a {@link UserError} of lines `file:line:column: message`, in the order of the file.
 */
export function loadYaml<S extends z.ZodType>(file: string, schema: S): z.output<S> {
  return parseYaml(readTextFile(file), file, schema);
}

/** As {@link loadYaml}, for a text already read; `file` is only named in messages. */
export function parseYaml<S extends z.ZodType>(text: string, file: string, schema: S): z.output<S> {
  try {
    return readDocument(text, file, schema);
  } catch (error) {
    // The parser and the walk over its nodes recurse: only absurd nesting runs out of stack.
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`${file}:1:1: the file is nested too deeply`, { cause: error });
  }
}

/** Expanded nodes per alias; a file of settings needs a handful, an "alias bomb" millions. */
const MAX_ALIAS_COUNT = 100;

function readDocument<S extends z.ZodType>(text: string, file: string, schema: S): z.output<S> {
  const lineCounter = new LineCounter();
  // Named tags (`!!js/function`, `!!binary`) stay unresolved and are refused; a `%YAML 1.1` line changes no meaning.
  const doc = parseDocument(text, {
    lineCounter,
    prettyErrors: false,
    uniqueKeys: false,
    schema: "core",
    resolveKnownTags: false,
    strict: true,
  });
  const syntax = syntaxProblems(text, doc);
  refuse(file, lineCounter, syntax);
  const structure = structureProblems(doc);
  if (structure.some((problem) => problem.blocksReading)) refuse(file, lineCounter, structure);

  const checked = checkSchema(schema, toValue(file, lineCounter, doc));
  const problems = checked.ok
    ? []
    : checked.problems.map(({ message, ...place }) => ({ message, offset: offsetOf(doc, place) }));
  const known = new Set(structure.map((problem) => problem.offset));
  refuse(file, lineCounter, [...structure, ...problems.filter((problem) => !known.has(problem.offset))]);
  return (checked as { value: z.output<S> }).value;
}

function refuse(file: string, lineCounter: LineCounter, problems: readonly TextProblem[]): void {
  if (problems.length === 0) return;
  const inOrder = problems.toSorted((a, b) => a.offset - b.offset);
  const lines = inOrder.map(({ offset, message }) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}: ${onOneLine(message)}`;
  });
  throw new UserError([...new Set(lines)].join("\n"));
}

/** Messages quote the file: a line break or a terminal's control code in it must not act, only show. */
function onOneLine(message: string): string {
  return message.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    if (character === "\n") return "\\n";
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function toValue(file: string, lineCounter: LineCounter, doc: Document.Parsed): unknown {
  try {
    return doc.toJS({ maxAliasCount: MAX_ALIAS_COUNT });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    refuse(file, lineCounter, [
      { offset: doc.contents?.range[0] ?? 0, message: "the aliases of this file expand to too much" },
    ]);
    throw error;
  }
}

/** Where in the text a path of the value stands: the key or the value, or the nearest mapping or list around it. */
function offsetOf(doc: Document.Parsed, { path, at }: Omit<SchemaProblem, "message">): number {
  let place: Node | null = doc.contents;
  let offset = startOf(place) ?? 0;
  for (const [depth, segment] of path.entries()) {
    const child = childNode(resolved(doc, place), segment);
    if (child === undefined) break;
    const wantsKey = at === "key" && depth === path.length - 1;
    offset = startOf(wantsKey ? child.key : child.value) ?? startOf(child.key) ?? offset;
    place = child.value;
  }
  return offset;
}

interface Child {
  readonly key: Node | null;
  readonly value: Node | null;
}

function childNode(node: Node | null, segment: PropertyKey): Child | undefined {
  if (isSeq<Node>(node)) {
    const value = node.items[Number(segment)];
    return value === undefined ? undefined : { key: null, value };
  }
  if (!isMap<Node, Node | null>(node)) return undefined;
  const pair = node.items.findLast(({ key }) => isScalar(key) && keyName(key) === String(segment));
  return pair === undefined ? undefined : { key: pair.key, value: pair.value };
}

function resolved(doc: Document.Parsed, node: Node | null): Node | null {
  return isAlias(node) ? (node.resolve(doc) ?? null) : node;
}

function startOf(node: Node | null): number | undefined {
  // An absent value is a node without text: its place is the end of its key, which its key says better.
  if (isScalar(node) && node.source === "" && node.value === null) return undefined;
  return node?.range?.[0];
}
