// A model server over real HTTP on this machine only: speaks the four formats, plays a scripted policy, and
// misbehaves on demand. A simulated twin of what is out there, not a mock of our own client.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../../src/std/clock.ts";
import { sha256Hex } from "../../../src/std/hash.ts";
import { type Admission, admission } from "./admission.ts";
import { anthropicFormat } from "./anthropic-format.ts";
import { greedyEquity } from "./brains.ts";
import { chatFormat } from "./chat-format.ts";
import { deliver, refuse } from "./deliver.ts";
import { draftOf, spoil } from "./draft.ts";
import {
  type ContentFault,
  drawFaults,
  type FaultName,
  isContentFault,
  SURVIVABLE,
  type TransportFault,
} from "./faults.ts";
import type { Body, MockDialect, MockFormat } from "./format.ts";
import { type LoggedRequest, RequestLog } from "./log.ts";
import { type Refusal, refusalOf } from "./refusals.ts";
import { responsesFormat } from "./responses-format.ts";
import type { Brain } from "./view.ts";

/** How the server behaves. */
export interface MockOptions {
  readonly brain?: Brain;
  readonly port?: number;
  readonly latencyMs?: number;
  /** Chance of a fault in a request. */
  readonly faultRate?: number;
  readonly faults?: readonly FaultName[];
  readonly admitPerSecond?: number;
  readonly maxInFlight?: number;
  /** Answers until the account is empty. */
  readonly quotaAfter?: number;
  /** Wanted in every request, where given. */
  readonly apiKey?: string;
  /** Answers until another model stands behind the name: what it says of itself then ends in `-next`. */
  readonly renamedAfter?: number;
  /** Prompts longer than this are cut in silence, as Ollama does. */
  readonly cutAtTokens?: number;
  readonly logFile?: string;
  /** Told the bytes of every request, for whoever wants to send them again. */
  readonly onBytes?: (bytes: string) => void;
}

/** A running server. */
export interface MockModel {
  /** Its address without a path: `${url}/v1` for OpenAI's formats, `${url}/<dialect>/v1` for a compatible server. */
  readonly url: string;
  readonly port: number;
  readonly log: RequestLog;
  /** Faults of the next requests, one each; null for none. What is drawn by chance comes after them. */
  script(...faults: readonly (FaultName | null)[]): void;
  /** The last request's body. */
  readonly lastBody: Body;
  /** The last request's body as it came. */
  readonly lastBytes: string;
  /** The last request's headers. */
  readonly lastHeaders: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

const FORMATS: readonly (readonly [string, MockFormat])[] = [
  ["/chat/completions", chatFormat],
  ["/responses", responsesFormat],
  ["/messages", anthropicFormat],
];

const DIALECTS: readonly MockDialect[] = [
  "deepseek",
  "gemini",
  "kimi",
  "mistral",
  "openrouter",
  "ollama",
  "vllm",
  "llama-server",
];

/** Bytes of a request's body for one token of prompt: what the server says it counted. */
const BODY_BYTES_PER_TOKEN = 4.4;

/** Starts a server on a free port of 127.0.0.1, or on the one given. */
export async function startMockModel(options: MockOptions = {}): Promise<MockModel> {
  const desk = new Desk(options);
  const server = createServer((request, response) => {
    desk.serve(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 30_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    log: desk.log,
    script: (...faults) => desk.scripted.push(...faults),
    get lastBody() {
      return JSON.parse(desk.lastBytes) as Body;
    },
    get lastBytes() {
      return desk.lastBytes;
    },
    get lastHeaders() {
      return desk.lastHeaders;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

class Desk {
  readonly log: RequestLog;
  readonly scripted: (FaultName | null)[] = [];
  lastBytes = "{}";
  lastHeaders: Readonly<Record<string, unknown>> = {};
  readonly #options: MockOptions;
  readonly #door: Admission;
  #answers = 0;

  constructor(options: MockOptions) {
    this.#options = options;
    this.log = new RequestLog(options.logFile ?? null);
    const { admitPerSecond, maxInFlight, quotaAfter } = options;
    this.#door = admission(
      { perSecond: admitPerSecond ?? null, inFlight: maxInFlight ?? null, quota: quotaAfter ?? null },
      systemClock,
    );
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await textOf(request);
    const path = request.url ?? "/";
    const format = FORMATS.find(([end]) => path.endsWith(end))?.[1];
    if (format === undefined) {
      response.writeHead(404).end("no such path");
      return;
    }
    const dialect = DIALECTS.find((name) => path.startsWith(`/${name}/`)) ?? "openai";
    this.lastBytes = bytes;
    this.#options.onBytes?.(bytes);
    this.lastHeaders = request.headers;
    const body = JSON.parse(bytes) as Body;
    const hash = sha256Hex(`${path}\n${bytes}`);
    const attempt = this.log.countAttempt(hash);
    const faults = this.#faultsOf(hash, attempt);
    const promptTokens = Math.min(
      Math.ceil(Buffer.byteLength(bytes) / BODY_BYTES_PER_TOKEN),
      this.#options.cutAtTokens ?? Infinity,
    );
    const fault = faults.transport ?? faults.content;
    const entry = this.log.begin({
      atMs: systemClock(),
      path,
      model: String(body["model"]),
      hash,
      attempt,
      fault,
      promptTokens,
    });
    const refusal = this.#refusal(request, body, { format, dialect, transport: faults.transport });
    if (refusal !== null) {
      this.#refuse(response, entry, refusal, { format, dialect });
      return;
    }
    await this.#answer(response, entry, { body, format, dialect, ...faults });
  }

  #faultsOf(hash: string, attempt: number): { content: ContentFault | null; transport: TransportFault | null } {
    const next = this.scripted.shift();
    if (next !== undefined) {
      if (next === null) return { content: null, transport: null };
      return isContentFault(next) ? { content: next, transport: null } : { content: null, transport: next };
    }
    return drawFaults({ rate: this.#options.faultRate ?? 0, among: this.#options.faults ?? SURVIVABLE }, hash, attempt);
  }

  /** What keeps the request from being answered; a request that is let in must be seen off by {@link #answer}. */
  #refusal(
    request: IncomingMessage,
    body: Body,
    { format, dialect, transport }: { format: MockFormat; dialect: MockDialect; transport: TransportFault | null },
  ): Refusal | null {
    const { apiKey } = this.#options;
    const given = request.headers.authorization?.replace(/^Bearer /, "") ?? request.headers["x-api-key"];
    if (apiKey !== undefined && given !== apiKey) {
      return { status: 401, code: "invalid_api_key", message: `Incorrect API key provided: ${String(given)}` };
    }
    const asked = transport === null ? null : refusalOf(transport, systemClock());
    return asked ?? format.check(body, dialect, request.headers) ?? this.#door.enter();
  }

  #refuse(
    response: ServerResponse,
    entry: LoggedRequest,
    refusal: Refusal,
    { format, dialect }: { format: MockFormat; dialect: MockDialect },
  ): void {
    refuse(response, refusal, format, dialect);
    this.log.end(entry, refusal.status, false);
  }

  async #answer(
    response: ServerResponse,
    entry: LoggedRequest,
    asked: {
      body: Body;
      format: MockFormat;
      dialect: MockDialect;
      content: ContentFault | null;
      transport: TransportFault | null;
    },
  ): Promise<void> {
    const { body, format, dialect } = asked;
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    let answered = false;
    try {
      if (this.#options.latencyMs !== undefined)
        await sleep(this.#options.latencyMs, undefined, { signal: gone.signal }).catch(() => undefined);
      const reasons = format.reasons(body, dialect);
      const draft = spoil(
        draftOf({
          decision: (this.#options.brain ?? greedyEquity)(format.view(body)),
          bodyHash: entry.hash,
          promptTokens: entry.promptTokens,
          reasons,
          idOf: (seed) => format.callId(seed, dialect, reasons),
        }),
        asked.content,
      );
      const writing = { body: this.#named(body), bodyHash: entry.hash, dialect, fault: asked.content };
      answered = await deliver(response, {
        format,
        dialect,
        whole: format.whole(draft, writing),
        events: body["stream"] === true ? format.events(draft, writing) : null,
        fault: asked.transport,
        headers: this.#paceHeaders(),
      });
    } finally {
      this.#door.leave(answered);
      this.log.end(entry, answered ? 200 : null, answered && !gone.signal.aborted);
    }
  }

  /** The request's body with the name under which the model answers it. */
  #named(body: Body): Body {
    this.#answers += 1;
    const isRenamed = this.#answers > (this.#options.renamedAfter ?? Infinity);
    return isRenamed ? { ...body, model: `${String(body["model"])}-next` } : body;
  }

  #paceHeaders(): Record<string, string> {
    const { admitPerSecond } = this.#options;
    return admitPerSecond === undefined
      ? {}
      : { "x-ratelimit-limit-requests": String(admitPerSecond), "x-ratelimit-reset-requests": "1s" };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
