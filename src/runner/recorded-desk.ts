import type { Desk, ToolCall, ToolResult } from "../env/contract.ts";
import type { TrialRecorder } from "../record/recorder.ts";

/** A desk whose calls and answers are recorded as they happen. */
export function recordedDesk(desk: Desk, recorder: TrialRecorder, month: number): Desk {
  return {
    get opening() {
      return desk.opening;
    },
    tools: desk.tools,
    get isMonthDecided() {
      return desk.isMonthDecided;
    },
    call(call: ToolCall): ToolResult {
      recorder.write({ event: "call", month, name: call.name, arguments: call.arguments ?? null });
      const result = desk.call(call);
      recorder.write({ event: "result", month, text: result.text, isError: result.isError });
      return result;
    },
  };
}
