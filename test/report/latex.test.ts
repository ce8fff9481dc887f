import { expect, test } from "vitest";
import { escapeLatex, table1Latex } from "../../src/report/latex.ts";
import { gatherResults } from "../../src/report/run-results.ts";
import { table1Of } from "../../src/report/table1.ts";
import { bankrupt, line, player, run } from "./sample-runs.ts";

const results = gatherResults([
  run(
    [player("A_1 & co"), player("B"), player("never-raise", { framework: "scripted", category: "Scripted" })],
    [
      line({ label: "A_1 & co", seed: 0 }, { scoreCents: 3e9 }),
      line({ label: "A_1 & co", seed: 1 }, { scoreCents: 1e9 }),
      line({ label: "B", seed: 0 }, bankrupt(33)),
      line({ label: "B", seed: 1 }, bankrupt(33)),
      line({ label: "never-raise", seed: 0 }, bankrupt(32)),
    ],
  ),
]);

test("the table is grouped, marked and ruled with booktabs", () => {
  const latex = table1Latex(results.tables.map(table1Of));
  const body = latex.slice(latex.indexOf("\\toprule"), latex.indexOf("\\bottomrule")).split("\n");
  expect(body).toEqual([
    "\\toprule",
    "Model & Full survival \\% & Months & Score \\$M & Crisis 1 \\% & Crisis 2 \\% & Crisis 3 \\% & Tools / month & Actions & Raised \\$M & Planned / attempted / scored \\\\",
    "\\midrule",
    "\\multicolumn{11}{l}{\\emph{ReAct $\\cdot$ Closed-source LLMs}} \\\\",
    "A\\_1 \\& co & \\textbf{\\underline{100.0}} & \\textbf{\\underline{132.0 $\\pm$ 0.0}} & \\textbf{\\underline{20.0 $\\pm$ 14.1}} & 100.0 & \\textbf{\\underline{100.0}} & \\textbf{\\underline{100.0}} & 0.00 & 0.0 & 0.0 $\\pm$ 0.0 & 2 / 2 / 2 \\\\",
    "B & 0.0 & 33.0 $\\pm$ 0.0 & 0.0 $\\pm$ 0.0 & 100.0 & 0.0 & 0.0 & 0.00 & 0.0 & 0.0 $\\pm$ 0.0 & 2 / 2 / 2 \\\\",
    "\\midrule",
    "\\emph{Overall (ReAct)} & 50.0 & 82.5 $\\pm$ 57.2 & 10.0 $\\pm$ 14.1 & 100.0 & 50.0 & 50.0 & 0.00 & 0.0 & 0.0 $\\pm$ 0.0 & 4 / 4 / 4 \\\\",
    "\\midrule",
    "\\multicolumn{11}{l}{\\emph{Scripted}} \\\\",
    "never-raise $\\dagger$ & 0.0 & 32.0 & 0.0 & 100.0 & 0.0 & 0.0 & 0.00 & 0.0 & 0.0 & 2 / 1 / 1 \\\\",
    "",
  ]);
});

test("every row has as many cells as there are columns, and braces close", () => {
  const latex = table1Latex(results.tables.map(table1Of));
  const rows = latex.split("\n").filter((row) => row.endsWith("\\\\") && !row.startsWith("\\multicolumn"));
  expect(new Set(rows.map((row) => row.split(/(?<!\\)&/).length))).toEqual(new Set([11]));
  const count = (brace: string) => latex.split(brace).length;
  expect(count("{")).toBe(count("}"));
});

test.each([
  ["50 % of $1_000 & #2", "50 \\% of \\$1\\_000 \\& \\#2"],
  ["{a}^b~c\\d", "\\{a\\}\\textasciicircum{}b\\textasciitilde{}c\\textbackslash{}d"],
  ["0–4 ± 1 <x>", "0--4 $\\pm$ 1 \\textless{}x\\textgreater{}"],
])("%j is shown as it is", (text, latex) => {
  expect(escapeLatex(text)).toBe(latex);
});
