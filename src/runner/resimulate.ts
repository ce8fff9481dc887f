// Plays a trial again from its record alone, and compares every event that comes with the one recorded.
import type { Spent } from "../agents/agent.ts";
import { Episode } from "../env/episode.ts";
import type { Protocol } from "../env/protocol.ts";
import { firstDifference } from "../record/difference.ts";
import type { TrialEvent } from "../record/events.ts";
import { type Parting, TrialRecorder } from "../record/recorder.ts";
import type { RecordedEvent } from "../record/trial-file.ts";
import type { Scenario } from "../sim/scenario.ts";
import type { Stoppable } from "../std/abort.ts";
import type { PlannedTrial } from "./plan.ts";
import { RecordedAgent } from "./recorded-agent.ts";
import { resultOf } from "./result-of.ts";
import { runTrial, type TrialReturn } from "./run-trial.ts";

/** A record and the world it was made in. */
export interface RecordedTrial {
  readonly scenario: Scenario;
  readonly protocol: Protocol;
  readonly trial: PlannedTrial;
  readonly protocolStamp: string;
  readonly playerStamp: string;
  readonly events: readonly RecordedEvent[];
}

/** What playing a record again came to. */
export interface Resimulation {
  /** The company as the repetition left it. */
  readonly episode: Episode;
  /** Months that ran again and equal the record. */
  readonly months: number;
  /** The first difference, or null. */
  readonly parting: Parting | null;
}

/** Plays a record again. `afterMonth` is told of each month that has run, in order. */
export async function resimulate(
  recorded: RecordedTrial,
  afterMonth: (episode: Episode, month: number) => void = () => undefined,
): Promise<Resimulation> {
  const { scenario, protocol, trial, events } = recorded;
  const episode = new Episode(scenario, protocol, trial.seed);
  const beyond: string[] = [];
  const sink = { append: (line: string) => void beyond.push(line), flush: () => Promise.resolve() };
  const recorder = new TrialRecorder(sink, () => 0, events);
  const agent = new RecordedAgent(events, (event) => {
    recorder.write(event);
  });
  let months = 0;
  const tellOf = (monthsRun: number): void => {
    for (; months < monthsRun; months += 1) afterMonth(episode, months);
  };
  const returned = await runTrial(
    { ...recorded, paceMs: 0 },
    episode,
    {
      playMonth: (desk) => {
        tellOf(episode.month);
        return agent.playMonth(desk);
      },
      get spent() {
        return spentIn(recorded, agent);
      },
    },
    {
      recorder,
      stop: stoppedWhen(() => !recorder.isReplaying),
      sleep: () => Promise.resolve(),
      onMonth: () => undefined,
    },
  );
  const whole = recorder.parting === null ? recordedMonths(events) : recorder.parting.month;
  tellOf(Math.min(whole, episode.company.months.length));
  return { episode, months, parting: recorder.parting ?? endParting(recorded, episode, agent, returned, beyond) };
}

/** What the replies used, without what the record did not count: its replies tell it all the same. */
function spentIn({ events }: RecordedTrial, { spent }: RecordedAgent): Spent {
  const ended = events.findLast(({ event }) => event.event === "ended")?.event;
  const isCounted = ended?.event !== "ended" || ended.result.servedModels !== undefined;
  return isCounted ? spent : { ...spent, servedModels: {} };
}

function recordedMonths(events: readonly RecordedEvent[]): number {
  const last = events.findLast(({ event }) => event.event === "month")?.event;
  return last?.event === "month" ? last.month + 1 : 0;
}

/** Where the record was repeated to its last event: whether it ends as it should. */
function endParting(
  recorded: RecordedTrial,
  episode: Episode,
  agent: RecordedAgent,
  returned: TrialReturn,
  beyond: readonly string[],
): Parting | null {
  const { events } = recorded;
  const last = events.at(-1);
  const month = Math.max(0, recordedMonths(events) - 1);
  const lineNumber = last?.lineNumber ?? 1;
  const parting = (difference: string): Parting => ({ lineNumber, month, difference });
  if (returned.kind === "unreadable") return parting(returned.message);
  if (returned.kind === "finished" && returned.result.outcome.kind === "failed") {
    return parting(returned.result.outcome.message);
  }
  // A process killed before the end was written: the next session writes it.
  if (last?.event.event !== "ended") return null;
  const { outcome, result } = last.event;
  const found =
    returned.kind === "finished"
      ? returned.result
      : resultOf(episode, outcome, recordedMonths(events), spentIn(recorded, agent), lastStateHash(events));
  const difference = firstDifference({ outcome, result }, { outcome: found.outcome, result: found });
  if (difference !== null) return parting(`"ended", ${difference}`);
  return returned.kind === "finished" && beyond.length > 0 ? parting(`more comes: ${beyond.join("")}`) : null;
}

function lastStateHash(events: readonly RecordedEvent[]): string {
  const last: TrialEvent | undefined = events.findLast(({ event }) => event.event === "month")?.event;
  return last?.event === "month" ? last.stateHash : "";
}

/** A stop that is set once something holds; nobody waits for it. */
function stoppedWhen(isSet: () => boolean): Stoppable<string> {
  return {
    get isStopped() {
      return isSet();
    },
    get reason() {
      return isSet() ? "the record ends here" : undefined;
    },
    onStop: () => () => undefined,
    during: (work) => work(new AbortController().signal),
  };
}
