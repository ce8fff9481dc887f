// The import law: which room of `src/` may know which, and which file is the only door to a package.
// ESLint and the architecture test both judge by this file, so the law is written down once.
import { isBuiltin } from "node:module";
import path from "node:path";

/**
 * One import as written in a file of `src/`.
 * @typedef {object} ImportStatement
 * @property {string} file Path of the importing file below `src/`, with forward slashes.
 * @property {string} specifier What stands between the quotes.
 * @property {boolean} isTypeOnly True where nothing is left of the import at run time.
 */

/**
 * Why an import breaks the law, or null where it does not.
 * @param {ImportStatement} statement
 * @returns {string | null}
 */
export function judgeImport(statement) {
  const unit = unitOf(statement.file);
  if (unit === null) return `src/${statement.file} lies in no room of the house`;
  const target = targetOf(statement);
  return target === null ? judgePackage(unit, statement) : judgeFile(unit, statement, target);
}

/**
 * What each room may import besides itself and `std`. A name with a slash is one module of a room. A room's name
 * stands for all of the room but its {@link SEALED} modules.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const MAY_IMPORT = {
  std: [],
  ledger: [],
  sim: ["ledger"],
  "env/contract": [],
  "env/protocol": [],
  env: ["sim", "ledger"],
  "env/truth": ["env", "sim", "ledger"],
  llm: [],
  bridge: ["env/contract", "llm"],
  agents: ["env/contract", "llm", "bridge"],
  oracle: ["sim"],
  record: [],
  stats: [],
  report: ["record", "stats"],
  config: ["sim/scenario", "env/protocol", "llm", "agents", "record"],
  runner: ["env", "env/truth", "sim/scenario", "agents", "llm", "bridge", "oracle", "record", "config"],
  serve: ["env/contract", "agents/agent", "bridge", "runner", "record", "report"],
  web: [],
  cli: ["config", "runner", "record", "report", "stats", "serve", "env/protocol", "oracle"],
};

/**
 * Rooms seen for their types alone: nothing of them is left at run time.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const MAY_IMPORT_TYPES = {
  web: ["record"],
};

/** Modules that even their own room may not import, unless a row names them. */
export const SEALED = ["env/truth"];

/** Rooms that compute and nothing else: no I/O, no clock, no asynchrony, hence no Node module either. */
export const PURE_ROOMS = ["ledger", "sim", "env", "stats"];

/**
 * The only files or folders (ending in a slash) of `src/` that may import a package; a package not named here is free.
 * With `files`, no more than that many files may.
 * @type {Readonly<Record<string, { readonly within: readonly string[], readonly files?: number }>>}
 */
export const DOORS = {
  piscina: { within: ["runner/pool.ts"] },
  seedrandom: { within: ["std/random.ts"] },
  openai: { within: ["llm/"], files: 1 },
  "@anthropic-ai/sdk": { within: ["llm/"], files: 1 },
  "@modelcontextprotocol/sdk": { within: ["bridge/mcp.ts"] },
  yaml: { within: ["config/"] },
  vega: { within: ["report/charts.ts"] },
  "vega-lite": { within: ["report/charts.ts"] },
  commander: { within: ["cli/"] },
  "cli-progress": { within: ["cli/progress.ts"] },
  "csv-stringify": { within: ["report/csv.ts"] },
  hono: { within: ["serve/"] },
  "@hono/node-server": { within: ["serve/"] },
  preact: { within: ["web/"] },
  "node:process": { within: ["std/host.ts", "cli/"] },
  "node:console": { within: ["cli/"] },
};

/** The folder whose files import a module that a user names, so that its name is not known before. */
export const IMPORTS_BY_COMPUTED_NAME = "agents/external/";

/**
 * The row of {@link MAY_IMPORT} that binds a file, or null for a file outside every room.
 * @param {string} file
 * @returns {string | null}
 */
export function unitOf(file) {
  const room = file.includes("/") ? file.slice(0, file.indexOf("/")) : "";
  if (!Object.hasOwn(MAY_IMPORT, room)) return null;
  const modules = Object.keys(MAY_IMPORT).filter((name) => name.includes("/"));
  return modules.find((module) => isPartOf(file, module)) ?? room;
}

/**
 * The file below `src/` that a relative import means, or null where it means a package.
 * @param {ImportStatement} statement
 * @returns {string | null}
 */
export function targetOf({ file, specifier }) {
  return /^\.{0,2}\//.test(specifier) ? path.posix.join(path.posix.dirname(file), specifier) : null;
}

/**
 * The package a specifier belongs to: `csv-stringify` of `csv-stringify/sync`.
 * @param {string} specifier
 */
export function packageOf(specifier) {
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : (parts[0] ?? specifier);
}

/**
 * @param {string} unit
 * @param {ImportStatement} statement
 * @param {string} target
 */
function judgeFile(unit, { specifier, isTypeOnly }, target) {
  const targetUnit = unitOf(target);
  if (target.startsWith("../") || specifier.startsWith("/")) return `${specifier} leads out of src/`;
  if (targetUnit === null) return `${specifier} leads to no room of the house`;
  if (targetUnit === unit || roomOf(targetUnit) === "std") return null;
  const seen = [...(MAY_IMPORT[unit] ?? []), ...(isTypeOnly ? (MAY_IMPORT_TYPES[unit] ?? []) : [])];
  if (seen.some((allowed) => isPartOf(target, allowed) && (allowed === targetUnit || !SEALED.includes(targetUnit))))
    return null;
  // A room without a narrower row of its own knows itself.
  if (unit === roomOf(targetUnit) && !SEALED.includes(targetUnit)) return null;
  return `${unit} may not import ${SEALED.includes(targetUnit) ? targetUnit : roomOf(targetUnit)} (${target})`;
}

/**
 * @param {string} unit
 * @param {ImportStatement} statement
 */
function judgePackage(unit, { file, specifier }) {
  if (specifier.startsWith("#")) return `${specifier} hides where it leads`;
  if (isBuiltin(specifier) && !specifier.startsWith("node:"))
    return `a module of Node is imported as node:${specifier}`;
  if (specifier.startsWith("node:") && PURE_ROOMS.includes(roomOf(unit)))
    return `${unit} is pure and may not import ${specifier}`;
  const name = packageOf(specifier);
  const door = Object.hasOwn(DOORS, name) ? DOORS[name] : undefined;
  if (
    door === undefined ||
    door.within.some((place) => (place.endsWith("/") ? file.startsWith(place) : file === place))
  )
    return null;
  return `${name} may only be imported in ${door.within.join(" and ")}`;
}

/** @param {string} unit */
function roomOf(unit) {
  return unit.split("/")[0] ?? unit;
}

/**
 * @param {string} file
 * @param {string} place A room or a module, without its extension.
 */
function isPartOf(file, place) {
  return file.startsWith(`${place}/`) || file === `${place}.ts`;
}
