// Which players a run has: files and globs to settings, every problem told at once.
import { existsSync, statSync } from "node:fs";
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

/** The players of files and globs, in the order given and sorted within a glob. Throws a {@link UserError} of all problems. */
export function loadPlayers(patterns: readonly string[], cwd: string): PlayerFile[] {
  const problems: string[] = [];
  const players: PlayerFile[] = [];
  for (const file of filesOf(patterns, cwd, problems)) {
    try {
      players.push({ file, player: loadYaml(file, playerSchema) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
    }
  }
  problems.push(...duplicateLabels(players));
  if (problems.length > 0) throw new UserError(problems.join("\n"));
  return players;
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
