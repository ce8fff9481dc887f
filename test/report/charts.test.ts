import { describe, expect, test } from "vitest";
import { ablationFigures } from "../../src/report/charts/ablations.ts";
import { costFigures } from "../../src/report/charts/cost.ts";
import { intervalFigure } from "../../src/report/charts/intervals.ts";
import { DARK, themed, variableOf } from "../../src/report/charts/palette.ts";
import { playerFigure } from "../../src/report/charts/player.ts";
import { survivalFigure } from "../../src/report/charts/survival.ts";
import { renderChart } from "../../src/report/charts.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { sweepResults } from "../../src/report/sweep.ts";
import { present } from "../../src/std/assert.ts";
import { bankrupt, line, manifest, player, run } from "./sample-runs.ts";

const [table] = gatherResults([
  run(
    [player("A"), player("A very long label of a player, longer than a legend")],
    [
      line({ label: "A", seed: 0 }),
      line({ label: "A", seed: 1 }, bankrupt(33)),
      line({ label: "A very long label of a player, longer than a legend", seed: 0 }, bankrupt(60)),
    ],
  ),
]).tables;
const players = present(table, "a table").players.map((one) => ({ name: one.label, player: one }));
const first = present(players[0], "a player");

const survival = () => survivalFigure({ id: "survival", title: "Survival", players, anchors: [], horizon: 132 });

describe("a chart", () => {
  test("is the same bytes each time, whatever was drawn between", async () => {
    const before = await survival();
    await playerFigure({ id: "other", ...first, paths: [Float64Array.of(1e9, -1e9)], horizon: 132 });
    expect((await survival()).svg).toBe(before.svg);
  });

  test("names itself to a screen reader and hides its parts", async () => {
    const { svg, title, description } = await survival();
    expect(svg).toContain(`<title id="survival-title">${title}</title>`);
    expect(svg).toContain(`<desc id="survival-desc">${description}</desc>`);
    expect(svg).toContain('role="img" aria-labelledby="survival-title survival-desc"');
    expect(svg.match(/ role=| aria-| id=/g)).toHaveLength(4);
  });

  test("holds no more digits than a screen shows", async () => {
    const { svg } = await survival();
    expect(svg).not.toMatch(/\d\.\d{3}/);
  });

  test("escapes its words", async () => {
    const spec = { data: { values: [{ a: 1 }] }, mark: "point", encoding: { x: { field: "a", type: "quantitative" } } };
    const svg = await renderChart(spec, { id: "x", title: "a < b & c", description: "<script>" });
    expect(svg).toContain(">a &lt; b &amp; c</title>");
    expect(svg).toContain(">&lt;script&gt;</desc>");
  });

  test("cuts long names in its legend, not in its table", async () => {
    const { svg, table: data } = await survival();
    expect(svg).toContain("A very long label of…");
    expect(data.rows.map(([name]) => name)).toContain("A very long label of a player, longer than a legend");
  });

  test("takes the colours of the page it stands in", async () => {
    const { svg } = await survival();
    const inPage = themed(svg);
    for (const colour of DARK.keys()) expect(inPage).not.toContain(`"${colour}"`);
    expect(inPage).toContain(`var(${variableOf("#1f6fb4")})`);
  });
});

describe("figures say what they rest on", () => {
  test("survival: its curve at every month somebody died", async () => {
    const { note, table: data } = await survival();
    expect(note).toBe("Kaplan–Meier; trials cut short are censored. n = 1–2 trials a player.");
    expect(data.rows[0]).toEqual(["A", "33", "2", "1", "0", "50.0", "0.6–91.0"]);
  });

  test("cash: quantiles of the trials that played the month", async () => {
    const paths = [Float64Array.of(1e9, 2e9, -1e8), Float64Array.of(3e9, 4e9)];
    const { table: data, description } = await playerFigure({ id: "p", ...first, paths, horizon: 132 });
    expect(data.rows).toEqual([
      ["1", "2", "10.0", "15.0", "20.0", "25.0", "30.0"],
      ["3", "1", "-1.0", "-1.0", "-1.0", "-1.0", "-1.0"],
    ]);
    expect(description).toContain("1 of 2 trials play month 3");
  });

  test("cash without records: an empty panel that says so", async () => {
    const { description, table: data } = await playerFigure({ id: "p", ...first, paths: [], horizon: 132 });
    expect(description).toContain("No month was recorded.");
    expect(data.rows).toEqual([]);
  });

  test("intervals: values, ends and n", async () => {
    const rows = [{ name: "A", isAnchor: false, value: 50, low: 9.5, high: 90.5, n: 2 }];
    const { table: data } = await intervalFigure({ id: "i", title: "t", unit: "%", note: "n", rows });
    expect(data.rows).toEqual([["A", "50.0", "9.5 to 90.5", "2"]]);
  });

  test("cost: only of players with a model, and none where nobody has one", async () => {
    expect(await costFigures("", players)).toEqual([]);
    const usage = {
      inputTokens: 1000,
      cachedInputTokens: 500,
      cacheWriteTokens: null,
      outputTokens: 200,
      reasoningTokens: null,
      costUsd: 0.25,
    };
    const paid = { ...first.player, lines: [line({ label: "A" }, { usage, turns: 12 })] };
    const [cost, tokens] = await costFigures("", [...players, { name: "Paid", player: paid }]);
    expect(cost?.table.rows).toEqual([["Paid", "0.2500", "12", "1"]]);
    expect(tokens?.table.rows).toEqual([["Paid", "1", "1", "0", "1"]]);
  });

  test("ablations: each player's change and the mean over players, a repeated setting left out", async () => {
    const results = (scores: readonly number[]) => {
      const lines = scores.map((score, seed) => line({ label: "A", seed }, { scoreCents: score * 1e8 }));
      return present(gatherResults([{ manifest: manifest([player("A")]), lines }]).tables[0], "a table");
    };
    const setting = (name: string, scores: readonly number[], sameAs: string | null = null) => {
      return { name, changes: "", sameAs, results: results(scores) };
    };
    const { name, options, settings } = sweepResults({ name: "s" }, [
      setting("base", [10, 20]),
      setting("no delay", [12, 24]),
      setting("again", [10, 20], "base"),
    ]);
    const figures = await ablationFigures("", { name, ...options, settings });
    expect(figures.map(({ id }) => id)).toEqual(["ablation-survival", "ablation-months", "ablation-score"]);
    expect(figures[2]?.table.rows).toEqual([
      ["no delay", "A", "15.0", "18.0", "3.0", "-9.7 to 15.7", expect.any(String), "2"],
    ]);
  });
});
