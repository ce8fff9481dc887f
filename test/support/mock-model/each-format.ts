// Runs a group of tests against all four formats, whole and streamed, each with a server of its own.
import { afterEach, beforeEach, describe } from "vitest";
import type { ChatModel, ChatRequest, Reply } from "../../../src/llm/model.ts";
import { LIVE_PROVIDERS, type LiveProvider, modelFor, NO_STOP } from "./players.ts";
import { type MockModel, type MockOptions, startMockModel } from "./server.ts";

/** What a test of one format works with. */
export interface Bench {
  readonly provider: LiveProvider;
  readonly stream: boolean;
  readonly server: MockModel;
  /** A model of this provider behind the server, with further settings. */
  model(fields?: Readonly<Record<string, unknown>>): ChatModel;
  /** One reply under the given settings. */
  ask(request: ChatRequest, fields?: Readonly<Record<string, unknown>>): Promise<Reply>;
}

/** Describes `name` for each of the eight ways of talking to a server. */
export function describeEachFormat(name: string, options: MockOptions, body: (bench: () => Bench) => void): void {
  const ways = LIVE_PROVIDERS.flatMap((provider) =>
    [false, true].map((stream) => ({ provider, stream, how: stream ? "streamed" : "whole" })),
  );
  describe.each(ways)(`${name}: $provider, $how`, ({ provider, stream }) => {
    let server: MockModel;
    let models: ChatModel[] = [];
    beforeEach(async () => {
      server = await startMockModel(options);
    });
    afterEach(async () => {
      await Promise.all(models.map((model) => model.close()));
      models = [];
      await server.close();
    });
    body(() => {
      const model = (fields: Readonly<Record<string, unknown>> = {}) => {
        const sampling = { stream, ...(fields["sampling"] as object | undefined) };
        const made = modelFor(provider, server.url, { ...fields, sampling });
        models.push(made);
        return made;
      };
      return {
        provider,
        stream,
        server,
        model,
        ask: (request, fields) => model(fields).complete(request, { signal: NO_STOP }),
      };
    });
  });
}
