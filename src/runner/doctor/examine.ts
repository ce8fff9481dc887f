// A player's examination: what its file needs, and what its server makes of it.
import type { ReactPlayer } from "../../agents/react/player.ts";
import type { Player } from "../../config/player.ts";
import { worstCaseOf } from "../../llm/estimate.ts";
import { costOf, type FoundPrices, type Prices, worstCostUsd } from "../../llm/prices.ts";
import { scrubberOf } from "../../llm/scrub.ts";
import { type FoundKey, keyFor, pricesFor } from "../model-access.ts";
import { bad, CHECK_NAMES, type Check, good, skipped } from "./check.ts";
import { findingsOf } from "./findings.ts";
import { type Answer, knownRequests, type Probe, probe } from "./probe.ts";

/** What an examination found. */
export interface Examination {
  /** Empty for players that ask no model: there is nothing to check. */
  readonly checks: readonly Check[];
  readonly spent: ProbeSpent;
}

/** What the probe used. Null where it is unknown. */
export interface ProbeSpent {
  readonly requests: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly usd: number | null;
}

/** What the probe may use at most, told before it begins. */
export interface ProbePlan {
  readonly requests: number;
  readonly inputTokens: number;
  readonly worstUsd: number | null;
}

/** Examines a player. `announce` hears what it may cost before anything is sent. */
export async function examine(player: Player, announce: (plan: ProbePlan) => void): Promise<Examination> {
  if (player.framework !== "react" || player.provider === "cassette") return { checks: [], spent: NOTHING_SPENT };
  const key = keyFor(player);
  const prices = pricesFor(player);
  const last = priceCheck(player, prices);
  if (key.problem !== null) return { checks: [...withoutKey(key, key.problem), last], spent: NOTHING_SPENT };
  announce(planOf(player, prices?.prices ?? null));
  const found = await probe(player, key.key);
  const checks = [...findingsOf(player, key, found), last];
  return { checks: scrubbed(checks, player, key), spent: spentIn(player, found, prices?.prices ?? null) };
}

const NOTHING_SPENT: ProbeSpent = { requests: 0, inputTokens: 0, outputTokens: 0, usd: 0 };

function withoutKey(key: FoundKey, problem: string): Check[] {
  const [seen = problem, change = "set it"] = problem.split("; ");
  return CHECK_NAMES.filter((name) => name !== "prices").map((name) =>
    name === "key" ? bad(name, seen, change) : skipped(name, `no key in ${key.name ?? "the environment"}`),
  );
}

const WHERE: Readonly<Record<FoundPrices["from"], string>> = {
  player: "from the player's file",
  table: "from data/prices.yaml",
  "genai-prices": "from @pydantic/genai-prices",
  loopback: "the server is on this machine",
};

function priceCheck(player: ReactPlayer, found: FoundPrices | null): Check {
  if (found === null) {
    const change =
      "add prices: { input: …, output: … } to the file (USD per million tokens), or run with --allow-unpriced";
    return bad("prices", `none are known for ${player.model}`, change);
  }
  const { prices, from } = found;
  if (prices === "free") return good("prices", `free: ${WHERE[from]}`);
  return good("prices", `$${prices.input} input and $${prices.output} output per million tokens, ${WHERE[from]}`);
}

/** The second turn is as long as the first, and the answer to one call. */
const SECOND_TURN_TOKENS = 500;

function planOf(player: ReactPlayer, prices: Prices | null): ProbePlan {
  const [first, long] = knownRequests(player).map((request) => worstCaseOf(request, player.sampling.maxOutputTokens));
  const second = {
    inputTokens: (first?.inputTokens ?? 0) + SECOND_TURN_TOKENS,
    outputTokens: first?.outputTokens ?? 0,
  };
  const all = [first, second, long].flatMap((worst) => worst ?? []);
  return {
    requests: all.length,
    inputTokens: all.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    worstUsd: prices === null ? null : all.reduce((sum, worst) => sum + (worstCostUsd(worst, prices) ?? 0), 0),
  };
}

function spentIn(player: ReactPlayer, { first, second, long }: Probe, prices: Prices | null): ProbeSpent {
  const answers = [first, second, long].filter((answer) => answer !== null);
  const replied = answers.filter((answer): answer is Extract<Answer, { kind: "replied" }> => answer.kind === "replied");
  const sum = (counts: readonly (number | null)[]): number | null =>
    counts.reduce((total, count) => (total === null || count === null ? null : total + count), 0);
  return {
    requests: answers.length,
    inputTokens: sum(replied.map(({ reply }) => reply.usage.input)),
    outputTokens: sum(replied.map(({ reply }) => reply.usage.output)),
    usd: sum(
      replied.map(
        ({ request, reply }) =>
          costOf(reply.usage, prices, worstCaseOf(request, player.sampling.maxOutputTokens))?.usd ?? null,
      ),
    ),
  };
}

/** Errors come scrubbed already; a model's own words do not. */
function scrubbed(checks: readonly Check[], { endpoint }: ReactPlayer, { key }: FoundKey): Check[] {
  const scrub = scrubberOf([...(key === null ? [] : [key]), ...Object.values(endpoint.headers)]);
  return checks.map((check) => ({ ...check, seen: scrub(check.seen) }));
}
