// The name of a request: what was asked, and nothing of how or when. A recorded reply belongs to the
// request whose hash it carries.
import { RunningDigest, sha256Hex } from "../std/hash.ts";
import type { Message, ToolSpec } from "./messages.ts";
import type { ChatRequest } from "./model.ts";

/** Hex digest of a request. Messages are digested once each, so a growing conversation stays cheap. */
export function requestHash(request: ChatRequest): string {
  const digest = new RunningDigest();
  digest.add(`${systemHash(request.system)} ${request.maxOutputTokens ?? ""}\n`);
  digest.add(`${remembered(knownTools, request.tools)}\n`);
  for (const message of request.messages) digest.add(`${remembered(knownMessages, message)}\n`);
  return digest.take().slice(0, 32);
}

/** The system text of the last request: a player has but one. */
let lastSystem = { text: "", hash: "" };

function systemHash(text: string): string {
  if (lastSystem.text !== text) lastSystem = { text, hash: sha256Hex(text).slice(0, 32) };
  return lastSystem.hash;
}

const knownMessages = new WeakMap<Message, string>();
const knownTools = new WeakMap<readonly ToolSpec[], string>();

function remembered<K extends object>(known: WeakMap<K, string>, value: K): string {
  let hash = known.get(value);
  if (hash === undefined) {
    // Messages are built by one function each and read back from JSON, so their keys keep one order.
    hash = sha256Hex(JSON.stringify(value)).slice(0, 32);
    known.set(value, hash);
  }
  return hash;
}
