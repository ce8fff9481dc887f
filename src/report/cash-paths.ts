// Month-end cash of every scored trial, gathered from the `month` events as they stream by.
import type { TrialEvent } from "../record/events.ts";
import { type PlayerKey, playerKey } from "./player-key.ts";

/** The month-end cash of one trial in cents, month by month. */
export type CashPath = Float64Array;

/** Cash by player; a trial costs a kilobyte, whatever its record weighs. */
export class CashPaths {
  readonly #byPlayer = new Map<string, CashPath[]>();

  /** Takes up a trial's path, as {@link CashPathBuilder} made it. */
  add(player: PlayerKey, path: CashPath): void {
    const paths = this.#byPlayer.get(playerKey(player));
    if (paths === undefined) this.#byPlayer.set(playerKey(player), [path]);
    else paths.push(path);
  }

  /** The paths of a player's trials. */
  of(player: PlayerKey): readonly CashPath[] {
    return this.#byPlayer.get(playerKey(player)) ?? [];
  }
}

/** Collects the path of one trial from its events. */
export class CashPathBuilder {
  readonly #cents: number[] = [];

  see(event: TrialEvent): void {
    if (event.event === "month") this.#cents[event.month] = event.truth.cash;
  }

  path(): CashPath {
    return Float64Array.from(this.#cents);
  }
}
