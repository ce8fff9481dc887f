// The two stamps: of the rules a table is played under, and of the player in a row.
import type { ReactPlayer } from "../agents/react/player.ts";
import { promptWords } from "../agents/react/prompt.ts";
import { POLICY_VERSION, type ScriptedPlayer } from "../agents/scripted.ts";
import { loadScenario } from "../config/data.ts";
import type { Player } from "../config/player.ts";
import type { Protocol } from "../env/protocol.ts";
import { engineFingerprint, TOOL_HASH } from "../env/truth.ts";
import { ORACLE_VERSION } from "../oracle/clairvoyant.ts";
import type { Scenario } from "../sim/scenario.ts";
import { stampOf } from "../std/hash.ts";

/** The version of the world a run is played in. */
export interface WorldStamp {
  readonly fingerprint: string;
  readonly dataHash: string;
  readonly toolHash: string;
}

/** The version of a scenario's world, from a scripted tour of it. */
export function worldStamp(scenario: Scenario): WorldStamp {
  return { fingerprint: engineFingerprint(scenario), dataHash: scenario.dataHash, toolHash: TOOL_HASH };
}

let own: WorldStamp | undefined;

/** The version of the world that this package has; found once, since the tour takes a while. */
export function ownWorld(): WorldStamp {
  own ??= worldStamp(loadScenario());
  return own;
}

/** One a table: engine, data, tools and protocol. 16 hex digits. */
export function protocolStamp(world: WorldStamp, protocol: Protocol): string {
  return stampOf({ world, protocol });
}

/** Raised when the built-in loop drives a model otherwise for the same settings. */
const REACT_VERSION = 1;

/** One a row: what the player is and how it is driven; not its endpoint, keys, prices, caps or pace. 16 hex digits. */
export function playerStamp(player: Player): string {
  return stampOf(identityOf(player));
}

function identityOf(player: Player): object {
  switch (player.framework) {
    case "scripted":
      return scriptedIdentity(player);
    case "react":
      return reactIdentity(player);
    case "oracle":
      return { framework: player.framework, version: ORACLE_VERSION };
  }
}

function scriptedIdentity({ framework, policy, params }: ScriptedPlayer): object {
  return { framework, version: POLICY_VERSION, policy, params };
}

function reactIdentity(player: ReactPlayer): object {
  const { framework, provider, model, memory, toolCalling, recoverTextCalls, sampling, limits } = player;
  const { stream: _stream, ...requested } = sampling;
  return {
    framework,
    version: REACT_VERSION,
    prompt: stampOf(promptWords(player.prompt)),
    provider,
    model,
    memory,
    toolCalling,
    recoverTextCalls,
    sampling: requested,
    turnsPerMonth: limits.turnsPerMonth,
  };
}
