// Runs tests against all four formats, whole and streamed, each with a server of its own.
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

interface Way {
  readonly provider: LiveProvider;
  readonly stream: boolean;
  readonly how: string;
}

/** The eight ways of talking to a server. */
const WAYS: readonly Way[] = LIVE_PROVIDERS.flatMap((provider) =>
  [false, true].map((stream) => ({ provider, stream, how: stream ? "streamed" : "whole" })),
);

/** Describes `name` for each of the eight ways of talking to a server. */
export function describeEachFormat(name: string, options: MockOptions, body: (bench: () => Bench) => void): void {
  describe.each(WAYS)(`${name}: $provider, $how`, (way) => {
    let open: OpenBench;
    beforeEach(async () => {
      open = await openBench(way, options);
    });
    afterEach(() => open.close());
    body(() => open.bench);
  });
}

/** Does the same in all eight ways at once, for what waits more than it works. A failure names its way. */
export async function inEachFormat(options: MockOptions, body: (bench: Bench) => Promise<void>): Promise<void> {
  const inWay = async (way: Way): Promise<void> => {
    const { bench, close } = await openBench(way, options);
    try {
      await body(bench);
    } catch (error) {
      throw new Error(`${way.provider}, ${way.how}`, { cause: error });
    } finally {
      await close();
    }
  };
  await Promise.all(WAYS.map(inWay));
}

interface OpenBench {
  readonly bench: Bench;
  close(): Promise<void>;
}

async function openBench({ provider, stream }: Way, options: MockOptions): Promise<OpenBench> {
  const server = await startMockModel(options);
  const models: ChatModel[] = [];
  const model = (fields: Readonly<Record<string, unknown>> = {}): ChatModel => {
    const sampling = { stream, ...(fields["sampling"] as object | undefined) };
    const made = modelFor(provider, server.url, { ...fields, sampling });
    models.push(made);
    return made;
  };
  const ask: Bench["ask"] = (request, fields) => model(fields).complete(request, { signal: NO_STOP });
  return {
    bench: { provider, stream, server, model, ask },
    async close() {
      await Promise.all(models.map((made) => made.close()));
      await server.close();
    },
  };
}
