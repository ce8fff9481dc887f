// The files of the repository as a reader of it sees them: without what is installed, built or produced.
import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Paths below {@link ROOT} with forward slashes, in order. */
export function repositoryFiles(): string[] {
  const files = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => !NOT_OURS.has(entry.name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(join(ROOT, entry.name)) : [join(ROOT, entry.name)]))
    .map((file) => relative(ROOT, file).replaceAll(sep, "/"));
  return files.filter((file) => !/\.tmp$|^\.env/.test(file)).sort();
}

const NOT_OURS = new Set([".git", ".scratch", "node_modules", "dist", "results", "coverage"]);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
