import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../config/data.ts";

/** The program's version, from its package file. */
export const VERSION = (JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as { version: string })
  .version;
