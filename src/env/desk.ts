// The desk of a month: counts calls, refuses with reasons, and records the decision.
import { present } from "../std/assert.ts";
import { quoted, Refusal } from "./answer.ts";
import type { Desk, DeskRules, Opening, ToolCall, ToolKind, ToolResult, ToolSpec } from "./contract.ts";
import type { Office } from "./office.ts";
import type { Tool } from "./tool.ts";
import { cashTool } from "./tools/cash.ts";
import { closingTool } from "./tools/closing.ts";
import { marketTool } from "./tools/market.ts";
import { recallNotesTool, saveNoteTool } from "./tools/notes.ts";
import { passTool } from "./tools/pass.ts";
import { projectionTool } from "./tools/projection.ts";
import { raiseTool } from "./tools/raise.ts";
import { recordsTool } from "./tools/records.ts";

const TOOLS: readonly Tool[] = [
  cashTool,
  recordsTool,
  marketTool,
  projectionTool,
  closingTool,
  raiseTool,
  passTool,
  saveNoteTool,
  recallNotesTool,
];

/** The tools as every player is offered them, in a fixed order. */
export const TOOL_SPECS: readonly ToolSpec[] = TOOLS.map((tool) => tool.spec);

const TOOL_BY_NAME = new Map(TOOLS.map((tool) => [tool.spec.name, tool]));

/** The refused call that closes the month. */
export const REFUSALS_THAT_CLOSE = 20;
const NOTE_CALLS_A_MONTH = 20;

/** Counts over an episode. */
export interface DeskCounts {
  /** Answered information calls. */
  toolCalls: number;
  /** Refused calls of any kind. */
  refusedCalls: number;
  /** Requests refused because one was pending. */
  refusedRequests: number;
  closings: number;
  requests: number;
  notes: number;
  /** Months closed with `pass` because the player did not decide. */
  forcedPasses: number;
}

/** A desk whose months are opened by its episode. */
export class CfoDesk implements Desk {
  readonly tools = TOOL_SPECS;
  readonly counts: DeskCounts = {
    toolCalls: 0,
    refusedCalls: 0,
    refusedRequests: 0,
    closings: 0,
    requests: 0,
    notes: 0,
    forcedPasses: 0,
  };
  readonly #office: Office;
  #opening: Opening | null = null;
  #answered = 0;
  #refused = 0;
  #notes = 0;
  #forced = false;

  constructor(office: Office) {
    this.#office = office;
  }

  get rules(): DeskRules {
    const { exclusivity, delay, ruleset } = this.#office.protocol;
    return { oneActionAMonth: exclusivity, settlesAtOnce: !delay, debtCountsInScore: ruleset === "hardened" };
  }

  get opening(): Opening {
    return present(this.#opening, "no month has been opened");
  }

  get isMonthDecided(): boolean {
    const { decisions, protocol } = this.#office;
    if (decisions.passed) return true;
    const requested = decisions.request !== "none";
    return protocol.exclusivity ? decisions.closing || requested : decisions.closing && requested;
  }

  /** True when the month was closed with `pass` in the player's stead. */
  get wasForced(): boolean {
    return this.#forced;
  }

  open(opening: Opening): void {
    this.#opening = opening;
    this.#answered = 0;
    this.#refused = 0;
    this.#notes = 0;
    this.#forced = false;
  }

  call(call: ToolCall): ToolResult {
    if (this.isMonthDecided) {
      return { text: "Not executed: the month is closed.", data: { notExecuted: true }, isError: true };
    }
    const tool = TOOL_BY_NAME.get(call.name);
    if (tool === undefined) {
      const names = TOOL_SPECS.map((spec) => spec.name).join(", ");
      return this.#refuse(new Refusal(`unknown tool ${quoted(call.name)}, these exist: ${names}`));
    }
    const spent = this.#spentBudget(tool.spec.kind);
    if (spent !== null) return this.#refuse(spent);
    const outcome = tool.run(call.arguments, this.#office);
    if (outcome instanceof Refusal) return this.#refuse(outcome);
    this.#count(tool.spec.name, tool.spec.kind, outcome);
    return outcome;
  }

  /** Closes an undecided month with `pass`; counted. */
  forcePass(why: string): void {
    if (this.isMonthDecided) return;
    this.#office.decisions.passed = true;
    this.#office.decisionTexts.push(`Passed: ${why}.`);
    this.#forced = true;
    this.counts.forcedPasses += 1;
  }

  #spentBudget(kind: ToolKind): Refusal | null {
    const { toolBudget } = this.#office.protocol;
    if (kind === "information" && this.#answered >= toolBudget) {
      const why = toolBudget === 0 ? "no look-ups are allowed" : `this month's ${toolBudget} look-ups are used`;
      return new Refusal(`${why}; actions and notes still work`);
    }
    if (kind === "note" && this.#notes >= NOTE_CALLS_A_MONTH) {
      return new Refusal(`this month's ${NOTE_CALLS_A_MONTH} note calls are used`);
    }
    return null;
  }

  #refuse({ reason, field }: Refusal): ToolResult {
    this.#refused += 1;
    this.counts.refusedCalls += 1;
    const closes = this.#refused >= REFUSALS_THAT_CLOSE;
    if (closes) this.forcePass(`${REFUSALS_THAT_CLOSE} calls of the month were refused`);
    const consequence = closes
      ? `This is refused call ${this.#refused} of the month: the month is closed with pass.`
      : `Refused calls this month: ${this.#refused} of ${REFUSALS_THAT_CLOSE}. It cost nothing.`;
    const data = { refused: reason, field, refused_calls: this.#refused, month_closed: closes };
    return { text: `Refused: ${reason}. ${consequence}`, data, isError: true };
  }

  #count(name: string, kind: ToolKind, result: ToolResult): void {
    if (kind === "information") {
      this.#answered += 1;
      this.counts.toolCalls += 1;
    } else if (kind === "note") {
      this.#notes += 1;
      this.counts.notes += 1;
    } else if (name === closingTool.spec.name) this.counts.closings += 1;
    else if (name === raiseTool.spec.name) {
      if (result.isError) this.counts.refusedRequests += 1;
      else this.counts.requests += 1;
    }
  }
}
