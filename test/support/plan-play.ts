// Plays plans, and keeps what the player saw.
import type { ToolResult } from "../../src/env/contract.ts";
import type { MonthPlan } from "./arbitraries.ts";
import { type Decider, PASS, type Played, type PlayOptions, play } from "./play.ts";

/** Everything a player saw in a month, as JSON: the opening and each answer. */
export interface MonthSeen {
  readonly opening: string;
  readonly answers: readonly string[];
}

export interface PlayedPlan extends Played {
  readonly seen: readonly MonthSeen[];
}

/** Decides month after month as the plan says, from its start again where it ends. */
export function decides(
  plan: readonly MonthPlan[],
  record: (month: number, result: ToolResult) => void = () => undefined,
): Decider {
  return (desk, month) => {
    const { looks, actions } = plan[month % plan.length] ?? { looks: [], actions: [] };
    for (const call of [...looks, ...actions]) record(month, desk.call(call));
    if (!desk.isMonthDecided) record(month, desk.call(PASS));
  };
}

/** Plays the plan and keeps what was seen. */
export function playPlan(plan: readonly MonthPlan[], options: PlayOptions = {}): PlayedPlan {
  const answers: string[][] = [];
  const played = play(
    decides(plan, (month, result) => {
      (answers[month] ??= []).push(JSON.stringify(result));
    }),
    options,
  );
  const seen = played.openings.map((opening, month) => ({
    opening: JSON.stringify(opening),
    answers: answers[month] ?? [],
  }));
  return { ...played, seen };
}
