import type { RunStop } from "../runner/run-request.ts";
import type { Stop } from "../std/abort.ts";
import { remark } from "./console.ts";
import { EXIT } from "./exit.ts";

/**
 * The first Ctrl+C or SIGTERM stops softly, the second at once; `maxMinutes` stops softly too.
 * Returns what ends the watch over a run that has ended.
 */
export function catchInterrupts(stop: Stop<RunStop>, maxMinutes: number | null): () => void {
  let signals = 0;
  const onSignal = (): void => {
    signals += 1;
    if (signals > 1) process.exit(EXIT.interrupted);
    stop.stop({ kind: "interrupted", reason: "interrupted" });
    remark("Stopping: no trial starts any more. Once more stops at once.");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  const timer =
    maxMinutes === null
      ? null
      : setTimeout(() => {
          stop.stop({ kind: "timed-out", reason: `--max-minutes ${maxMinutes} reached` });
        }, maxMinutes * 60_000);
  return () => {
    if (timer !== null) clearTimeout(timer);
    // An interrupted run is ending: a signal that comes while it does must still end it with our exit code.
    if (signals > 0) return;
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
}
