// Players that follow a rule through the same desk and budget as a model.
import { z } from "zod";
import type { Agent, Chance } from "./agent.ts";
import { rowShape } from "./player-row.ts";
import { attentiveCfo } from "./policies/attentive-cfo.ts";
import { neverRaise } from "./policies/never-raise.ts";
import type { Policy } from "./policies/policy.ts";
import { raiseAlways } from "./policies/raise-always.ts";
import { raiseOnce } from "./policies/raise-once.ts";
import { raiseWhenLow } from "./policies/raise-when-low.ts";
import { randomly } from "./policies/random.ts";

const instrument = z.enum(["equity", "debt"]).default("equity");
const amountUsd = z.number().min(1).max(1e10).default(20_000_000);

/** A real wait before each month, for tests and demonstrations; it changes no result and is in no stamp. */
const paceMs = z.number().min(0).max(60_000).default(0);

function player<Name extends string, Params extends z.ZodRawShape>(policy: Name, params: Params) {
  return z.strictObject({
    ...rowShape,
    framework: z.literal("scripted"),
    policy: z.literal(policy),
    params: z.strictObject(params).prefault({} as z.input<z.ZodObject<Params, z.core.$strict>>),
    paceMs,
  });
}

const players = [
  player("never-raise", {}),
  player("raise-once", { instrument, amountUsd, month: z.number().int().min(0).default(0) }),
  player("raise-always", { instrument, amountUsd }),
  player("raise-when-low", { instrument, amountUsd, belowCashUsd: z.number().min(0).max(1e12).default(15_000_000) }),
  player("random", {
    maxLooks: z.number().int().min(0).max(20).default(4),
    maxAmountUsd: z.number().int().min(1).max(1e10).default(30_000_000),
  }),
  player("attentive-cfo", {
    closeEveryMonths: z.number().int().min(1).max(24).default(3),
    horizonMonths: z.number().int().min(1).max(18).default(8),
    extraGrowthPct: z.number().min(0).max(10).default(1.5),
    reserveUsd: z.number().min(0).max(1e10).default(5_000_000),
    roundUsd: amountUsd,
    maxShareOfLoans: z.number().min(0.01).max(10).default(0.4),
    calmVix: z.number().min(0).max(100).default(30),
    cheapSofrPct: z.number().min(0).max(20).default(1),
  }),
] as const;

/** A scripted player's file: which policy, with which parameters. */
export const scriptedPlayerSchema = z.discriminatedUnion("policy", players);

/** A scripted player's settings. */
export type ScriptedPlayer = z.infer<typeof scriptedPlayerSchema>;

/** The policies by name. */
export const POLICY_NAMES: readonly string[] = players.map((option) => option.shape.policy.value);

/** Raised when a policy's decisions change for the same settings: it is part of the player's stamp. */
export const POLICY_VERSION = 2;

/** A scripted player. */
export function createScripted(settings: ScriptedPlayer, chance: Chance): Agent {
  const policy = policyOf(settings, chance);
  return { playMonth: (desk) => ({ kind: "played", why: policy(desk) }) };
}

function policyOf(settings: ScriptedPlayer, chance: Chance): Policy {
  switch (settings.policy) {
    case "never-raise":
      return neverRaise();
    case "raise-once":
      return raiseOnce(settings.params);
    case "raise-always":
      return raiseAlways(settings.params);
    case "raise-when-low":
      return raiseWhenLow(settings.params);
    case "random":
      return randomly(settings.params, chance.uniform("random"));
    case "attentive-cfo":
      return attentiveCfo(settings.params);
  }
}
