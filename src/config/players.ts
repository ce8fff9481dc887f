// Which players a run has: files and globs to settings, every problem told at once.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { globSync, isDynamicPattern } from "tinyglobby";
import { UserError } from "../std/user-error.ts";
import { packageRoot } from "./data.ts";
import { type Player, playerSchema } from "./player.ts";
import { loadYaml } from "./yaml.ts";

/** A player with the file it came from. */
export interface PlayerFile {
  readonly file: string;
  readonly player: Player;
}

/** A file that is no valid player, with everything that is wrong with it. */
export interface RefusedFile {
  readonly file: string;
  /** The label that stands in it, as far as it can be read. */
  readonly label: string | null;
  /** Whether it is meant to be a model's: those may cost hours, so one of them does not keep the others from playing. */
  readonly isModel: boolean;
  readonly message: string;
}

/** The players of files and globs, in the order given and sorted within a glob. Throws a {@link UserError} of all problems. */
export function loadPlayers(patterns: readonly string[], cwd: string): PlayerFile[] {
  const { players, refused, problems } = load(patterns, cwd);
  const all = [...problems.files, ...refused.map(({ message }) => message), ...problems.labels];
  if (all.length > 0) throw new UserError(all.join("\n"));
  return players;
}

/** As {@link loadPlayers}, with models' files that are not valid set apart, so that the other models go on. */
export function loadPlayersApart(
  patterns: readonly string[],
  cwd: string,
): { readonly players: PlayerFile[]; readonly refused: readonly RefusedFile[] } {
  const { players, refused, problems } = load(patterns, cwd);
  const isFatal = refused.some(({ isModel }) => !isModel);
  const fatal = [...problems.files, ...problems.labels];
  if (isFatal || fatal.length > 0 || players.length === 0) {
    throw new UserError([...fatal, ...refused.map(({ message }) => message)].join("\n"));
  }
  return { players, refused };
}

interface Loaded {
  readonly players: PlayerFile[];
  readonly refused: readonly RefusedFile[];
  /** What concerns the choice of files, and what concerns their labels. */
  readonly problems: { readonly files: readonly string[]; readonly labels: readonly string[] };
}

function load(patterns: readonly string[], cwd: string): Loaded {
  const missing: string[] = [];
  const players: PlayerFile[] = [];
  const refused: RefusedFile[] = [];
  for (const file of filesOf(patterns, cwd, missing)) {
    try {
      players.push({ file, player: loadYaml(file, playerSchema) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      refused.push({ file, ...glimpseOf(file), message: error.message });
    }
  }
  return { players, refused, problems: { files: missing, labels: duplicateLabels(players) } };
}

/** What can be seen of a file whose content may be anything. */
function glimpseOf(file: string): Pick<RefusedFile, "label" | "isModel"> {
  if (!existsSync(file) || statSync(file).isDirectory()) return { label: null, isModel: false };
  const text = readFileSync(file, "utf8");
  const label = /^label:[ \t]*(["']?)(.+?)\1[ \t]*(?:#.*)?$/m.exec(text)?.[2] ?? null;
  return { label, isModel: /^framework:[ \t]*["']?react\b/m.test(text) };
}

/** The players played when none are named: `configs/*.yaml` of the working folder, else the package's own. */
export function defaultPatterns(cwd: string): readonly string[] {
  const own = globSync("configs/*.yaml", { cwd });
  return own.length > 0 ? ["configs/*.yaml"] : [join(packageRoot(), "configs/*.yaml")];
}

function filesOf(patterns: readonly string[], cwd: string, problems: string[]): string[] {
  const files: string[] = [];
  for (const pattern of patterns) {
    // A file whose name looks like a glob is still a file.
    const matches = existsSync(join(cwd, pattern)) || !isDynamicPattern(pattern) ? [pattern] : expand(pattern, cwd);
    if (matches.length === 0) problems.push(`${pattern}: no file matches`);
    for (const match of matches) {
      const path = match.startsWith("/") ? match : join(cwd, match);
      if (existsSync(path) && statSync(path).isDirectory())
        problems.push(`${match}: a folder; name its files, as in ${match}/*.yaml`);
      else files.push(relative(cwd, path).startsWith("..") ? path : relative(cwd, path));
    }
  }
  return [...new Set(files)];
}

function expand(pattern: string, cwd: string): string[] {
  return globSync(pattern, { cwd, expandDirectories: false }).sort();
}

function duplicateLabels(players: readonly PlayerFile[]): string[] {
  const first = new Map<string, string>();
  const problems: string[] = [];
  for (const { file, player } of players) {
    const earlier = first.get(player.label);
    if (earlier === undefined) first.set(player.label, file);
    else problems.push(`${file}: label "${player.label}" is taken by ${earlier}; each row needs a label of its own`);
  }
  return problems;
}
