// Players that go no further in a session while the others do: blocked, wrong, capped or paused.
import { Stop } from "../std/abort.ts";
import type { Caps } from "./budget.ts";
import type { RunObserver, RunRequest, StoppedPlayer } from "./run-request.ts";

/** The stops of a session's players, by label. */
export class PlayerStops {
  readonly #request: RunRequest;
  readonly #observer: RunObserver;
  readonly #stops: ReadonlyMap<string, Stop<StoppedPlayer>>;

  constructor(request: RunRequest, observer: RunObserver) {
    this.#request = request;
    this.#observer = observer;
    this.#stops = new Map(request.players.map(({ label }) => [label, new Stop<StoppedPlayer>()]));
    for (const [label, reason] of request.blocked) this.stop({ label, kind: "blocked", reason });
  }

  get stopped(): readonly StoppedPlayer[] {
    return [...this.#stops.values()].flatMap((stop) => stop.reason ?? []);
  }

  isStopped(label: string): boolean {
    return this.#stops.get(label)?.isStopped ?? false;
  }

  onStop(label: string, listener: (stop: StoppedPlayer) => void): () => void {
    return this.#stops.get(label)?.onStop(listener) ?? (() => undefined);
  }

  /** Stops a player; told once. */
  stop(stopped: StoppedPlayer): void {
    if (this.#stops.get(stopped.label)?.stop(stopped) === true) {
      this.#observer.warning(`${stopped.label}: ${stopped.reason}`);
    }
  }

  /** Stops every player of an endpoint. */
  pause(endpoint: string, reason: string): void {
    for (const [label, model] of this.#request.models) {
      if (model.endpoint === endpoint) this.stop({ label, kind: "paused", reason });
    }
  }

  /** The caps a player's own file sets. */
  capsOf(label: string): Caps {
    const player = this.#request.players.find((one) => one.label === label);
    if (player?.framework !== "react") return {};
    return { usd: player.limits.modelCostUsd, tokens: player.limits.modelTokens };
  }
}
