// A sweep is a folder of runs: one setting, one run folder, each opened, resumed and stopped like any other run.
import { join } from "node:path";
import { changePlayer } from "../config/change-player.ts";
import type { Player } from "../config/player.ts";
import { BASE, expandSweep, type Sweep, type SweepSetting } from "../config/sweep.ts";
import { type Protocol, protocolSchema } from "../env/protocol.ts";
import { canonicalJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { type Amount, sumOf } from "./budget.ts";
import { recordedSpending } from "./recorded-spending.ts";
import type { RunSummary } from "./run-request.ts";

/** One setting of a sweep as it is to be played. */
export interface PlannedSetting {
  readonly name: string;
  readonly protocol: Protocol;
  /** In the order of the sweep; a setting that changes no rule leaves out the players it does not change. */
  readonly players: readonly Player[];
  /** The run folder: that of an earlier setting where this one is the same. */
  readonly folder: string;
  /** An earlier setting that plays the very same trials, which are not played twice. */
  readonly sameAs: string | null;
}

/** What a sweep is planned from. */
export interface SweepInput {
  readonly sweep: Sweep;
  readonly players: readonly Player[];
  /** What the command line says of the protocol; it goes before the sweep's base. */
  readonly protocol: Partial<Protocol>;
  readonly folder: string;
}

/** Every setting in order, the base first. The same file and players give the same plan. */
export function planSweep({ sweep, players, protocol, folder }: SweepInput): PlannedSetting[] {
  const baseProtocol = protocolSchema.parse({ ...sweep.base.protocol, ...protocol });
  const basePlayers = changeAll(players, sweep.base.player ?? {}, BASE).map(({ player }) => player);
  const known = new Map<string, string>();
  return expandSweep(sweep).map((setting): PlannedSetting => {
    const played = playedIn(setting, baseProtocol, basePlayers);
    const key = canonicalJson(played);
    const sameAs = known.get(key) ?? null;
    if (sameAs === null) known.set(key, setting.name);
    return { name: setting.name, ...played, folder: join(folder, sameAs ?? setting.name), sameAs };
  });
}

/**
 * Plays some settings of a plan one after the other with `play`, up to the first that is stopped. Caps are one purse for
 * the whole sweep: `play` is told what all other settings have spent, in this session and in earlier ones.
 */
export async function playSweep<T extends { readonly setting: PlannedSetting }>(
  plan: readonly PlannedSetting[],
  chosen: readonly T[],
  play: (one: T, spentElsewhere: Amount) => Promise<RunSummary>,
): Promise<ReadonlyMap<string, RunSummary>> {
  const spent = new Map<string, Amount>();
  for (const folder of new Set(plan.map((setting) => setting.folder))) {
    spent.set(folder, sumOf((await recordedSpending(folder)).values()));
  }
  const runs = new Map<string, RunSummary>();
  for (const one of chosen) {
    const { name, folder } = one.setting;
    const others = [...spent].filter(([other]) => other !== folder);
    const summary = await play(one, sumOf(others.map(([, amount]) => amount)));
    spent.set(folder, summary.spent);
    runs.set(name, summary);
    if (summary.stop !== null) break;
  }
  return runs;
}

function playedIn(setting: SweepSetting, baseProtocol: Protocol, basePlayers: readonly Player[]) {
  const protocol = protocolSchema.parse({ ...baseProtocol, ...setting.protocol });
  const changed = changeAll(basePlayers, setting.player, setting.name);
  const changesRules = canonicalJson(protocol) !== canonicalJson(baseProtocol);
  const everyone = changesRules || Object.keys(setting.player).length === 0;
  return { protocol, players: changed.filter(({ has }) => everyone || has).map(({ player }) => player) };
}

interface ChangedPlayer {
  readonly player: Player;
  /** Whether the player has the fields that were changed. */
  readonly has: boolean;
}

function changeAll(
  players: readonly Player[],
  change: Readonly<Record<string, unknown>>,
  setting: string,
): ChangedPlayer[] {
  const fields = Object.keys(change);
  if (fields.length === 0) return players.map((player) => ({ player, has: true }));
  const changed = players.map((player): ChangedPlayer => {
    const other = changeOne(player, change, setting);
    return { player: other ?? player, has: other !== null };
  });
  if (changed.some(({ has }) => has)) return changed;
  throw new UserError(`setting "${setting}" changes ${fields.join(", ")}, which no player of the sweep has`, {
    hint: "Name players that have it with --models, or leave the setting out.",
  });
}

function changeOne(player: Player, change: Readonly<Record<string, unknown>>, setting: string): Player | null {
  try {
    return changePlayer(player, change);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`setting "${setting}": ${error.message}`, { cause: error });
  }
}
