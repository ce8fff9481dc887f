#!/usr/bin/env node
// Makes a checkout ready to run: installs the packages and compiles `src/` into `dist/`, each only when something changed.
// It runs before anything is installed, so it may import nothing but Node itself.
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * A step of the outside world: what it printed, and whether it went well.
 * @typedef {{ ok: boolean, output: string }} StepResult
 */

/**
 * @typedef {object} ReadyOptions
 * @property {string} [root] The checkout; by default the one this script lies in.
 * @property {(root: string) => StepResult} [install] Fills `node_modules` from the lock file.
 * @property {(root: string) => StepResult} [compile] Writes one `.js` into `dist/` for each `.ts` of `src/`.
 * @property {boolean} [toleratesTypeErrors] Warn instead of throwing when the compiler complains: it has written its output
 *   all the same. For a test run on work in progress; nothing is stamped then, so the next run compiles again.
 * @property {(line: string) => void} [log] Where the few lines go; by default standard error.
 */

/**
 * Installs and builds what is missing or out of date. Two processes may call it at the same time: one works, the other waits.
 * @param {ReadyOptions} [options]
 * @returns {Promise<void>}
 */
export async function makeReady(options = {}) {
  const root = options.root ?? path.dirname(path.dirname(fileURLToPath(import.meta.url)));
  const log = options.log ?? ((line) => process.stderr.write(`${line}\n`));
  if (isInstalled(root) && isBuilt(root)) return;
  const release = await takeLock(path.join(root, LOCK_NAME));
  try {
    if (!isInstalled(root)) {
      log("Installing packages (npm ci) …");
      demand((options.install ?? npmCi)(root), "npm ci failed");
    }
    if (!isBuilt(root)) {
      log("Building dist/ …");
      build(root, options.compile ?? tsc, options.toleratesTypeErrors === true ? log : undefined);
    }
  } finally {
    release();
  }
}

// `*.tmp` is ignored by git and by every walk over the repository.
const LOCK_NAME = "ready-lock.tmp";
const STAMP_NAME = path.join("dist", ".stamp");

/**
 * True when `node_modules` holds every package of the lock file at its version. npm writes its own list there last of all,
 * so an interrupted installation has none. Optional packages may be absent (they are other platforms' binaries).
 * @param {string} root
 */
function isInstalled(root) {
  const wanted = readJson(path.join(root, "package-lock.json"));
  const found = readJson(path.join(root, "node_modules", ".package-lock.json"));
  const manifest = readJson(path.join(root, "package.json"));
  if (wanted === undefined || found === undefined || manifest === undefined) return false;
  const top = wanted.packages[""];
  for (const list of ["dependencies", "devDependencies"]) {
    if (JSON.stringify(top[list] ?? {}) !== JSON.stringify(manifest[list] ?? {})) return false;
  }
  return Object.entries(wanted.packages).every(([name, entry]) => {
    if (name === "") return true;
    const installed = found.packages[name];
    return installed === undefined ? entry.optional === true : installed.version === entry.version;
  });
}

/** @param {string} root */
function isBuilt(root) {
  const stamp = readText(path.join(root, STAMP_NAME));
  return stamp !== undefined && stamp === sourceHash(root) && missingOutputs(root).length === 0;
}

/**
 * The stamp goes first and comes back last, so a build that was killed is never taken for a finished one.
 * @param {string} root
 * @param {(root: string) => StepResult} compile
 * @param {((line: string) => void) | undefined} warn Takes the compiler's complaints; without it they are thrown.
 */
function build(root, compile, warn) {
  fs.rmSync(path.join(root, STAMP_NAME), { force: true });
  const before = sourceHash(root);
  let result = compile(root);
  if (missingOutputs(root).length > 0) {
    // The compiler's own notes say that nothing changed, yet outputs are gone: without the notes it writes all of them.
    fs.rmSync(path.join(root, "dist", ".tsbuildinfo"), { force: true });
    result = compile(root);
  }
  removeStaleOutputs(root);
  if (!result.ok && warn !== undefined) {
    warn(`${result.output.trim()}\nThe program has type errors; the tests run on what was compiled all the same.`);
    return;
  }
  demand(result, "The build failed");
  // Sources that changed under the compiler leave no stamp that matches them.
  fs.mkdirSync(path.join(root, "dist"), { recursive: true });
  fs.writeFileSync(path.join(root, STAMP_NAME), before);
}

/**
 * @param {StepResult} result
 * @param {string} what
 */
function demand(result, what) {
  if (!result.ok) throw new Error(`${what}:\n${result.output.trim()}`);
}

/** @type {(root: string) => StepResult} */
function npmCi(root) {
  // The compiler is a development dependency, so they are wanted even where NODE_ENV says production.
  return run(
    process.platform === "win32" ? "npm.cmd" : "npm",
    ["ci", "--include=dev", "--no-audit", "--no-fund"],
    root,
  );
}

/** @type {(root: string) => StepResult} */
function tsc(root) {
  const compiler = path.join(root, "node_modules", "typescript", "bin", "tsc");
  return run(process.execPath, [compiler, "-p", "tsconfig.build.json", "--pretty", "false"], root);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {StepResult}
 */
function run(command, args, cwd) {
  const child = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.error !== undefined) return { ok: false, output: String(child.error) };
  return { ok: child.status === 0, output: `${child.stdout}${child.stderr}` };
}

/**
 * A hash of the bytes of all that the compiler reads; content, not times, so that switching branches to and fro costs nothing.
 * @param {string} root
 */
function sourceHash(root) {
  const hash = createHash("sha256");
  const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];
  for (const file of [...settings, ...walk(path.join(root, "src")).map((file) => path.join("src", file))]) {
    hash
      .update(`${file}\0`)
      .update(readText(path.join(root, file)) ?? "")
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} root */
function sourceModules(root) {
  return walk(path.join(root, "src"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !isBrowserCode(file))
    .map((file) => file.slice(0, -".ts".length));
}

/** @param {string} root */
function missingOutputs(root) {
  return sourceModules(root).filter((module) => !fs.existsSync(path.join(root, "dist", `${module}.js`)));
}

/**
 * A module whose source is gone would otherwise live on in `dist/` and could still be imported.
 * @param {string} root
 */
function removeStaleOutputs(root) {
  const modules = new Set(sourceModules(root));
  for (const file of walk(path.join(root, "dist"))) {
    const output = /^(.*)\.js(?:\.map)?$/.exec(file)?.[1];
    if (output !== undefined && !isBrowserCode(file) && !modules.has(output))
      fs.rmSync(path.join(root, "dist", file), { force: true });
  }
}

/**
 * `src/web` has a compiler of its own, which writes `dist/web`.
 * @param {string} file
 */
function isBrowserCode(file) {
  return file.startsWith(`web${path.sep}`);
}

/**
 * The files below a folder, relative to it, in a fixed order; none where there is no such folder.
 * @param {string} folder
 * @returns {string[]}
 */
function walk(folder) {
  if (!fs.existsSync(folder)) return [];
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/**
 * Waits for the lock and returns what gives it back. A lock whose holder is dead is taken over.
 * @param {string} file
 * @returns {Promise<() => void>}
 */
async function takeLock(file) {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  while (!createExclusively(file, mine)) {
    removeAbandonedLock(file);
    if (Date.now() > deadline)
      throw new Error(`Another process has been installing or building for too long. If none runs, delete ${file}`);
    await sleep(50);
  }
  return () => {
    if (readText(file) === mine) fs.rmSync(file, { force: true });
  };
}

// Longer than the slowest installation seen, shorter than anyone's patience.
const LOCK_PATIENCE_MS = 10 * 60_000;

/**
 * @param {string} file
 * @param {string} content
 */
function createExclusively(file, content) {
  // Written aside and linked into place: nobody ever reads a lock that has no content yet.
  const draft = `${file}.${randomUUID()}.tmp`;
  fs.writeFileSync(draft, content);
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

/**
 * Of several that find the same dead holder only one may delete its lock, or the slower one would delete the new holder's:
 * whoever deletes holds a second lock meanwhile and looks again.
 * @param {string} file
 */
function removeAbandonedLock(file) {
  const guard = `${file}.takeover.tmp`;
  if (!isAbandoned(file) || !createExclusively(guard, String(process.pid))) {
    // A guard is held for microseconds; one that is seconds old was left by a crash.
    if (ageMs(guard) > 10_000) fs.rmSync(guard, { force: true });
    return;
  }
  try {
    if (isAbandoned(file)) fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

/** @param {string} file */
function isAbandoned(file) {
  const holder = readJson(file);
  if (holder === undefined) return false;
  // A process of another machine cannot be asked; only time tells.
  if (holder.host !== hostname()) return ageMs(file) > LOCK_PATIENCE_MS;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}

/** @param {string} file */
function ageMs(file) {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs;
}

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function readText(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @returns {any} Trusted: written by npm or by this script.
 */
function readJson(file) {
  const text = readText(file);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  try {
    await makeReady();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
