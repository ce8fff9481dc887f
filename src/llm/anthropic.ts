// The only door to Anthropic's SDK. The SDK does addresses, headers, encoding and event streams; retries,
// time limits and errors are ours. Requests go by its general `post`, since `messages.create` writes
// warnings about model names to the console.
import Anthropic from "@anthropic-ai/sdk";
import { Stream } from "@anthropic-ai/sdk/streaming";
import { readAnswer, type Sender, type SenderOptions } from "./sender.ts";

/** A sender for `POST /v1/messages`. */
export function anthropicSender(options: SenderOptions): Sender {
  const client = new Anthropic({
    baseURL: options.baseURL.replace(/\/v1\/?$/, ""),
    apiKey: options.apiKey,
    // Null, so that nothing is taken from the environment.
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    timeout: options.sdkTimeoutMs,
    defaultHeaders: options.headers,
    fetch: options.fetch,
    logLevel: "off",
  });
  return async (body, signal) => {
    const wantsStream = body["stream"] === true;
    const response = await client.post("/v1/messages", { body, signal, stream: wantsStream }).asResponse();
    return readAnswer(response, (stream) => Stream.fromSSEResponse<unknown>(stream, new AbortController()));
  };
}
