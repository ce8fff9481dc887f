// The only door to OpenAI's SDK, for OpenAI itself and for every server that speaks like it. The SDK does
// addresses, headers, encoding and event streams; retries, time limits and errors are ours.
import OpenAI from "openai";
import { Stream } from "openai/streaming";
import { readAnswer, type Sender, type SenderOptions } from "./sender.ts";

/** A sender for `POST /chat/completions` or `POST /responses`. */
export function openaiSender(path: "/chat/completions" | "/responses", options: SenderOptions): Sender {
  const client = new OpenAI({
    baseURL: options.baseURL,
    apiKey: options.apiKey,
    // Null, so that nothing is taken from the environment.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: options.sdkTimeoutMs,
    defaultHeaders: options.headers,
    fetch: options.fetch,
    logLevel: "off",
  });
  return async (body, signal) => {
    const wantsStream = body["stream"] === true;
    const response = await client.post(path, { body, signal, stream: wantsStream }).asResponse();
    return readAnswer(response, (stream) => Stream.fromSSEResponse<unknown>(stream, new AbortController()));
  };
}
