// The paper's 23 models as players: none is missing, none is misnamed, all can be planned.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ReactPlayer } from "../../src/agents/react/player.ts";
import { loadPaperTable, packageRoot } from "../../src/config/data.ts";
import { loadPlayers } from "../../src/config/players.ts";
import { apiKeyEnvOf, baseURLOf } from "../../src/llm/endpoint.ts";
import { libraryRates } from "../../src/llm/genai-prices.ts";
import { isLoopback } from "../../src/llm/prices.ts";
import { pricesFor } from "../../src/runner/model-access.ts";
import { runArena } from "../support/arena-process.ts";

const PATTERN = join(packageRoot(), "configs/paper/*.yaml");
const published = loadPaperTable().filter(({ framework, category }) => framework === "ReAct" && category !== "Overall");
const files = loadPlayers([PATTERN], packageRoot()).map(({ file, player }) => ({
  file,
  player: player as ReactPlayer,
  text: readFileSync(join(packageRoot(), file), "utf8"),
}));

const folder = mkdtempSync(join(tmpdir(), "arena-paper-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the paper's models", () => {
  it("are the 23 rows of its Table 1, under its labels and categories", () => {
    const named = (rows: readonly { label: string; category: string }[]) =>
      rows.map(({ label, category }) => `${category}: ${label}`).toSorted();
    expect(published).toHaveLength(23);
    expect(named(files.map(({ player }) => player))).toEqual(
      named(published.map(({ model, category }) => ({ label: model, category }))),
    );
  });

  it.each(files)("$file plays a model in the loop, with a key where its server wants one", ({ player }) => {
    expect(player.framework).toBe("react");
    expect(player.provider).not.toBe("cassette");
    expect(apiKeyEnvOf(player) === null).toBe(isLoopback(baseURLOf(player)));
  });

  it.each(files)("$file tells the prices that are found for it, and their date", ({ player, text }) => {
    const told = /^# prices: \$(\S+) input, \$(\S+) output .*\((\d{4}-\d\d-\d\d)\)/m.exec(text);
    const found = pricesFor(player);
    if (found?.prices === "free") {
      expect(told).toBeNull();
      return;
    }
    // The library knows when prices change: what is told holds for its own day.
    const onThatDay = () => Date.parse(told?.[3] ?? "");
    const rates = found?.from === "table" ? found.prices : libraryRates(player.model, baseURLOf(player), onThatDay);
    expect(rates).toMatchObject({ input: Number(told?.[1]), output: Number(told?.[2]) });
  });

  it("call tools natively, but for the two whose templates know none", () => {
    const byText = files.filter(({ player }) => player.toolCalling === "text").map(({ player }) => player.label);
    expect(byText.toSorted()).toEqual(["Llama-3-8B-Instruct", "Mixtral-8x7B-Instruct-"]);
  });

  it("mark every id of a hosted model as not verified", () => {
    const hosted = files.filter(({ player }) => !isLoopback(baseURLOf(player)));
    expect(hosted.filter(({ text }) => !/^model: \S+ # unverified$/m.test(text))).toEqual([]);
  });

  it("can be planned together", async () => {
    const names = files.flatMap(({ player }) => apiKeyEnvOf(player) ?? []);
    const env = Object.fromEntries(names.map((name) => [name, "key-of-nobody"]));
    const plan = await runArena(["run", "--models", PATTERN, "--dry-run"], { cwd: folder, env });
    expect(plan.stderr).toContain("115 trials");
    for (const { player } of files) expect(plan.stdout).toContain(`${player.label}: 5 trials; `);
    expect(plan.stdout).toMatch(/^total: 115 trials to play; .*\$\d/m);
    expect(plan.code).toBe(0);
  });
});
