import type { Desk, ToolCall, ToolResult } from "../env/contract.ts";
import type { TrialRecorder } from "../record/recorder.ts";

/** A desk whose calls and answers are recorded as they happen. */
export function recordedDesk(desk: Desk, recorder: TrialRecorder, month: number): Desk {
  return {
    get opening() {
      return desk.opening;
    },
    rules: desk.rules,
    tools: desk.tools,
    get isMonthDecided() {
      return desk.isMonthDecided;
    },
    call(sent: ToolCall): ToolResult {
      // As a record can carry it, so that whoever repeats the record sends the desk the very same.
      const call = { name: sent.name, arguments: JSON.parse(JSON.stringify(sent.arguments ?? null)) as unknown };
      recorder.write({ event: "call", month, ...call });
      const result = desk.call(call);
      recorder.write({ event: "result", month, text: result.text, isError: result.isError });
      return result;
    },
  };
}
