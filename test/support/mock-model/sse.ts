// Event streams.

/** One event, with its name where the format has names. */
export interface StreamEvent {
  readonly event: string | null;
  readonly data: unknown;
}

/** An event as bytes on the wire. */
export function encodeEvent({ event, data }: StreamEvent): string {
  const name = event === null ? "" : `event: ${event}\n`;
  return `${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}

/** A text in the pieces that a stream would send it in. */
export function pieces(text: string, size = 12): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += size) parts.push(text.slice(at, at + size));
  return parts;
}
