// One play: the desk for the agent, and the step that only the runner takes.
import { Company } from "../sim/company.ts";
import { EPISODE_MONTHS, type Scenario } from "../sim/scenario.ts";
import { drawTape } from "../sim/tape.ts";
import { assert } from "../std/assert.ts";
import type { Desk, MonthDecision, ToolCall, ToolResult } from "./contract.ts";
import { CfoDesk, type DeskCounts } from "./desk.ts";
import { Office } from "./office.ts";
import { openingOf } from "./opening.ts";
import type { Protocol } from "./protocol.ts";
import { settlementOf } from "./settlement.ts";

/** How a game that ran its course ended; a game cut short from outside has no ending. */
export type Ending = "survived" | "bankrupt";

/** What a step leads to: the next month's desk, or the end. */
export type StepResult =
  | { readonly kind: "next"; readonly decision: MonthDecision }
  | { readonly kind: "terminated"; readonly decision: MonthDecision; readonly ending: Ending; readonly months: number };

/** A play of one seed under one protocol. */
export class Episode {
  /** What the agent holds: calls and openings, no way to step. */
  readonly desk: Desk;
  /** The company, for the runner's truth only. */
  readonly company: Company;
  readonly protocol: Protocol;
  readonly #office: Office;
  readonly #desk: CfoDesk;
  #ended = false;

  constructor(scenario: Scenario, protocol: Protocol, seed: number) {
    assert(protocol.horizon <= EPISODE_MONTHS, "the horizon is past the world's last month");
    this.protocol = protocol;
    this.company = new Company(scenario.macro, drawTape(seed), protocol);
    this.#office = new Office(scenario, protocol, this.company);
    this.#desk = new CfoDesk(this.#office);
    this.desk = facadeOf(this.#desk);
    this.#openMonth();
  }

  get month(): number {
    return this.#office.month;
  }

  get counts(): Readonly<DeskCounts> {
    return this.#desk.counts;
  }

  /** The last month whose books are readable, or null. */
  get closedThrough(): number | null {
    return this.#office.lastClosedMonth;
  }

  /** Closes an undecided month with `pass`, as the protocol does for a player that does not decide. */
  forcePass(why: string): void {
    this.#desk.forcePass(why);
  }

  /** Runs the month's operations after its decision, and opens the next month or ends the game. */
  step(): StepResult {
    assert(!this.#ended, "the game has ended");
    assert(this.#desk.isMonthDecided, `month ${this.month} is not decided`);
    const decision = this.#decision();
    const cash = this.company.operate(this.month);
    if (cash < 0) return this.#end(decision, "bankrupt", this.month);
    if (this.month + 1 >= this.protocol.horizon) return this.#end(decision, "survived", this.protocol.horizon);
    this.#turnPage(decision);
    this.#openMonth();
    return { kind: "next", decision };
  }

  #end(decision: MonthDecision, ending: Ending, months: number): StepResult {
    this.#ended = true;
    return { kind: "terminated", decision, ending, months };
  }

  #turnPage(decision: MonthDecision): void {
    const office = this.#office;
    office.lastDecision = { ...decision, text: office.decisionTexts.join(" ") };
    if (office.closingAtMonthEnd !== null) office.closedThrough = office.closingAtMonthEnd;
    office.closingAtMonthEnd = null;
    office.decisions = { closing: false, request: "none", passed: false };
    office.decisionTexts = [];
    office.month += 1;
  }

  #openMonth(): void {
    const settled = this.company.settleDue(this.month);
    this.#desk.open(openingOf(this.#office, settled === null ? null : settlementOf(settled)));
  }

  #decision(): MonthDecision {
    const { decisions } = this.#office;
    const requested = decisions.request !== "none";
    const action =
      decisions.closing && requested
        ? "closing_and_request"
        : decisions.closing
          ? "book_closing"
          : requested
            ? "fund_raising_request"
            : "pass";
    return { action, result: decisions.request === "refused" ? "refused" : "done", forced: this.#desk.wasForced };
  }
}

/** Only what the contract names: an agent cannot reach the company or the step through its desk. */
function facadeOf(desk: CfoDesk): Desk {
  return Object.freeze({
    get opening() {
      return desk.opening;
    },
    rules: desk.rules,
    tools: desk.tools,
    call: (call: ToolCall): ToolResult => desk.call(call),
    get isMonthDecided() {
      return desk.isMonthDecided;
    },
  });
}
