// Says in plain words what a schema has against a value that a user wrote, and where in the value.
import { z } from "zod";
import { childOf, knownKeys } from "./schema-keys.ts";
import { didYouMean, suggest } from "./suggest.ts";

/** One thing that is wrong, at the key or at the value that `path` leads to. */
export interface SchemaProblem {
  readonly path: readonly PropertyKey[];
  readonly at: "key" | "value";
  readonly message: string;
}

/** All that `schema` has against `input`, or the parsed value. */
export function checkSchema<S extends z.ZodType>(
  schema: S,
  input: unknown,
): { ok: true; value: z.output<S> } | { ok: false; problems: SchemaProblem[] } {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return { ok: true, value: parsed.data };
  const context: Context = { schema, input };
  const findings = parsed.error.issues.flatMap((issue) => explain(issue, [], context));
  return { ok: false, problems: withoutEchoes(findings) };
}

interface Context {
  readonly schema: z.ZodType;
  readonly input: unknown;
}

interface Finding extends SchemaProblem {
  /** A key that is absent, or one that an unknown key was probably meant to be. */
  readonly missing?: string;
  readonly meant?: string;
}

/** A misspelt key is also a missing key: that is one mistake and is told once. */
function withoutEchoes(findings: readonly Finding[]): SchemaProblem[] {
  const place = (path: readonly PropertyKey[], key: string) => JSON.stringify([...path.map(String), key]);
  const meant = new Set(
    findings.flatMap(({ path, meant }) => (meant === undefined ? [] : [place(path.slice(0, -1), meant)])),
  );
  return findings.filter(({ path, missing }) => missing === undefined || !meant.has(place(path, missing)));
}

type Issue = z.core.$ZodIssue;

function explain(issue: Issue, base: readonly PropertyKey[], context: Context): Finding[] {
  const path = [...base, ...issue.path];
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownKey(key, path, context));
  if (issue.code === "invalid_union" && issue.discriminator === undefined) return explainUnion(issue, path, context);
  if (issue.code === "invalid_key") {
    const why = issue.issues.map((inner) => inner.message).join("; ");
    return [{ path, at: "key", message: `the key '${String(path.at(-1))}' is not allowed: ${why}` }];
  }
  const found = valueAt(context.input, path);
  if (found === undefined && path.length > 0 && isTypeComplaint(issue)) return [missingKey(path, expectation(issue))];
  return [{ path, at: "value", message: `${prefix(path)}${authorsWords(issue) ?? complaint(issue, found)}` }];
}

function unknownKey(key: string, path: readonly PropertyKey[], context: Context): Finding {
  const known = knownKeys(context.schema, context.input, path);
  const meant = suggest(key, known);
  const list = known.length > 0 ? `; known here: ${known.join(", ")}` : "";
  const message = `${prefix(path)}unknown key '${key}'${meant === undefined ? list : didYouMean(key, known)}`;
  return { path: [...path, key], at: "key", message, ...(meant === undefined ? {} : { meant }) };
}

function missingKey(path: readonly PropertyKey[], expected: string): Finding {
  const key = String(path.at(-1));
  const mapping = path.slice(0, -1);
  return {
    path: mapping,
    at: "value",
    message: `${prefix(mapping)}the key '${key}' is missing; expected ${expected}`,
    missing: key,
  };
}

/** Tells of the branch that was probably meant; where the value is of no branch's kind, of all the kinds there are. */
function explainUnion(issue: z.core.$ZodIssueInvalidUnion, path: PropertyKey[], context: Context): Finding[] {
  const ofItsKind = issue.errors.filter(
    (branch) => !branch.some((own) => own.path.length === 0 && isTypeComplaint(own)),
  );
  const [nearest] = ofItsKind.toSorted((a, b) => a.length - b.length);
  if (nearest !== undefined) return nearest.flatMap((inner) => explain(inner, path, context));
  const kinds = issue.errors.flat().filter((own) => own.path.length === 0 && isTypeComplaint(own));
  const expected = [...new Set(kinds.map(expectation))].join(" or ");
  const found = valueAt(context.input, path);
  if (found === undefined && path.length > 0) return [missingKey(path, expected)];
  return [{ path, at: "value", message: `${prefix(path)}expected ${expected}, found ${describe(found)}` }];
}

function isTypeComplaint(issue: Issue): boolean {
  return issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "invalid_union";
}

const usualWords = z.locales.en().localeError;

/** What the schema's author wrote for this case, when it is not the library's own wording. */
function authorsWords(issue: Issue): string | undefined {
  // The library words an issue from its raw form, of which a reported one with its input has every field it reads.
  const usual = usualWords(issue as unknown as z.core.$ZodRawIssue);
  const message = typeof usual === "string" ? usual : usual?.message;
  return issue.message === message ? undefined : issue.message;
}

function complaint(issue: Issue, found: unknown): string {
  switch (issue.code) {
    case "invalid_type":
    case "invalid_value":
    case "invalid_union":
      return `expected ${expectation(issue)}, found ${describe(found)}${remedy(issue, found)}`;
    case "too_small":
      return sizeComplaint("at least", issue.minimum, issue.inclusive !== false, found);
    case "too_big":
      return sizeComplaint("at most", issue.maximum, issue.inclusive !== false, found);
    case "not_multiple_of":
      return `expected a multiple of ${issue.divisor}, found ${describe(found)}`;
    default:
      return `${issue.message}, found ${describe(found)}`;
  }
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "a mapping (key: value)",
  record: "a mapping (key: value)",
  null: "null",
  nonoptional: "a value",
};

function expectation(issue: Issue): string {
  if (issue.code === "invalid_type") return TYPE_WORDS[issue.expected] ?? issue.expected;
  const allowed = allowedValues(issue).map(quoted);
  return allowed.length > 1 ? `one of ${allowed.join(", ")}` : (allowed[0] ?? "another value");
}

function allowedValues(issue: Issue): readonly unknown[] {
  if (issue.code === "invalid_value") return issue.values;
  return "options" in issue && Array.isArray(issue.options) ? issue.options : [];
}

/** What to write instead, where that is plain. */
function remedy(issue: Issue, found: unknown): string {
  if (typeof found !== "string") return "";
  if (issue.code !== "invalid_type")
    return didYouMean(
      found,
      allowedValues(issue).filter((one) => typeof one === "string"),
    );
  const wantsNumber = issue.expected === "number" || issue.expected === "int";
  if (wantsNumber && found.trim() !== "" && Number.isFinite(Number(found))) return "; write it without quotes";
  if (issue.expected !== "boolean") return "";
  return /^(yes|on|true)$/i.test(found) ? "; write true" : /^(no|off|false)$/i.test(found) ? "; write false" : "";
}

function sizeComplaint(
  bound: "at least" | "at most",
  limit: number | bigint,
  inclusive: boolean,
  found: unknown,
): string {
  if (typeof found === "string") {
    return limit === 1 && bound === "at least"
      ? "must not be empty"
      : `must have ${bound} ${limit} characters, found ${found.length}`;
  }
  if (Array.isArray(found)) return `must have ${bound} ${limit} entries, found ${found.length}`;
  const strict = bound === "at least" ? "greater than" : "less than";
  return `must be ${inclusive ? bound : strict} ${limit}, found ${describe(found)}`;
}

const MAX_SHOWN_CHARS = 60;

function describe(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return `${typeof value === "string" ? "the text " : ""}${quoted(value)}`;
}

function quoted(value: unknown): string {
  if (typeof value !== "string") return String(value);
  return `'${value.length > MAX_SHOWN_CHARS ? `${value.slice(0, MAX_SHOWN_CHARS)}…` : value}'`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(childOf, input);
}

/** `limits.concurrency: ` or `models[2]: `; nothing for the whole file. */
function prefix(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "";
  const text = path.map((segment) => (typeof segment === "number" ? `[${segment}]` : `.${String(segment)}`)).join("");
  return `${text.replace(/^\./, "")}: `;
}
