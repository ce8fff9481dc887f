// Reads the imports of a tree of source files and tells every breach of the law, with nothing but the texts in hand.
import ts from "typescript";
import {
  DOORS,
  IMPORTS_BY_COMPUTED_NAME,
  type ImportStatement,
  judgeImport,
  packageOf,
  targetOf,
} from "./import-law.js";

/** Source texts by path below `src/`. */
export type SourceTree = ReadonlyMap<string, string>;

/** Every breach, one sentence each; none for a lawful tree. */
export function breachesOf(tree: SourceTree): string[] {
  if (tree.size === 0) return ["the walk found no source file"];
  const statements: ImportStatement[] = [];
  const breaches: string[] = [];
  for (const [file, text] of tree) {
    const found = importsOf(file, text);
    statements.push(...found.statements);
    for (const problem of found.problems) breaches.push(`${file}: ${problem}`);
  }
  for (const statement of statements) {
    const verdict = judgeImport(statement);
    if (verdict !== null) breaches.push(`${statement.file}: ${verdict}`);
  }
  if (statements.length === 0) breaches.push("the walk found no import");
  return [...breaches, ...crowdedDoors(statements), ...cyclesOf(statements)];
}

interface FileImports {
  readonly statements: ImportStatement[];
  readonly problems: string[];
}

function importsOf(file: string, text: string): FileImports {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FileImports = { statements: [], problems: [...disabledRules(text)] };
  const visit = (node: ts.Node): void => {
    const reference = referenceOf(node);
    if (reference !== null) {
      const { specifier, isTypeOnly } = reference;
      if (specifier !== null) found.statements.push({ file, specifier, isTypeOnly });
      else if (!file.startsWith(IMPORTS_BY_COMPUTED_NAME)) found.problems.push("imports by a computed name");
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What a node imports: a specifier, or null in its place where it is computed; null where it imports nothing. */
function referenceOf(node: ts.Node): { specifier: string | null; isTypeOnly: boolean } | null {
  if (ts.isImportDeclaration(node)) {
    return {
      specifier: textOf(node.moduleSpecifier),
      isTypeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
    };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: textOf(node.moduleSpecifier), isTypeOnly: node.isTypeOnly };
  }
  if (ts.isImportTypeNode(node)) {
    return { specifier: ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : null, isTypeOnly: true };
  }
  if (ts.isExternalModuleReference(node)) return { specifier: textOf(node.expression), isTypeOnly: false };
  if (ts.isCallExpression(node) && isLoader(node.expression)) {
    const [argument] = node.arguments;
    return { specifier: argument === undefined ? null : textOf(argument), isTypeOnly: false };
  }
  return null;
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

function textOf(node: ts.Node): string | null {
  return ts.isStringLiteralLike(node) ? node.text : null;
}

// Rules that stand for the law; a directive that names no rule switches off all of them.
const LAW_RULES = /^(?:house\/|no-restricted-|max-lines|@typescript-eslint\/no-restricted-)/;
// The word stands apart, or ESLint would read this file's own text as a directive.
const LINTER = "eslint";
const DIRECTIVE = new RegExp(`(?:/[/*])\\s*${LINTER}-(?:disable(?:-next-line|-line)?)\\b([^*\\n]*)`, "g");
const INLINE_SETTING = new RegExp(`/\\*\\s*${LINTER}\\s`);

function disabledRules(text: string): string[] {
  const problems: string[] = INLINE_SETTING.test(text) ? ["sets a lint rule in a comment"] : [];
  for (const [, list = ""] of text.matchAll(DIRECTIVE)) {
    const rules = (list.split(/\s--/)[0] ?? "")
      .split(",")
      .map((rule) => rule.trim())
      .filter((rule) => rule !== "");
    if (rules.length === 0) problems.push("disables every lint rule at once");
    for (const rule of rules) if (LAW_RULES.test(rule)) problems.push(`disables ${rule}, which no comment may`);
  }
  return problems;
}

function crowdedDoors(statements: readonly ImportStatement[]): string[] {
  return Object.entries(DOORS).flatMap(([name, { files }]) => {
    const importers = new Set(
      statements.filter(({ specifier }) => packageOf(specifier) === name).map(({ file }) => file),
    );
    if (files === undefined || importers.size <= files) return [];
    return [`${name} is imported by ${[...importers].sort().join(" and ")}, but ${files} file may`];
  });
}

/** Each cycle once, types included: two files that need each other to be understood are one file. */
function cyclesOf(statements: readonly ImportStatement[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const statement of statements) {
    const target = targetOf(statement);
    if (target === null) continue;
    graph.set(statement.file, (graph.get(statement.file) ?? new Set()).add(target));
  }
  const finished = new Set<string>();
  const cycles: string[] = [];
  const descend = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push(`cycle: ${[...trail.slice(start), file].join(" → ")}`);
    if (start >= 0 || finished.has(file)) return;
    for (const next of graph.get(file) ?? []) descend(next, [...trail, file]);
    finished.add(file);
  };
  for (const file of graph.keys()) descend(file, []);
  return cycles;
}
