// Which flag a server lacks, by its kind: nothing in its answer says so, it answers as if nothing were wrong.
import { dialectOf } from "../../llm/dialect.ts";
import type { Dialect, ModelSettings } from "../../llm/settings.ts";

type Server = Exclude<Dialect, "auto">;

/** What to change where a native call does not arrive as one. */
export function toolCallCure(settings: ModelSettings, cameAsText: boolean): string {
  const server = settings.provider === "openai-compatible" ? dialectOf(settings) : null;
  const fix = server === null ? NO_NATIVE_CALLS : (TOOL_FLAGS[server] ?? ANY_SERVER);
  return cameAsText
    ? `${fix}; or take the calls out of the text with recoverTextCalls: true (a change of the player)`
    : fix;
}

const NO_NATIVE_CALLS =
  "try once more; a model that keeps from calling has no native tool calls: set toolCalling: text";

const TOOL_FLAGS: Partial<Record<Server, string>> = {
  vllm: "start vLLM with --enable-auto-tool-choice and the --tool-call-parser of this model, or set toolCalling: text",
  "llama-server": "start llama-server with --jinja, or set toolCalling: text",
  ollama: "take a model that Ollama lists with tools, or set toolCalling: text",
  openrouter:
    "take a provider that supports tools (extraBody: { provider: { require_parameters: true } }), or set toolCalling: text",
};

const ANY_SERVER =
  "let the server parse tool calls (vLLM: --enable-auto-tool-choice --tool-call-parser …; llama-server: --jinja; " +
  "Ollama, LM Studio: a model with tools), or set toolCalling: text";

/** What to change where prompts do not fit the server's context, or are cut to it. */
export function contextCure(settings: ModelSettings): string {
  return CONTEXT_FLAGS[dialectOf(settings)] ?? ANY_CONTEXT;
}

const CONTEXT_FLAGS: Partial<Record<Server, string>> = {
  ollama:
    "give Ollama a longer context: OLLAMA_CONTEXT_LENGTH=32768 ollama serve, or PARAMETER num_ctx 32768 in a Modelfile",
  vllm: "start vLLM with a longer --max-model-len, or lower sampling.maxOutputTokens",
  "llama-server": "start llama-server with a longer context (-c 32768, times the number of slots)",
};

const ANY_CONTEXT =
  "give the server a longer context (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; vLLM: --max-model-len; llama-server: -c; " +
  "LM Studio: context length), or lower sampling.maxOutputTokens";

/** What to change where a server does not count tokens. */
export function usageCure({ provider, sampling }: ModelSettings): string {
  const costs = "until then every request is counted at its worst";
  if (provider !== "openai-compatible") return `ask the provider why its answers carry no usage; ${costs}`;
  return sampling.stream === false
    ? `take a version of the server that reports usage; ${costs}`
    : `set sampling: { stream: false }, or take a version of the server that reports usage; ${costs}`;
}
