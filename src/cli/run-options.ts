// The flags of `arena run`, as commander gives them.
import type { ProtocolFlags } from "./protocol-options.ts";

/** The flags of `arena run`. */
export interface RunFlags extends ProtocolFlags {
  readonly models?: string[];
  readonly seeds: string;
  readonly repeats: number;
  readonly out?: string;
  readonly new?: boolean;
  readonly workers: number;
  readonly only?: string[];
  readonly shard?: [number, number];
  readonly maxMinutes?: number;
  readonly maxCost?: number;
  readonly maxTokens?: number;
  readonly allowUnpriced?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}
