// The lines of `trials.jsonl`, each checked against the plan; what they say of a trial is checked with its record.
import { parseJsonLine } from "../record/json-lines.ts";
import type { Manifest } from "../record/manifest.ts";
import { type TrialLine, trialLineSchema } from "../record/trial-line.ts";
import { UserError } from "../std/user-error.ts";
import type { PlannedTrial } from "./plan.ts";
import type { Difference } from "./verify-trial.ts";

/** What a file of trial lines holds. */
export interface CheckedLines {
  /** The valid lines of each trial, in file order. */
  readonly byTrial: ReadonlyMap<string, readonly TrialLine[]>;
  readonly differences: readonly Difference[];
}

/** Checks the raw lines of `trials.jsonl`. */
export function checkLines(raw: readonly string[], manifest: Manifest, planned: readonly PlannedTrial[]): CheckedLines {
  const plan = new Map(planned.map((trial) => [trial.id, trial]));
  const byTrial = new Map<string, TrialLine[]>();
  const differences: Difference[] = [];
  for (const [index, text] of raw.entries()) {
    const where = `trials.jsonl:${index + 1}`;
    const line = parsed(text, where);
    if (typeof line === "string") {
      differences.push({ where: `${where}${idIn(text)}`, month: null, what: line });
      continue;
    }
    const before = byTrial.get(line.trial.id) ?? [];
    for (const what of faultsOf(line, text, before.length, manifest, plan.get(line.trial.id))) {
      differences.push({ where: `${where}${idIn(text)}`, month: null, what });
    }
    byTrial.set(line.trial.id, [...before, line]);
  }
  return { byTrial, differences };
}

function parsed(text: string, where: string): TrialLine | string {
  try {
    return parseJsonLine(text, trialLineSchema, where);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message.slice(`${where}: `.length);
  }
}

/** The trial a line seems to be of, for a message: ` (never-raise-s0-r0)`. */
function idIn(text: string): string {
  const id = /"id":"([^"]*)"/.exec(text)?.[1];
  return id === undefined ? "" : ` (${id})`;
}

function faultsOf(
  line: TrialLine,
  text: string,
  earlier: number,
  manifest: Manifest,
  planned: PlannedTrial | undefined,
): string[] {
  const faults: string[] = [];
  if (JSON.stringify(JSON.parse(text)) !== text) faults.push("the line is not as it was written");
  if (line.format !== manifest.format) faults.push(`its format is ${line.format}, the run's is ${manifest.format}`);
  if (line.protocolStamp !== manifest.protocolStamp) faults.push(`its protocol stamp is ${line.protocolStamp}`);
  if (line.attempt !== earlier + 1) faults.push(`attempt ${line.attempt} follows ${earlier} earlier ones`);
  const { label, seed, repeat } = line.trial;
  if (planned === undefined) faults.push("it is no trial of this run");
  else if (planned.label !== label || planned.seed !== seed || planned.repeat !== repeat) {
    faults.push(`its label, seed or repeat is not that of ${planned.id}`);
  }
  return faults;
}
