// A night's benchmark from end to end, in pieces that may run on different machines: each shard is played (and taken up
// again where an earlier night was cut short), then all of them are merged, reported, gated against the last good night
// and added to the leaderboard's history. Everything is done by the `arena` command; this file only says in which order.
//
//   npm run nightly                                        all of it, here
//   npm run nightly -- play --shard 1/4 --max-minutes 300  one shard
//   npm run nightly -- conclude                            the rest, from the shards at hand
//
// Words after a second `--` go to `arena run`. Each option may come from the environment: NIGHTLY_MAX_MINUTES=300.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ARENA = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), "bin", "arena.js");

/** Exit codes of `arena`. */
const DONE = 0;
const USAGE = 1;
const GOT_WORSE = 2;
const INCOMPLETE = 3;
const SUSPENDED = 4;

interface Settings {
  readonly folder: string;
  readonly seeds: string;
  readonly models: readonly string[];
  readonly shards: number;
  readonly shard: string | null;
  readonly maxMinutes: number | null;
  readonly runFlags: readonly string[];
}

process.exitCode = main(process.argv.slice(2));

function main(argv: readonly string[]): number {
  const { phase, settings } = settingsOf(argv);
  switch (phase) {
    case "play":
      return play(settings.shard ?? "1/1", settings, settings.maxMinutes);
    case "conclude":
      return conclude(settings);
    case "all":
      return playAll(settings) || conclude(settings);
  }
}

function settingsOf(argv: readonly string[]): { phase: "all" | "play" | "conclude"; settings: Settings } {
  const cut = argv.indexOf("--");
  const { values, positionals } = parseArgs({
    args: cut === -1 ? [...argv] : argv.slice(0, cut),
    allowPositionals: true,
    options: {
      folder: { type: "string", default: fromEnvironment("FOLDER") ?? "nightly" },
      seeds: { type: "string", default: fromEnvironment("SEEDS") ?? "0-99" },
      models: { type: "string", multiple: true, default: (fromEnvironment("MODELS") ?? "").split(" ") },
      shards: { type: "string", default: fromEnvironment("SHARDS") ?? "1" },
      shard: { type: "string" },
      "max-minutes": { type: "string" },
    },
  });
  const [phase = "all", ...rest] = positionals;
  if (rest.length > 0 || !isPhase(phase)) throw new Error("Give one of play, conclude, or nothing for all of it.");
  const minutes = values["max-minutes"] ?? fromEnvironment("MAX_MINUTES");
  return {
    phase,
    settings: {
      folder: values.folder,
      seeds: values.seeds,
      models: values.models.filter((pattern) => pattern !== ""),
      shards: Number(values.shards),
      shard: values.shard ?? fromEnvironment("SHARD") ?? null,
      maxMinutes: minutes === undefined ? null : Number(minutes),
      runFlags: cut === -1 ? [] : argv.slice(cut + 1),
    },
  };
}

function isPhase(word: string): word is "all" | "play" | "conclude" {
  return word === "all" || word === "play" || word === "conclude";
}

function fromEnvironment(name: string): string | undefined {
  const value = process.env[`NIGHTLY_${name}`];
  return value === "" ? undefined : value;
}

function playAll(settings: Settings): number {
  const startedMs = Date.now();
  for (let index = 1; index <= settings.shards; index += 1) {
    const spentMinutes = (Date.now() - startedMs) / 60_000;
    const left = settings.maxMinutes === null ? null : Math.max(0.01, settings.maxMinutes - spentMinutes);
    const code = play(`${index}/${settings.shards}`, settings, left);
    if (code !== DONE) return code;
  }
  return DONE;
}

/** Plays a shard. A shard cut short by its time, or with trials that failed, is no failed night. */
function play(shard: string, settings: Settings, maxMinutes: number | null): number {
  const folder = path.join(settings.folder, "shards", shard.replace("/", "-of-"));
  setOtherDivisionsAside(path.dirname(folder), shard.slice(shard.indexOf("/") + 1));
  const doneMark = `${folder}.done`;
  // A shard that was played to its end belongs to the night before, whose results are in the history.
  if (fs.existsSync(doneMark)) removeAll([folder, doneMark]);
  const command = [
    "run",
    ...(settings.models.length === 0 ? [] : ["--models", ...settings.models]),
    ...["--seeds", settings.seeds, "--shard", shard, "--out", folder],
    ...(maxMinutes === null ? [] : ["--max-minutes", String(maxMinutes)]),
    ...settings.runFlags,
  ];
  const isResumed = fs.existsSync(folder);
  let code = arena(command);
  if (code === USAGE && isResumed) {
    // The unfinished night was played under other rules or by other players; it is kept aside, not thrown away.
    const aside = `${folder}.replaced`;
    removeAll([aside]);
    fs.renameSync(folder, aside);
    say(`The unfinished shard does not fit any more and is kept in ${aside}.`);
    code = arena(command);
  }
  if (code === SUSPENDED) {
    say(`Shard ${shard} is not finished: the next night goes on with it.`);
    return DONE;
  }
  if (code === DONE || code === INCOMPLETE) {
    fs.writeFileSync(doneMark, "");
    return DONE;
  }
  return code;
}

/** Shards of a night divided into another number of parts must not be merged with this night's. */
function setOtherDivisionsAside(shards: string, parts: string): void {
  for (const folder of runsIn(shards).filter((name) => !name.endsWith(`-of-${parts}`))) {
    removeAll([`${folder}.done`, `${folder}.replaced`]);
    fs.renameSync(folder, `${folder}.replaced`);
  }
}

/** Merge, report, gate, leaderboard. Fails where the gate fails, or where something is wrong; not for lack of data. */
function conclude({ folder }: Settings): number {
  const [run, site, history] = ["run", "site", "history"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const shards = runsIn(path.join(folder, "shards"));
  if (shards.length === 0) {
    say(`No shard was played into ${path.join(folder, "shards")}.`);
    return USAGE;
  }
  removeAll([run]);
  const steps: readonly (readonly string[])[] = [
    ["merge", ...shards, "--out", run],
    ["report", run, "--format", "md,csv,latex,html", "--reference"],
  ];
  for (const step of steps) {
    const code = arena(step);
    if (code !== DONE && code !== INCOMPLETE) return code;
  }
  const night = nightOf(run);
  const baseline = baselineFor(run, history, night);
  if (baseline === null) say("No earlier night was played under this protocol: there is nothing to gate against.");
  const gate =
    baseline === null ? DONE : arena(["gate", run, "--baseline", baseline, "--junit", path.join(folder, "gate.xml")]);
  keepInHistory(run, path.join(history, night), gate);
  const shown = arena(["leaderboard", ...runsIn(history), "--out", site]);
  fs.copyFileSync(path.join(run, "report.html"), path.join(site, "report.html"));
  if (gate === INCOMPLETE) say("The gate could not decide: too few pairs.");
  return gate === DONE || gate === INCOMPLETE ? shown : gate;
}

/** What this script needs of a manifest; `arena` checks the rest. */
interface Manifest {
  readonly protocolStamp: string;
  readonly sessions: readonly { readonly startedAt: string }[];
}

function manifestOf(run: string): Manifest {
  return JSON.parse(fs.readFileSync(path.join(run, "manifest.json"), "utf8")) as Manifest;
}

/** A night is named after its last session, so that concluding it twice gives one entry. */
function nightOf(run: string): string {
  const started = manifestOf(run).sessions.map(({ startedAt }) => startedAt);
  return (started.sort().at(-1) ?? "undated").replaceAll(":", "").replace(/\..*$/, "");
}

/** The last night under the same protocol that did not get worse than the one before it. */
function baselineFor(run: string, history: string, night: string): string | null {
  const { protocolStamp } = manifestOf(run);
  const candidates = runsIn(history).filter(
    (entry) => path.basename(entry) !== night && manifestOf(entry).protocolStamp === protocolStamp && !gotWorse(entry),
  );
  return candidates.at(-1) ?? null;
}

function gotWorse(entry: string): boolean {
  const { gate } = JSON.parse(fs.readFileSync(path.join(entry, "night.json"), "utf8")) as { gate: number };
  return gate === GOT_WORSE;
}

/** Plan and results of a night, without the records: a year of nights is a few megabytes. */
function keepInHistory(run: string, entry: string, gate: number): void {
  fs.mkdirSync(entry, { recursive: true });
  for (const name of ["manifest.json", "trials.jsonl"]) fs.copyFileSync(path.join(run, name), path.join(entry, name));
  fs.writeFileSync(path.join(entry, "night.json"), `${JSON.stringify({ gate })}\n`);
}

/** The run folders in a folder, by name; nights are named by date. */
function runsIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => !name.endsWith(".replaced"));
  return names
    .sort()
    .map((name) => path.join(folder, name))
    .filter((entry) => fs.existsSync(path.join(entry, "manifest.json")));
}

function removeAll(paths: readonly string[]): void {
  for (const one of paths) fs.rmSync(one, { recursive: true, force: true });
}

function arena(args: readonly string[]): number {
  say(`arena ${args.join(" ")}`);
  const { status, signal } = spawnSync(process.execPath, [ARENA, ...args], { stdio: "inherit" });
  return status ?? (signal === null ? USAGE : 130);
}

function say(line: string): void {
  process.stderr.write(`nightly: ${line}\n`);
}
