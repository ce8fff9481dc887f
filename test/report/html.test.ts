import { Script } from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { html, jsonMarkup } from "../../src/report/html/markup.ts";
import { makeReport, type ReportRequest } from "../../src/report/html/report.ts";
import { rulesText } from "../../src/report/html/rules-text.ts";
import { PAGE_SCRIPT } from "../../src/report/html/script.ts";
import { gatherResults, type RunResults } from "../../src/report/run-results.ts";
import { bankrupt, failed, line, player, run } from "./sample-runs.ts";

const anchor = { framework: "scripted", category: "Scripted" };

function fieldRun(rest: Parameters<typeof run>[2] = {}): RunResults {
  const seeds = [0, 1, 2, 3, 4];
  const stamp = rest.protocolStamp ?? "aaaa1111";
  return run(
    [player("A"), player('<b>B</b> & "Co"'), player("C"), player("never-raise", anchor)],
    [
      ...seeds.map((seed) => line({ label: "A", seed, protocolStamp: stamp }, { scoreCents: (50 + seed) * 1e8 })),
      ...seeds.map((seed) => line({ label: '<b>B</b> & "Co"', seed, protocolStamp: stamp }, bankrupt(30 + seed))),
      ...seeds.map((seed) =>
        line({ label: "C", seed, protocolStamp: stamp }, seed > 2 ? failed(10) : bankrupt(40, { raisedCents: 7e8 })),
      ),
      ...seeds.map((seed) => line({ label: "never-raise", seed, protocolStamp: stamp }, bankrupt(32))),
    ],
    { seeds, ...rest },
  );
}

function requestOf(runs: readonly RunResults[], rest: Partial<ReportRequest> = {}): ReportRequest {
  return {
    results: gatherResults(runs),
    runs: runs.map((one) => ({ ...one, folder: "/nowhere" })),
    published: null,
    anchorFigures: [{ label: "raise-when-low", survival: 0.752, meanMonths: 111.2, raisedMusd: null }],
    ablations: null,
    ...rest,
  };
}

describe("a report of one run", () => {
  let page = "";
  beforeAll(async () => {
    page = (await makeReport(requestOf([fieldRun()]))).html;
  });

  test("needs nothing from the network or from a file beside it", () => {
    const addresses = page.match(/https?:\/\/[^\s"'<)]+/g) ?? [];
    expect(addresses.filter((address) => address !== "http://www.w3.org/2000/svg")).toEqual([]);
    expect(page).not.toMatch(/<(?:script|img|iframe)[^>]* src=|@import|url\(/);
  });

  test("shows labels as they are, not as markup", () => {
    expect(page).not.toContain("<b>B</b>");
    expect(page).toContain("&lt;b&gt;B&lt;/b&gt; &amp; &quot;Co&quot;");
  });

  test("ranks rows, best first, and gives none to a row with too few scored trials", () => {
    const rows = [...page.matchAll(/<tr class="[^"]*" data-player="([^"]*)"[^>]*><td data-v="([^"]*)">/g)];
    expect(rows.map(([, slug, rank]) => [slug, rank])).toEqual([
      ["a", "1"],
      ["b-b-b-co", "2"],
      ["never-raise", "2"],
      ["c", ""],
    ]);
    expect(page).toContain("5/5/3");
    expect(page).toContain("below 80 %, hence no rank");
  });

  test("says which anchors are missing, with what is known of them", () => {
    expect(page).toContain("did not play raise-when-low, raise-under-25m, greedy-equity, attentive-cfo, oracle");
    expect(page).toContain("<td>75.2</td><td>111.2</td>");
  });

  test("prints n, estimator and seed of its figures", () => {
    expect(page).toContain("where seeds were repeated. n = 3–5 scored trials a player.");
    expect(page).toContain("Student&#39;s t");
  });

  test("has every id once and no link to nowhere", () => {
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  test("says so where event files are gone, and leaves out columns nobody has anything to say in", () => {
    expect(page).toContain("event files of these trials are not at hand");
    expect(page).not.toContain("Regret");
    expect(page).toContain("No player of these runs used a model.");
  });

  test("is the same bytes again", async () => {
    expect((await makeReport(requestOf([fieldRun()]))).html).toBe(page);
  });
});

test("runs under two protocols get a leaderboard each and share no id", async () => {
  const other = fieldRun({ protocolStamp: "bbbb2222", protocol: { ruleset: "hardened", horizon: 132 } });
  const { html: page, figures } = await makeReport(requestOf([fieldRun(), other]));
  expect(page.match(/data-board>/g)).toHaveLength(2);
  expect(page).toContain("protocol 2 of 2");
  expect(page).toContain("the two are never averaged");
  const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
});

test("regret has a column where an oracle played the same seeds", async () => {
  const played = run(
    [player("A"), player("oracle", { framework: "oracle", category: "Oracle" })],
    [line({ label: "A" }, { raisedCents: 15e8 }), line({ label: "oracle" }, { raisedCents: 3e8 })],
    { seeds: [0] },
  );
  const { html: page } = await makeReport(requestOf([played]));
  expect(page).toContain(">Regret $M<");
  expect(page).toContain('<td data-v="12">12.0</td>');
  expect(page).toContain('<td data-v="0">0.0</td>');
  expect(page).not.toContain("attentive-cfo, oracle. Reference");
});

test("the paper's table stands beside ours and says whose simulator it is from", async () => {
  const published = {
    framework: "ReAct",
    category: "Closed-source LLMs",
    model: "a",
    full_survival_pct: 20,
    months_mean: 58,
    months_sd: 43,
    score_musd_mean: 10.4,
    score_musd_sd: 23.3,
    crisis1_pct: 100,
    crisis2_pct: 40,
    crisis3_pct: 20,
    tools_per_month: 2.46,
    actions: 13.2,
    raised_musd_mean: 41.4,
    raised_musd_sd: 41.7,
  };
  const { html: page } = await makeReport(requestOf([fieldRun()], { published: [published] }));
  expect(page).toContain("measured on the authors&#39; simulator");
  expect(page).toContain('<th scope="row">A, here</th>');
  expect(page).toContain('<th scope="row">A, published</th><td>20.0</td><td>58.0 ± 43.0</td>');
});

test("a run without a finished trial gives a page all the same", async () => {
  const { html: page } = await makeReport(requestOf([run([player("A")], [])]));
  expect(page).toContain("0 of 2 planned trials scored");
});

describe("markup", () => {
  test("escapes what is no markup, in lists too", () => {
    const parts = ["<i>", html`<b>${"&"}</b>`, null, 3];
    expect(html`<p title="${'"'}">${parts}</p>`.text).toBe('<p title="&quot;">&lt;i&gt;<b>&amp;</b>3</p>');
  });

  test("keeps data from ending its script", () => {
    expect(jsonMarkup("</script>").text).toBe('"\\u003c/script>"');
  });
});

test("the page's script is a script", () => {
  expect(() => new Script(PAGE_SCRIPT)).not.toThrow();
  expect(PAGE_SCRIPT).not.toContain("</script");
});

test("rules are said as a person says them", () => {
  const rules = { ruleset: "paper", delay: false, toolBudget: 20, discloseHorizon: false, other: {} };
  expect(rulesText(rules)).toBe("paper ruleset, no delay, tool budget 20, horizon not disclosed");
});
