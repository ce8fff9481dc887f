// The policies that the server can play. Each finds the month's opening in the conversation and goes by it.
import type { Brain, Decision, SeenMessage, View } from "./view.ts";

const RAISE_USD = 20_000_000;

/** Raises equity whenever nothing is pending, like the scripted player of that name. */
export const greedyEquity: Brain = (view) => {
  const month = monthOf(view);
  const refused = month.answers.filter((answer) => answer.isError).length;
  if (!month.nothingPending || refused >= 3) return pass();
  return {
    text: "Nothing is pending, so I raise equity.",
    calls: [{ name: "fund_raising_request", arguments: { instrument: "equity", amount_usd: RAISE_USD } }],
  };
};

/** Lets every month go by. */
export const neverRaise: Brain = () => pass();

/** Looks around before it decides as the greedy one does. */
export const chatty: Brain = (view) => {
  const month = monthOf(view);
  const step = LOOKUPS[month.turns];
  return step ?? greedyEquity(view);
};

const LOOKUPS: readonly Decision[] = [
  {
    text: "First the cash and the documents.",
    calls: [
      { name: "verify_cash_position", arguments: {} },
      { name: "review_financial_records", arguments: { action: "list" } },
    ],
  },
  { text: "", calls: [{ name: "analyze_market_conditions", arguments: { indicators: ["vix", "fed_funds_rate"] } }] },
  {
    text: "A note for later.",
    calls: [{ name: "save_note", arguments: { content: "cash and market looked at", tags: ["routine"] } }],
  },
];

/** Never calls anything. */
export const textOnly: Brain = () => ({ text: "I would wait and see.", calls: [] });

/** Decides as the greedy one does, but writes its call as a fenced block, for models without native calls. */
export const textCalls: Brain = (view) => {
  const { text, calls } = greedyEquity(view);
  const [call] = calls;
  if (call === undefined) return { text, calls: [] };
  const block = JSON.stringify({ tool: call.name, arguments: call.arguments });
  return { text: `${text}\n\n\`\`\`json\n${block}\n\`\`\``, calls: [] };
};

/** The policies by name. */
export const BRAINS: Readonly<Record<string, Brain>> = {
  "greedy-equity": greedyEquity,
  "never-raise": neverRaise,
  chatty,
  "text-only": textOnly,
  "text-calls": textCalls,
};

function pass(): Decision {
  return { text: "I pass.", calls: [{ name: "pass", arguments: {} }] };
}

interface Month {
  readonly nothingPending: boolean;
  /** Turns of the model since the opening. */
  readonly turns: number;
  readonly answers: readonly SeenMessage[];
}

/** The month that the conversation is in: its last opening, and what happened since. */
function monthOf({ messages }: View): Month {
  const start = messages.findLastIndex((message) => message.role === "user" && /^Pending: /m.test(message.text));
  const since = messages.slice(start + 1);
  const opening = start < 0 ? "" : (messages[start]?.text ?? "");
  const lastPending = [...opening.matchAll(/^Pending: (.*)$/gm)].at(-1)?.[1] ?? "none";
  return {
    nothingPending: lastPending.startsWith("none"),
    // Formats that write a turn in several items give several assistant messages in a row.
    turns: since.filter((message, index) => message.role === "assistant" && since[index - 1]?.role !== "assistant")
      .length,
    answers: since.filter((message) => message.role === "tool" || /^(Result|Error) of /.test(message.text)),
  };
}
