// The scenario of the package, read once for all tests of a file, and protocols that differ from the paper's.
import { loadScenario } from "../../src/config/data.ts";
import { PAPER_PROTOCOL, type Protocol } from "../../src/env/protocol.ts";
import type { MacroMonth, Scenario } from "../../src/sim/scenario.ts";

export const SCENARIO: Scenario = loadScenario();

/** The paper's protocol with some options changed. */
export function protocolWith(options: Partial<Protocol> = {}): Protocol {
  return { ...PAPER_PROTOCOL, ...options };
}

/** The scenario with columns of every month changed. */
export function scenarioWith(change: (macro: MacroMonth) => Partial<MacroMonth>): Scenario {
  return { ...SCENARIO, macro: SCENARIO.macro.map((macro) => ({ ...macro, ...change(macro) })) };
}
