import { z } from "zod";
import { answer } from "../answer.ts";
import { defineTool } from "../tool.ts";

/** Does nothing more this month. */
export const passTool = defineTool({
  name: "pass",
  kind: "action",
  description: "Action. Ends the month without doing anything more.",
  schema: z.strictObject({}),
  answer: (_args, office) => {
    office.decisions.passed = true;
    const text = "Passed.";
    office.decisionTexts.push(text);
    return answer(text, { action: "pass" });
  },
});
