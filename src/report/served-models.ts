// Which model answered, by its provider's word: it belongs to what a player is, so rows part by it. Pure.
import { servedIn, type TrialLine } from "../record/trial-line.ts";
import { stampOf } from "../std/hash.ts";
import { grouped } from "./grouped.ts";
import { newestLines } from "./newest-lines.ts";

/**
 * The runs with the stamp of its row in each line: the player stamp, and with it the models that answered. A trial
 * whose provider named none (it failed before the first reply) is in the row that most trials of its player are in,
 * since silence is no other model.
 */
export function withRowStamps<R extends { readonly lines: readonly TrialLine[] }>(runs: readonly R[]): R[] {
  const stamps = new Map<string, string>();
  const players = grouped(
    runs.flatMap(({ lines }) => newestLines(lines)),
    playerOf,
  );
  for (const [player, lines] of players) stamps.set(player, commonStamp(lines));
  const stamped = (line: TrialLine): TrialLine => {
    const { result } = line;
    const stamp = servedIn(result).length === 0 ? stamps.get(playerOf(line)) : stampOfRow(line);
    return { ...line, playerStamp: stamp ?? line.playerStamp };
  };
  return runs.map((run) => ({ ...run, lines: run.lines.map(stamped) }));
}

/** A warning for each label that more than one model answered under, with its models and their trials. */
export function servedWarnings(lines: readonly TrialLine[]): string[] {
  return [...grouped(lines, ({ trial }) => trial.label)].flatMap(([label, trials]) => {
    const served = trials.map(({ result }) => servedIn(result)).filter((models) => models.length > 0);
    const { size } = new Set(served.flat());
    if (size < 2) return [];
    const counts = [...grouped(served, (models) => models.join(" and "))].sort(byName).map(([names, of]) => {
      const isMixed = of.some((models) => models.length > 1);
      return `${names} ${isMixed ? "within" : "in"} ${of.length} ${of.length === 1 ? "trial" : "trials"}`;
    });
    return [`"${label}" was served by ${size} models: ${counts.join(", ")}.`];
  });
}

function playerOf({ protocolStamp, playerStamp, trial }: TrialLine): string {
  return `${protocolStamp} ${playerStamp} ${trial.label}`;
}

function stampOfRow({ playerStamp, result }: TrialLine): string {
  return stampOf({ playerStamp, served: servedIn(result) });
}

/** The stamp of most lines that name a model; of as many, the first by name. */
function commonStamp(lines: readonly TrialLine[]): string {
  const named = lines.filter(({ result }) => servedIn(result).length > 0);
  const rows = [...grouped(named, stampOfRow)].sort(byName).sort(([, a], [, b]) => b.length - a.length);
  return rows[0]?.[0] ?? lines[0]?.playerStamp ?? "";
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
