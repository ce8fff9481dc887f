// Where words go: results to stdout, everything else to stderr; colour only where a person sees it.

/** Writes a result to stdout; what nobody reads any more is dropped. */
export function say(text: string): void {
  if (isStdoutOpen) process.stdout.write(`${text}\n`);
}

let isStdoutOpen = true;
let hasStdoutFailed = false;

/** False once the reader of stdout has gone (`| head`): there is no use in saying more. */
export function isHeard(): boolean {
  return isStdoutOpen;
}

/** True where a result could not be written to stdout: its reader must not think that it has all. */
export function hasOutputFailed(): boolean {
  return hasStdoutFailed;
}

/** Writes a remark to stderr. */
export function remark(text: string): void {
  writeRemark(text);
}

/** Leaves remarks to whoever draws on the terminal, until what is returned is called. */
export function divertRemarks(write: (text: string) => void): () => void {
  writeRemark = write;
  return () => {
    writeRemark = writeToStderr;
  };
}

function writeToStderr(text: string): void {
  process.stderr.write(`${text}\n`);
}

let writeRemark = writeToStderr;

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

/** A reader that closes its end early (`| head`) is no error, and no reason to stop a run. */
export function tolerateClosedPipes(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && !hasStdoutFailed) {
      hasStdoutFailed = true;
      remark(`error: what was to be printed cannot be written: ${error.message}`);
    }
    isStdoutOpen = false;
  });
  // There is nowhere to say that stderr is gone.
  process.stderr.on("error", () => undefined);
}
