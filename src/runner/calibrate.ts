// Measures whether the simulator behaves like the published one: scripted policies against bands.
import { join } from "node:path";
import { type CalibrationBand, loadCalibrationBands, packageRoot } from "../config/data.ts";
import type { Player } from "../config/player.ts";
import { loadPlayers } from "../config/players.ts";
import { PAPER_PROTOCOL, type Protocol } from "../env/protocol.ts";
import type { TrialResult } from "../record/trial-line.ts";
import { assert, present } from "../std/assert.ts";
import { planTrials } from "./plan.ts";
import { TrialPool } from "./pool.ts";
import { ownWorld, playerStamp, protocolStamp } from "./stamps.ts";

/** One band with what was measured. */
export interface CalibrationRow extends CalibrationBand {
  readonly measured: number;
  readonly isInside: boolean;
}

const VARIANTS: Record<CalibrationBand["variant"], Protocol> = {
  paper: PAPER_PROTOCOL,
  "no-delay": { ...PAPER_PROTOCOL, delay: false },
  "no-noise": { ...PAPER_PROTOCOL, noise: false },
};

/** Plays every policy that has a band on seeds 0 … `seeds − 1` and measures each band's figure. */
export async function calibrate(seeds: number, workers: number): Promise<CalibrationRow[]> {
  const bands = loadCalibrationBands();
  const root = packageRoot();
  const players = new Map(
    loadPlayers([join(root, "configs/*.yaml")], root).map(({ player }) => [player.label, player]),
  );
  const pool = new TrialPool(workers);
  const played = new Map<string, Promise<TrialResult[]>>();
  const resultsOf = (policy: string, variant: CalibrationBand["variant"]): Promise<TrialResult[]> => {
    const key = `${policy} ${variant}`;
    const known = played.get(key);
    if (known !== undefined) return known;
    const results = playAll(pool, present(players.get(policy), `no such player: ${policy}`), VARIANTS[variant], seeds);
    played.set(key, results);
    return results;
  };
  try {
    return await Promise.all(
      bands.map(async (band) => {
        const results = await resultsOf(band.policy, band.variant);
        const measured = measure(band, results, await resultsOf(band.policy, "paper"));
        return { ...band, measured, isInside: measured >= band.band_min && measured <= band.band_max };
      }),
    );
  } finally {
    await pool.destroy();
  }
}

async function playAll(pool: TrialPool, player: Player, protocol: Protocol, seeds: number): Promise<TrialResult[]> {
  const stamps = {
    protocolStamp: protocolStamp(ownWorld(), protocol),
    playerStamp: playerStamp(player),
  };
  const list = Array.from({ length: seeds }, (_, seed) => seed);
  const trials = planTrials({ players: [{ label: player.label, deterministic: true }], seeds: list, repeats: 1 });
  return Promise.all(
    trials.map(async (trial) => {
      const task = { trial, player, protocol, ...stamps, eventFile: null, model: null };
      const outcome = await pool.play(
        task,
        () => undefined,
        () => undefined,
      );
      assert(
        outcome.kind === "finished" && outcome.result.outcome.kind === "completed",
        `${trial.id} was not completed`,
      );
      return outcome.result;
    }),
  );
}

/** The figure a band bounds, over trials of its variant; shifts are against the paper's protocol. */
function measure(band: CalibrationBand, results: readonly TrialResult[], paper: readonly TrialResult[]): number {
  switch (band.metric) {
    case "survival":
      return survival(results);
    case "survival_shift":
      return survival(results) - survival(paper);
    case "mean_months":
      return mean(results.map((result) => result.months));
    case "share_months_30_36":
      return mean(results.map(({ months }) => (months >= 30 && months <= 36 ? 1 : 0)));
    case "equity_rounds":
      return mean(results.map((result) => result.equityRounds));
    case "raised_musd":
      return mean(results.map((result) => result.raisedCents / 1e8));
  }
}

function survival(results: readonly TrialResult[]): number {
  return mean(results.map(({ outcome }) => (outcome.kind === "completed" && outcome.ending === "survived" ? 1 : 0)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
