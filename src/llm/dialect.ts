// What servers of the compatible kind want differently. One row a server; everything else is common.
import type { Dialect, ModelSettings } from "./settings.ts";

/** The differences that the chat format has to know. */
export interface Traits {
  /** The field for the longest reply: OpenAI renamed it, others kept the old one. */
  readonly maxTokensField: "max_tokens" | "max_completion_tokens";
  /** Which turns go back with their reasoning: those with calls, or all that have any. */
  readonly echoReasoning: "with-calls" | "always";
  /** What stands in the content of a turn that is nothing but calls. */
  readonly emptyContent: "null" | "omitted";
  /** Whether a user message may follow a tool's answer; Mistral wants it inside the answer. */
  readonly userAfterTool: boolean;
  /** Mistral's templates take call ids of nine letters and digits only. */
  readonly nineCharIds: boolean;
}

const COMMON: Traits = {
  maxTokensField: "max_tokens",
  echoReasoning: "with-calls",
  emptyContent: "null",
  userAfterTool: true,
  nineCharIds: false,
};

const TRAITS: Readonly<Record<Exclude<Dialect, "auto">, Traits>> = {
  generic: COMMON,
  deepseek: COMMON,
  gemini: COMMON,
  // Kimi refuses an assistant message whose content is there and empty.
  kimi: { ...COMMON, emptyContent: "omitted" },
  mistral: { ...COMMON, nineCharIds: true, userAfterTool: false },
  openrouter: { ...COMMON, echoReasoning: "always" },
  ollama: COMMON,
  vllm: COMMON,
  "llama-server": COMMON,
};

const OPENAI: Traits = { ...COMMON, maxTokensField: "max_completion_tokens" };

const HOSTS: readonly (readonly [RegExp, Exclude<Dialect, "auto">])[] = [
  [/(^|\.)deepseek\.com$/, "deepseek"],
  [/(^|\.)googleapis\.com$/, "gemini"],
  [/(^|\.)(moonshot\.(ai|cn)|kimi\.(ai|com))$/, "kimi"],
  [/(^|\.)mistral\.ai$/, "mistral"],
  [/(^|\.)openrouter\.ai$/, "openrouter"],
];

/** Ollama's own port. */
const OLLAMA_PORT = "11434";

/** What this player's chat server wants. */
export function traitsOf(settings: ModelSettings): Traits {
  return settings.provider === "openai-chat" ? OPENAI : TRAITS[dialectOf(settings)];
}

/** The server's kind: as the file says, or by its address. */
export function dialectOf({ endpoint }: ModelSettings): Exclude<Dialect, "auto"> {
  if (endpoint.dialect !== "auto") return endpoint.dialect;
  if (endpoint.baseURL === undefined) return "generic";
  const { hostname, port } = new URL(endpoint.baseURL);
  if (port === OLLAMA_PORT) return "ollama";
  return HOSTS.find(([pattern]) => pattern.test(hostname))?.[1] ?? "generic";
}
