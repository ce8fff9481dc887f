// What `--dry-run` prints: the plan, and what it will ask for and cost.
import type { Manifest } from "../record/manifest.ts";
import { ASSUMPTIONS } from "../runner/cost-assumptions.ts";
import { type CostEstimate, estimateCost, type PlayerEstimate, type Range } from "../runner/cost-estimate.ts";
import { planOf } from "../runner/open-run.ts";
import type { RunRequest } from "../runner/run-request.ts";

/** The plan of a request as lines: one a player, the total, and what the numbers rest on. */
export function planText(request: RunRequest, manifest: Manifest): string[] {
  const estimate = estimateCost(request);
  const planned = plannedByLabel(manifest);
  const lines = estimate.players.map((player) => playerLine(player, planned.get(player.label) ?? 0, request));
  if (estimate.players.every(({ basis }) => basis.kind === "no-model")) return lines;
  return [...lines, `total: ${totalText(estimate, request.caps.usd)}`, ...assumptionsText(estimate)];
}

/** Trials, requests, tokens and dollars of an estimate. */
export function totalText(estimate: CostEstimate, capUsd: number | undefined): string {
  const count = estimate.players.reduce((sum, { trials }) => sum + trials, 0);
  return `${count} ${count === 1 ? "trial" : "trials"} to play${askedText(estimate, capUsd)}`;
}

/** What models will be asked for, and its dollars, as the rest of a line; nothing where none is asked. */
export function askedText(estimate: CostEstimate, capUsd: number | undefined): string {
  if (estimate.players.every(({ basis }) => basis.kind === "no-model")) return "";
  return `${tokensText(estimate)}; ${costText(estimate, capUsd)}`;
}

/** What an estimate rests on where it is not measured. */
export function assumptionsText({ basis }: CostEstimate): string[] {
  return basis.includes("assumed") ? ["", "Assumed where nothing was measured:", ...ASSUMPTIONS.map(item)] : [];
}

/** The same as one value, for programs. */
export function planJson(request: RunRequest, manifest: Manifest): object {
  return { event: "plan", ...runJson(request, manifest, estimateCost(request)) };
}

/** What a program wants to know of a run that is to be played. */
export function runJson(request: RunRequest, manifest: Manifest, estimate: CostEstimate): object {
  const planned = plannedByLabel(manifest);
  return {
    folder: request.folder,
    protocol: manifest.protocolStamp,
    planned: [...planned.values()].reduce((sum, count) => sum + count, 0),
    ...totalJson(estimate),
    players: estimate.players.map((player) => ({
      model: player.label,
      planned: planned.get(player.label) ?? 0,
      todo: player.trials,
      requests: player.requests,
      input_tokens: player.inputTokens,
      output_tokens: player.outputTokens,
      usd: player.usd,
      basis: player.basis.kind,
      blocked: request.blocked.get(player.label) ?? null,
    })),
  };
}

/** The sums of an estimate, for programs. */
export function totalJson(estimate: CostEstimate): object {
  const { players, lowUsd, highUsd, requests, inputTokens, outputTokens, unpriced } = estimate;
  return {
    todo: players.reduce((sum, { trials }) => sum + trials, 0),
    requests,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    usd: { low: lowUsd, high: highUsd },
    unpriced,
  };
}

/** A range of dollars as people write it. */
export function usdText({ low, high }: Range): string {
  if (high === 0) return "free";
  return textOf(dollars(low), dollars(high));
}

function plannedByLabel(manifest: Manifest): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { label } of planOf(manifest)) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

function playerLine(player: PlayerEstimate, planned: number, request: RunRequest): string {
  const why = request.blocked.get(player.label);
  if (why !== undefined) return `${player.label}: ${trialsText(planned, planned)}; cannot be played: ${why}`;
  const head = `${player.label}: ${trialsText(planned, player.trials)}`;
  if (player.basis.kind === "no-model") return `${head}; free`;
  if (player.trials === 0) return head;
  const cost = player.usd === null ? "unknown cost: no prices" : usdText(player.usd);
  return `${head}${tokensText(player)}; ${cost} (${basisText(player.basis)})`;
}

/** `20 trials, 15 to play`. */
export function trialsText(planned: number, todo: number): string {
  const trials = `${planned} ${planned === 1 ? "trial" : "trials"}`;
  return todo === planned ? trials : `${trials}, ${todo} to play`;
}

function tokensText({
  requests,
  inputTokens,
  outputTokens,
}: Pick<CostEstimate, "requests" | "inputTokens" | "outputTokens">): string {
  return `; ${countText(requests)} requests, ${countText(inputTokens)} input and ${countText(outputTokens)} output tokens`;
}

function basisText(basis: PlayerEstimate["basis"]): string {
  if (basis.kind !== "measured") return basis.kind;
  return `measured in ${basis.trials} finished ${basis.trials === 1 ? "trial" : "trials"}`;
}

function costText({ lowUsd, highUsd, unpriced }: CostEstimate, capUsd: number | undefined): string {
  const parts = [usdText({ low: lowUsd, high: highUsd })];
  if (capUsd !== undefined) parts.push(`capped at ${dollars(capUsd)}`);
  if (unpriced.length > 0) parts.push(`and the unknown cost of ${unpriced.join(", ")}`);
  return parts.join(", ");
}

function countText({ low, high }: Range): string {
  return textOf(short(low), short(high));
}

/** Ends that read alike are one number. */
function textOf(low: string, high: string): string {
  return low === high ? high : `${low} to ${high}`;
}

/** A count in few characters: `5,210`, `12.3k`, `1.2M`. */
export function short(count: number): string {
  if (count >= 1e6) return `${trimmed(count / 1e6)}M`;
  return count >= 10_000 ? `${trimmed(count / 1e3)}k` : count.toLocaleString("en-US");
}

function trimmed(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, "");
}

/** Cents matter below a hundred dollars; what costs something never reads as nothing. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.01) return "under $0.01";
  if (usd < 100) return `$${usd.toFixed(2)}`;
  return `$${Math.round(usd).toLocaleString("en-US")}`;
}

function item(text: string): string {
  return `  - ${text}`;
}
