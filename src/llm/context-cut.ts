// Some servers drop what does not fit their context and answer the rest as if nothing had happened; Ollama
// does so at 4,096 tokens unless told otherwise. Such an answer looks valid and is worth nothing, so the
// count that the server reports is compared with the bytes that were sent.
import { ProviderError } from "./error.ts";

/** Fewer tokens than one for this many bytes are not a matter of tokenizers: English has about four to one. */
const MOST_BYTES_PER_TOKEN = 9;
/** A count that is exactly a usual context length is suspicious earlier. */
const SUSPICIOUS_BYTES_PER_TOKEN = 5.5;
const USUAL_CONTEXTS = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];
/** Short prompts say nothing: a few tokens more or less would tip the scale. */
const SHORTEST_TELLING_BYTES = 4096;

/** The error for a prompt that the server has cut, or null when its count can be true. */
export function contextCutError(sentBytes: number, reportedTokens: number | null): ProviderError | null {
  if (!looksCut(sentBytes, reportedTokens)) return null;
  const about = Math.round(sentBytes / 4).toLocaleString("en-US");
  return new ProviderError({
    code: "context_cut",
    class: "wrong",
    words:
      `the server counted ${reportedTokens} prompt tokens where about ${about} were sent: it cuts prompts without saying so. ` +
      "Give it a longer context (Ollama: OLLAMA_CONTEXT_LENGTH or num_ctx; llama-server: -c; LM Studio: context length)",
  });
}

/** Whether a reported count is too small for what was sent. */
export function looksCut(sentBytes: number, reportedTokens: number | null): boolean {
  // Zero is what servers report that do not count.
  if (reportedTokens === null || reportedTokens === 0 || sentBytes < SHORTEST_TELLING_BYTES) return false;
  const bytesPerToken = sentBytes / reportedTokens;
  if (bytesPerToken > MOST_BYTES_PER_TOKEN) return true;
  return (
    bytesPerToken > SUSPICIOUS_BYTES_PER_TOKEN && USUAL_CONTEXTS.some((size) => Math.abs(reportedTokens - size) <= 2)
  );
}
