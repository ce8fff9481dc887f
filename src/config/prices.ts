import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PriceTable, priceTableSchema } from "../llm/prices.ts";
import { packageRoot } from "./data.ts";
import { loadYaml } from "./yaml.ts";

/** The table of prices that ships with the package; empty where the file is missing. */
export function loadPriceTable(file: string = join(packageRoot(), "data", "prices.yaml")): PriceTable {
  return existsSync(file) ? loadYaml(file, priceTableSchema) : [];
}
