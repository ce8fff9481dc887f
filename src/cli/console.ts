// Where words go: results to stdout, everything else to stderr; colour only where a person sees it.

/** Writes a result to stdout. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a remark to stderr. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** True where a stream is a terminal that wants colour. */
export function wantsColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, TERM } = process.env;
  return stream.isTTY && (NO_COLOR === undefined || NO_COLOR === "") && TERM !== "dumb";
}

/** True where progress may be drawn in place: a terminal, and no CI. */
export function canDraw(stream: NodeJS.WriteStream): boolean {
  const ci = process.env["CI"];
  return stream.isTTY && (ci === undefined || ci === "" || ci === "false");
}

/** A reader that closes its end early (`| head`) is no error. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      throw error;
    });
  }
}
