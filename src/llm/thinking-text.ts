// Thinking that a model writes into its text between <think> tags. It is taken out before anything is read
// from the text, and stays in what is sent back.

/** A text without its thinking. */
export interface SpokenText {
  readonly text: string;
  readonly stripped: boolean;
}

const BLOCK = /<(think|thinking)>[\s\S]*?<\/\1>/gi;
/** Templates that open the tag in the prompt leave only its end in the reply. */
const UNOPENED = /^[\s\S]*?<\/(?:think|thinking)>/i;
/** A reply that was cut while thinking says nothing else. */
const UNCLOSED = /<(?:think|thinking)>[\s\S]*$/i;

/** Takes thinking out of a text. */
export function withoutThinking(text: string): SpokenText {
  if (!/<\/?think/i.test(text)) return { text, stripped: false };
  const spoken = text.replace(BLOCK, "").replace(UNOPENED, "").replace(UNCLOSED, "").trim();
  return { text: spoken, stripped: spoken !== text };
}
