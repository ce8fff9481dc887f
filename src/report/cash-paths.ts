// Month-end cash of every scored trial, gathered from the `month` events as they stream by.
import type { TrialEvent } from "../record/events.ts";
import type { TrialLine } from "../record/trial-line.ts";

/** The month-end cash of one trial in cents, month by month. */
export type CashPath = Float64Array;

/** Cash by player; a trial costs a kilobyte, whatever its record weighs. */
export class CashPaths {
  readonly #byPlayer = new Map<string, CashPath[]>();

  /** Takes up a trial's path; see {@link CashPathBuilder}. */
  add(line: Pick<TrialLine, "protocolStamp" | "playerStamp" | "trial">, path: CashPath): void {
    const key = keyOf({ ...line, label: line.trial.label });
    const paths = this.#byPlayer.get(key);
    if (paths === undefined) this.#byPlayer.set(key, [path]);
    else paths.push(path);
  }

  /** The paths of a player's trials. */
  of(protocolStamp: string, player: { readonly label: string; readonly playerStamp: string }): readonly CashPath[] {
    return this.#byPlayer.get(keyOf({ protocolStamp, ...player })) ?? [];
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

interface PlayerKey {
  readonly protocolStamp: string;
  readonly playerStamp: string;
  readonly label: string;
}

function keyOf({ protocolStamp, playerStamp, label }: PlayerKey): string {
  return `${protocolStamp} ${playerStamp} ${label}`;
}
