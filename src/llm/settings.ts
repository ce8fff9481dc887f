// What a player's file says about its model: the schema, its defaults, and the settings that exclude
// each other. Whoever composes a whole player file takes the shape and the check from here.
import { z } from "zod";
import { pricesSchema } from "./prices.ts";

/** The ways of talking to a model. */
export const PROVIDERS = ["openai-responses", "openai-chat", "anthropic", "openai-compatible", "cassette"] as const;

/** Servers of the compatible kind that need something of their own; `auto` goes by the address. */
export const DIALECTS = [
  "auto",
  "generic",
  "deepseek",
  "gemini",
  "kimi",
  "mistral",
  "openrouter",
  "ollama",
  "vllm",
  "llama-server",
] as const;

const secondsUpTo = (most: number) => z.number().positive().max(most);
const usd = z.number().positive();
const tokens = z.int().positive();

const endpointSchema = z.strictObject({
  /** Address of the API; the official providers have one by default. */
  baseURL: z.exactOptional(z.url({ protocol: /^https?$/, error: "not an http or https address" })),
  /** Name of the environment variable that holds the key. Keys themselves never stand in a file. */
  apiKeyEnv: z.exactOptional(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not the name of an environment variable")),
  /** Further headers of every request. */
  headers: z.record(z.string(), z.string()).default({}),
  /** What the server behind a compatible endpoint is. */
  dialect: z.enum(DIALECTS).default("auto"),
  /** Fail where the server counts far fewer prompt tokens than were sent; off for servers that count wrongly. */
  checkContext: z.boolean().default(true),
});

const reasoningSchema = z.strictObject({
  /** How hard to think, in the provider's own steps. */
  effort: z.exactOptional(z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])),
  /** Tokens to think with, where the provider takes a number (anthropic). */
  budgetTokens: z.exactOptional(z.int().min(1024)),
});

const samplingSchema = z.strictObject({
  /** The most tokens of one reply, reasoning included. */
  maxOutputTokens: z.int().min(1).max(1_000_000).default(4096),
  temperature: z.exactOptional(z.number().min(0).max(2)),
  topP: z.exactOptional(z.number().gt(0).max(1)),
  seed: z.exactOptional(z.int()),
  reasoning: z.exactOptional(reasoningSchema),
  /** Whether to stream; by default, where replies are long. */
  stream: z.exactOptional(z.boolean()),
  /** Further fields of the request's body, as the server wants them. */
  extraBody: z.record(z.string(), z.json()).default({}),
});

const limitsSchema = z.strictObject({
  /** Trials of this model at once. */
  concurrency: z.int().min(1).max(1000).default(4),
  turnsPerMonth: z.int().min(1).max(1000).default(30),
  /** One whole attempt, from connecting to the last byte. */
  requestTimeoutSeconds: secondsUpTo(86_400).default(600),
  connectTimeoutSeconds: secondsUpTo(600).default(10),
  /** Until the first byte of the answer; by default as long as the whole attempt. */
  firstByteTimeoutSeconds: z.exactOptional(secondsUpTo(86_400)),
  /** Between two bytes of the answer. */
  idleTimeoutSeconds: secondsUpTo(86_400).default(120),
  /** Attempts of one request, the first included. */
  attempts: z.int().min(1).max(100).default(8),
  /** Time that one request may be tried again for. */
  retrySeconds: secondsUpTo(86_400).default(1800),
  /** The longest single wait between attempts. */
  retryWaitSeconds: secondsUpTo(3600).default(120),
  /** Caps: what is reached first stops the request, the trial or the model. */
  requestCostUsd: z.exactOptional(usd),
  trialCostUsd: z.exactOptional(usd),
  modelCostUsd: z.exactOptional(usd),
  trialTokens: z.exactOptional(tokens),
  modelTokens: z.exactOptional(tokens),
  trialMinutes: z.exactOptional(z.number().positive()),
});

const cassetteSchema = z.strictObject({
  /** The file of recorded exchanges to play back. */
  file: z.string().min(1),
});

/** The fields of a player file that this room owns. */
export const modelShape = {
  provider: z.enum(PROVIDERS),
  /** The model's id as the provider knows it. */
  model: z.string().min(1),
  endpoint: endpointSchema.prefault({}),
  sampling: samplingSchema.prefault({}),
  /** `native` calls, or `text`: schemas in the prompt and one fenced JSON call in the reply. */
  toolCalling: z.enum(["native", "text"]).default("native"),
  /** Take calls that a model writes as text for calls. Stamped, since it changes the score. */
  recoverTextCalls: z.boolean().default(false),
  limits: limitsSchema.prefault({}),
  /** Dollars per million tokens, or `free`. */
  prices: z.exactOptional(pricesSchema),
  cassette: z.exactOptional(cassetteSchema),
};

/** A model's settings by themselves. */
export const modelSettingsSchema = z.strictObject(modelShape).superRefine((settings, context) => {
  for (const problem of contradictions(settings)) {
    context.addIssue({ code: "custom", path: [...problem.path], message: problem.message });
  }
});

export type ModelSettings = z.output<z.ZodObject<typeof modelShape>>;
export type Sampling = ModelSettings["sampling"];
export type Limits = ModelSettings["limits"];
export type ProviderName = ModelSettings["provider"];
export type Dialect = ModelSettings["endpoint"]["dialect"];

/** The settings as they may be written down: header values can be secrets. */
export function publicSettings<S extends Pick<ModelSettings, "endpoint">>(settings: S): S {
  const headers = Object.fromEntries(Object.keys(settings.endpoint.headers).map((name) => [name, "[secret]"]));
  return { ...settings, endpoint: { ...settings.endpoint, headers } };
}

/** Two settings that exclude each other, or one that is missing, with the field to change. */
export interface Contradiction {
  readonly path: readonly string[];
  readonly message: string;
}

/** Everything in a model's settings that its provider would refuse or silently ignore. */
export function contradictions(settings: ModelSettings): Contradiction[] {
  const found: Contradiction[] = [];
  const { provider, endpoint, sampling, cassette } = settings;
  if (provider === "openai-compatible" && endpoint.baseURL === undefined) {
    found.push({ path: ["endpoint", "baseURL"], message: "openai-compatible needs the address of its server" });
  }
  if (endpoint.baseURL !== undefined && holdsLogin(endpoint.baseURL)) {
    found.push({
      path: ["endpoint", "baseURL"],
      message: "an address stands in records, so no user or password may stand in it: use apiKeyEnv, or headers",
    });
  }
  if (provider !== "openai-compatible" && endpoint.dialect !== "auto") {
    found.push({ path: ["endpoint", "dialect"], message: `a dialect is for openai-compatible, not for ${provider}` });
  }
  if (provider === "cassette" && cassette === undefined) {
    found.push({ path: ["cassette"], message: "provider cassette needs the file to play: cassette: { file: … }" });
  }
  if (provider !== "cassette" && cassette !== undefined) {
    found.push({ path: ["cassette"], message: `a cassette is played by provider: cassette, not by ${provider}` });
  }
  const reserved = Object.keys(sampling.extraBody).find((key) => RESERVED_FIELDS.includes(key));
  if (reserved !== undefined) {
    found.push({
      path: ["sampling", "extraBody", reserved],
      message: `${reserved} is set by the program; leave it out`,
    });
  }
  if (provider === "openai-responses" || provider === "openai-chat") found.push(...openaiContradictions(settings));
  if (provider === "anthropic") found.push(...anthropicContradictions(sampling));
  if (provider === "openai-compatible" && sampling.reasoning?.budgetTokens !== undefined) {
    found.push({
      path: ["sampling", "reasoning", "budgetTokens"],
      message: "compatible servers have no common field for a thinking budget; write the server's own into extraBody",
    });
  }
  return found;
}

function holdsLogin(address: string): boolean {
  const { username, password } = new URL(address);
  return username !== "" || password !== "";
}

/** Body fields that carry the conversation, or decide how the answer is read. */
const RESERVED_FIELDS = [
  "model",
  "messages",
  "input",
  "instructions",
  "system",
  "tools",
  "stream",
  "stream_options",
  "store",
];

/** Whether OpenAI's model of this id reasons, which decides the fields it takes. */
export function isOpenaiReasoningModel(model: string): boolean {
  return /^(?:.*\/)?(?:o\d|gpt-[5-9]|gpt-\d\d|codex)/i.test(model) && !/chat-latest/i.test(model);
}

function openaiContradictions({ provider, model, sampling }: ModelSettings): Contradiction[] {
  const found: Contradiction[] = [];
  const effort = sampling.reasoning?.effort;
  const thinks = effort === undefined ? isOpenaiReasoningModel(model) : effort !== "none";
  for (const field of ["temperature", "topP"] as const) {
    if (thinks && sampling[field] !== undefined) {
      const why = effort === undefined ? `${model} reasons` : `reasoning.effort is ${effort}`;
      found.push({
        path: ["sampling", field],
        message: `${why}, and OpenAI's reasoning models refuse ${field}: drop ${field}, or set reasoning: { effort: none } where the model takes it`,
      });
    }
  }
  if (sampling.reasoning?.budgetTokens !== undefined) {
    found.push({
      path: ["sampling", "reasoning", "budgetTokens"],
      message: "OpenAI takes no thinking budget: use reasoning.effort",
    });
  }
  if (provider === "openai-responses" && sampling.seed !== undefined) {
    found.push({
      path: ["sampling", "seed"],
      message: "the Responses API has no seed: drop it, or use provider: openai-chat",
    });
  }
  return found;
}

function anthropicContradictions(sampling: Sampling): Contradiction[] {
  const found: Contradiction[] = [];
  const { effort, budgetTokens } = sampling.reasoning ?? {};
  const thinks = budgetTokens !== undefined || (effort !== undefined && effort !== "none");
  if (sampling.seed !== undefined) {
    found.push({ path: ["sampling", "seed"], message: "the Messages API has no seed: drop it" });
  }
  if (sampling.temperature !== undefined && sampling.temperature > 1) {
    found.push({ path: ["sampling", "temperature"], message: "Anthropic's temperature ends at 1" });
  }
  if (thinks && sampling.temperature !== undefined) {
    found.push({ path: ["sampling", "temperature"], message: "thinking excludes temperature: drop one of the two" });
  }
  if (sampling.temperature !== undefined && sampling.topP !== undefined) {
    found.push({ path: ["sampling", "topP"], message: "Anthropic takes temperature or topP, not both" });
  }
  if (effort === "minimal") {
    found.push({ path: ["sampling", "reasoning", "effort"], message: "Anthropic's lowest effort is low" });
  }
  if (effort === "none" && budgetTokens !== undefined) {
    found.push({ path: ["sampling", "reasoning"], message: "effort none and a thinking budget exclude each other" });
  }
  if (budgetTokens !== undefined && budgetTokens >= sampling.maxOutputTokens) {
    found.push({
      path: ["sampling", "maxOutputTokens"],
      message: `max_tokens includes thinking: ${sampling.maxOutputTokens} must exceed reasoning.budgetTokens ${budgetTokens}`,
    });
  }
  return found;
}
