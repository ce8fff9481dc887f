// What a sweep shows before anything starts: its settings, what they will ask for, and what all of them may cost.
import type { CostEstimate } from "../runner/cost-estimate.ts";
import { planOf } from "../runner/open-run.ts";
import { present } from "../std/assert.ts";
import { askedText, assumptionsText, runJson, totalJson, totalText, trialsText } from "./plan-text.ts";
import type { RequestedSweep, SettingRequest } from "./sweep-requests.ts";

/** What a sweep will ask for and cost: one estimate a chosen setting, and their total. */
export interface SweepEstimate {
  readonly settings: readonly CostEstimate[];
  readonly total: CostEstimate;
}

/** The plan of a sweep as lines: one a setting, what cannot be played, the total, and what the numbers rest on. */
export function sweepPlanText(requested: RequestedSweep, estimate: SweepEstimate): string[] {
  const texts = new Map(estimated(requested, estimate).map(([one, its]) => [one.setting.name, settingText(one, its)]));
  const lines = requested.settings.map(({ name, sameAs }) => {
    const own = texts.get(name) ?? "left out by --only";
    return `${name}: ${sameAs === null ? own : `the same as ${sameAs}, not played twice`}`;
  });
  const total = `total: ${sweepTotalText(requested, estimate)}`;
  return [...lines, ...blockedText(requested.chosen), total, ...assumptionsText(estimate.total)];
}

function estimated({ chosen }: RequestedSweep, { settings }: SweepEstimate): [SettingRequest, CostEstimate][] {
  return chosen.map((one, index) => [one, present(settings[index], "every setting has an estimate")]);
}

/** All settings together in one line. */
export function sweepTotalText({ chosen }: RequestedSweep, { total }: SweepEstimate): string {
  return totalText(total, chosen[0]?.request.caps.usd);
}

/** The same as one value, for programs. */
export function sweepPlanJson(requested: RequestedSweep, estimate: SweepEstimate): object {
  const { folder, settings, chosen } = requested;
  const runs = new Map(
    estimated(requested, estimate).map(([{ setting, request, manifest }, its]) => [
      setting.name,
      runJson(request, manifest, its),
    ]),
  );
  return {
    event: "plan",
    folder,
    planned: chosen.reduce((sum, { manifest }) => sum + planOf(manifest).length, 0),
    ...totalJson(estimate.total),
    settings: settings.map(({ name, sameAs }) => ({ name, same_as: sameAs, ...runs.get(name) })),
  };
}

function settingText({ setting: { players }, manifest }: SettingRequest, estimate: CostEstimate): string {
  const todo = estimate.players.reduce((sum, { trials }) => sum + trials, 0);
  const who = `${players.length} ${players.length === 1 ? "player" : "players"}`;
  const trials = trialsText(planOf(manifest).length, todo);
  // The cap is the whole sweep's: no setting has one of its own.
  return `protocol ${manifest.protocolStamp}, ${who}, ${trials}${askedText(estimate, undefined)}`;
}

/** Once a player, however many settings it would play. */
function blockedText(chosen: readonly SettingRequest[]): string[] {
  const reasons = new Set(
    chosen.flatMap(({ request }) => [...request.blocked].map(([label, why]) => `${label}: cannot be played: ${why}`)),
  );
  return [...reasons];
}
