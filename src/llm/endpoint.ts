// Where a model is and which key opens it. Apart from the clients, which take long to load.
import type { ModelSettings, ProviderName } from "./settings.ts";

const OFFICIAL: Partial<Record<ProviderName, { baseURL: string; apiKeyEnv: string }>> = {
  "openai-responses": { baseURL: "https://api.openai.com/v1", apiKeyEnv: "OPENAI_API_KEY" },
  "openai-chat": { baseURL: "https://api.openai.com/v1", apiKeyEnv: "OPENAI_API_KEY" },
  anthropic: { baseURL: "https://api.anthropic.com", apiKeyEnv: "ANTHROPIC_API_KEY" },
};

/** The address that requests go to: always explicit, never the SDK's own guess. */
export function baseURLOf({ provider, endpoint }: Pick<ModelSettings, "provider" | "endpoint">): string {
  return endpoint.baseURL ?? OFFICIAL[provider]?.baseURL ?? "";
}

/** The environment variable that holds the key, or null when none is named and none is needed. */
export function apiKeyEnvOf({ provider, endpoint }: Pick<ModelSettings, "provider" | "endpoint">): string | null {
  if (endpoint.apiKeyEnv !== undefined) return endpoint.apiKeyEnv;
  // Another server under an official provider's format need not want that provider's key.
  return endpoint.baseURL === undefined ? (OFFICIAL[provider]?.apiKeyEnv ?? null) : null;
}
