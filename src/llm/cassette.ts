// Real exchanges kept in a file, one JSON line each, and played back: offline demos and tests that cost
// nothing. A line answers one request once, so repeats of a trial stay different replies.
import { appendFileSync, readFileSync } from "node:fs";
import { z } from "zod";
import { tryParseJson } from "../std/json.ts";
import { UserError } from "../std/user-error.ts";
import { ProviderError } from "./error.ts";
import { type ChatModel, type RecordedReply, recordedReply } from "./model.ts";
import { recordedReplySchema } from "./reply-schema.ts";
import { requestHash } from "./request-hash.ts";

const lineSchema = z.strictObject({ request: z.string(), reply: recordedReplySchema });

/** The same model, with every exchange appended to a file. Failed attempts are not kept. */
export function recordCassette(model: ChatModel, file: string): ChatModel {
  return {
    async complete(request, options) {
      const reply = await model.complete(request, options);
      appendFileSync(file, `${JSON.stringify({ request: requestHash(request), reply: recordedReply(reply) })}\n`);
      return reply;
    },
    close: () => model.close(),
  };
}

/** A model that plays a file back. Requests may come in any order; one that is not in the file is an error. */
export function playCassette(file: string): ChatModel {
  const waiting = readLines(file);
  return {
    complete(request) {
      const hash = requestHash(request);
      const reply = waiting.get(hash)?.shift();
      if (reply !== undefined) return Promise.resolve({ ...reply, pace: null });
      const words = `${file} holds no further reply to request ${hash}: it was recorded under other settings, seeds or prompts`;
      return Promise.reject(new ProviderError({ code: "cassette_miss", class: "wrong", words }));
    },
    close: () => Promise.resolve(),
  };
}

function readLines(file: string): Map<string, RecordedReply[]> {
  const replies = new Map<string, RecordedReply[]>();
  textOf(file)
    .split("\n")
    .forEach((text, index) => {
      if (text.trim() === "") return;
      const line = lineSchema.safeParse(tryParseJson(text));
      if (!line.success) {
        throw new UserError(`${file}:${index + 1}: not a line of a cassette`, {
          hint: "record it again, or remove the line",
        });
      }
      const { request, reply } = line.data;
      replies.set(request, [...(replies.get(request) ?? []), reply]);
    });
  return replies;
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
