// From a sweep's file and the flags of its command to the runs it asks for.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../config/data.ts";
import { defaultPatterns, loadPlayers, type PlayerFile } from "../config/players.ts";
import { parseSeeds } from "../config/seeds.ts";
import { didYouMean } from "../config/suggest.ts";
import { loadSweep, type Sweep } from "../config/sweep.ts";
import type { Protocol } from "../env/protocol.ts";
import type { Manifest } from "../record/manifest.ts";
import { isRunFolder } from "../record/run-folder.ts";
import { isSweepFolder, readSweepPlan } from "../record/sweep-folder.ts";
import { defaultRunName, manifestOf } from "../runner/identity.ts";
import { checkRequest } from "../runner/open-run.ts";
import type { OnlyFilter, RunRequest } from "../runner/run-request.ts";
import { ownWorld } from "../runner/stamps.ts";
import { type PlannedSetting, planSweep } from "../runner/sweep.ts";
import { present } from "../std/assert.ts";
import { UserError } from "../std/user-error.ts";
import { freshFolder } from "./fresh-folder.ts";
import { modelKeys, refuseIfAllBlocked } from "./model-keys.ts";
import { sweepFilter } from "./only.ts";
import type { PlayFlags } from "./run-options.ts";

/** The flags of `arena sweep`, as commander gives them. */
export interface SweepFlags extends PlayFlags {
  readonly seeds?: string;
  readonly repeats?: number;
}

/** What is typed after `arena sweep`. */
export interface SweepWords {
  readonly file: string;
  readonly flags: SweepFlags;
  /** The rules that stand in the command line; the others are the sweep's own. */
  readonly protocol: Partial<Protocol>;
  /** All of it, for the manifests. */
  readonly argv: readonly string[];
}

/** A setting with a run of its own. */
export interface SettingRequest {
  readonly setting: PlannedSetting;
  readonly request: RunRequest;
  /** What the run is as its folder begins. */
  readonly manifest: Manifest;
}

/** A sweep with all that the command line adds to it. */
export interface RequestedSweep {
  readonly sweep: Sweep;
  readonly folder: string;
  readonly settings: readonly PlannedSetting[];
  /** Every setting but those that are the same as an earlier one. */
  readonly requests: readonly SettingRequest[];
  /** Those of them that `--only` lets through, with what it leaves of them. */
  readonly chosen: readonly SettingRequest[];
}

/**
 * The runs a sweep asks for. Throws a {@link UserError} where one of them could not be played: nothing is begun, and
 * nothing paid for, where a later setting would end it.
 */
export function requestedSweep({ file, flags, protocol, argv }: SweepWords): RequestedSweep {
  const cwd = process.cwd();
  const sweep = loadSweep(sweepFile(file));
  const files = loadPlayers(flags.models ?? sweep.models ?? defaultPatterns(cwd), cwd);
  const players = files.map(({ player }) => player);
  const requestOf = requestMaker({ sweep, files, flags, argv });
  const planIn = (folder: string): PlannedSetting[] => planSweep({ sweep, players, protocol, folder });
  const folder = flags.out ?? defaultFolder(sweep, requestOf(baseOf(planIn(""))), flags.new ?? false);
  const settings = planIn(folder);
  const own = settings.filter(({ sameAs }) => sameAs === null);
  const world = ownWorld();
  const requests = own.map((setting): SettingRequest => {
    const request = requestOf(setting);
    return { setting, request, manifest: manifestOf(request, world) };
  });
  refuseIfAllBlocked(requests.map(({ request }) => request));
  checkFolder(folder, sweep);
  const chosen = chosenOf(settings, requests, sweepFilter(flags.only ?? []));
  for (const { request } of chosen) checkRequest(request, world);
  return { sweep, folder, settings, requests, chosen };
}

function baseOf(settings: readonly PlannedSetting[]): PlannedSetting {
  return present(settings[0], "a sweep has a base");
}

/** A file of the working folder, else of the package, as for players. */
function sweepFile(file: string): string {
  const own = join(packageRoot(), file);
  return !existsSync(file) && existsSync(own) ? own : file;
}

interface Common {
  readonly sweep: Sweep;
  readonly files: readonly PlayerFile[];
  readonly flags: SweepFlags;
  readonly argv: readonly string[];
}

function requestMaker({ sweep, files, flags, argv }: Common): (setting: PlannedSetting) => RunRequest {
  const fileOf = new Map(files.map(({ file, player }) => [player.label, file]));
  const common = {
    files: fileOf,
    seeds: parseSeeds(flags.seeds ?? String(sweep.seeds ?? 5)),
    repeats: flags.repeats ?? sweep.repeats,
    shard: flags.shard ?? null,
    only: {},
    workers: flags.workers,
    caps: { usd: flags.maxCost, tokens: flags.maxTokens },
    flags: argv,
  };
  return ({ players, protocol, folder }) => ({
    ...common,
    // Of the players as the setting has them: it may change their model, their prices or their endpoint.
    ...modelKeys(
      players.map((player) => ({ file: fileOf.get(player.label) ?? player.label, player })),
      flags.allowUnpriced ?? false,
    ),
    players,
    protocol,
    folder,
  });
}

function defaultFolder({ name }: Sweep, base: RunRequest, fresh: boolean): string {
  const folder = join("results", `${name}-${defaultRunName(manifestOf(base, ownWorld()))}`);
  return fresh ? freshFolder(folder, existsSync) : folder;
}

function checkFolder(folder: string, { name }: Sweep): void {
  const hint = "Name a folder of its own with --out.";
  if (isRunFolder(folder)) throw new UserError(`${folder} holds a run, and a sweep is a folder of runs`, { hint });
  if (!isSweepFolder(folder)) return;
  const other = readSweepPlan(folder).name;
  if (other !== name) throw new UserError(`${folder} holds another sweep, ${other}`, { hint });
}

interface Filter {
  readonly settings: readonly string[];
  readonly only: OnlyFilter;
}

/** What a filter leaves of a sweep; a setting without any of the players named is left out. */
function chosenOf(
  settings: readonly PlannedSetting[],
  requests: readonly SettingRequest[],
  { settings: named, only }: Filter,
): SettingRequest[] {
  checkNames(
    "setting",
    "the sweep has no setting",
    named,
    settings.map(({ name }) => name),
  );
  const labels = new Set(requests.flatMap(({ request }) => request.players.map(({ label }) => label)));
  checkNames("player", "no player is", only.models ?? [], [...labels]);
  const folders = new Set(settings.filter(({ name }) => named.includes(name)).map(({ folder }) => folder));
  const chosen = requests.flatMap(({ setting, request, manifest }): SettingRequest[] => {
    if (named.length > 0 && !folders.has(setting.folder)) return [];
    const here = request.players.map(({ label }) => label).filter((label) => only.models?.includes(label) ?? true);
    const models = only.models === undefined ? {} : { models: here };
    return here.length === 0 ? [] : [{ setting, request: { ...request, only: { ...only, ...models } }, manifest }];
  });
  if (chosen.length > 0) return chosen;
  const players = (only.models ?? []).join(", ");
  throw new UserError(`--only leaves nothing: ${players} does not play under ${named.join(", ")}`, {
    hint: "A setting that changes players alone is played by those it changes.",
  });
}

function checkNames(what: string, none: string, named: readonly string[], known: readonly string[]): void {
  for (const name of named) {
    if (known.includes(name)) continue;
    throw new UserError(`--only: ${none} called "${name}"${didYouMean(name, known)}`, {
      hint: `The ${what}s are ${known.join(", ")}.`,
    });
  }
}
