// Keeps keys out of words that are shown, logged or recorded.

/** Takes secrets out of a text. */
export type Scrub = (text: string) => string;

const MASK = "[secret]";
/** A shorter "secret" is a placeholder, and masking it would blot out ordinary words. */
const SHORTEST_SECRET = 6;
/** What keys look like, also where only a part of one is quoted. */
const KEY_SHAPES = [
  /\b(?:sk|pk|rk|gsk|xai|hf|nvapi|csk|AIza)[-_]?[A-Za-z0-9_-]*[*.…]{2,}[A-Za-z0-9_*-]*/g,
  /\b(?:sk|rk|gsk|xai|nvapi|csk)-[A-Za-z0-9_-]{8,}/g,
  /\bhf_[A-Za-z0-9]{8,}/g,
  /\bAIza[A-Za-z0-9_-]{10,}/g,
  /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi,
  /\b(x-api-key|api[-_]?key|authorization)(["']?\s*[:=]\s*["']?)[^\s"',}&[]{6,}/gi,
];

/** A scrubber that knows these secrets, and the looks of others. */
export function scrubberOf(secrets: readonly string[]): Scrub {
  const known = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, MASK);
    for (const shape of KEY_SHAPES) clean = clean.replace(shape, MASK);
    return clean;
  };
}
