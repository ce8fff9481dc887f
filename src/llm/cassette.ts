// Exchanges of a recorded run in a file, one JSON line each, played back: offline demos and tests that cost nothing.
// A trial gets its own replies and no other's, each line once, so that repeats stay different replies.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { ProviderError } from "./error.ts";
import type { ChatModel, RecordedReply } from "./model.ts";
import { recordedReplySchema } from "./reply-schema.ts";
import { requestHash } from "./request-hash.ts";

/** Which trial of a player an exchange belongs to. */
export interface CassetteTrial {
  readonly seed: number;
  readonly repeat: number;
}

const lineSchema = z.strictObject({
  seed: z.int(),
  repeat: z.int(),
  request: z.string(),
  reply: recordedReplySchema,
});

/** One exchange as a line of a cassette; `request` is the request's hash. Throws where the reply is none. */
export function cassetteLine({ seed, repeat }: CassetteTrial, request: string, reply: unknown): string {
  return `${JSON.stringify(lineSchema.parse({ seed, repeat, request, reply }))}\n`;
}

/** A model that plays a trial of a file back. Requests may come in any order; one that is not in the file is an error. */
export function playCassette(file: string, trial: CassetteTrial): ChatModel {
  const played = new Map<string, number>();
  const recorded = trialsOf(file).get(nameOf(trial)) ?? new Map<string, RecordedReply[]>();
  return {
    complete(request) {
      const hash = requestHash(request);
      const turn = played.get(hash) ?? 0;
      const reply = recorded.get(hash)?.[turn];
      played.set(hash, turn + 1);
      if (reply !== undefined) return Promise.resolve({ ...reply, pace: null });
      const words =
        `${file} holds no further reply to request ${hash} of seed ${trial.seed}, repeat ${trial.repeat}: ` +
        "it was recorded under other settings, seeds or prompts";
      return Promise.reject(new ProviderError({ code: "cassette_miss", class: "wrong", words }));
    },
    close: () => Promise.resolve(),
  };
}

/** The replies to each request of each trial, in the order of the file. */
type Trials = ReadonlyMap<string, ReadonlyMap<string, readonly RecordedReply[]>>;

/** Cassettes of this thread: every trial of a run plays the same few files. */
const known = new Map<string, Trials>();

function trialsOf(file: string): Trials {
  const trials = known.get(file) ?? readTrials(file);
  known.set(file, trials);
  return trials;
}

function nameOf({ seed, repeat }: CassetteTrial): string {
  return `${seed} ${repeat}`;
}

function readTrials(file: string): Trials {
  const trials = new Map<string, Map<string, RecordedReply[]>>();
  for (const [index, text] of textOf(file).split("\n").entries()) {
    if (text.trim() === "") continue;
    const line = lineSchema.safeParse(tryParseJson(text));
    if (!line.success) {
      throw new UserError(`${file}:${index + 1}: not a line of a cassette`, {
        hint: "record it again with `arena export --cassette`, or remove the line",
      });
    }
    const { request, reply } = line.data;
    const replies = trials.get(nameOf(line.data)) ?? new Map<string, RecordedReply[]>();
    replies.set(request, [...(replies.get(request) ?? []), reply]);
    trials.set(nameOf(line.data), replies);
  }
  return trials;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UserError(`cannot read the cassette ${file}`, {
      hint: "check cassette.file in the player's file",
      cause: error,
    });
  }
}
