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

  /** Stops a player; told once, with the file to change where it is the file's fault. */
  stop({ label, kind, reason }: StoppedPlayer): void {
    const file = kind === "wrong" ? this.#request.files?.get(label) : undefined;
    const told = file === undefined ? reason : `${file}: ${reason}`;
    if (this.#stops.get(label)?.stop({ label, kind, reason: told }) !== true) return;
    this.#observer.warning(`${label}: ${told}`);
    this.#observer.stopped(label);
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
