// npx tsx scripts/gaming.ts: plays the search again and puts its tables into docs/gaming.md.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gamingTables } from "./gaming/tables.ts";

const FILE = fileURLToPath(new URL("../docs/gaming.md", import.meta.url));
const BEGIN = "<!-- tables: written by scripts/gaming.ts -->";
const END = "<!-- end of tables -->";

const text = readFileSync(FILE, "utf8");
const [before, rest] = text.split(BEGIN);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error(`${FILE}: no place for the tables`);
writeFileSync(FILE, `${before}${BEGIN}\n\n${gamingTables()}\n\n${END}${after}`);
