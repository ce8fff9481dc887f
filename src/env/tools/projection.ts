import { z } from "zod";
import { OPENING_MONTH } from "../../ledger/entry.ts";
import type { Drivers } from "../../sim/drivers.ts";
import { amountsOfMonth, type Position, positionAfter } from "../../sim/operations.ts";
import { type Cents, centsOfUsd, usdOfCents } from "../../std/money.ts";
import { answer, Refusal } from "../answer.ts";
import { ASSUMPTIONS, type Assumptions, closedMeans } from "../assumptions.ts";
import type { ToolResult } from "../contract.ts";
import { moneyCells, renderColumns } from "../documents/columns.ts";
import { amountUsd, instrument } from "../funding-fields.ts";
import type { Office } from "../office.ts";
import { defineTool } from "../tool.ts";

const bounded = (low: number, high: number) => z.exactOptional(z.number().min(low).max(high));

/** The rules of a month, run ahead under the caller's constants from the last closed month's balances. */
export const projectionTool = defineTool({
  name: "conduct_cashflow_projection",
  kind: "information",
  description:
    "Projects cash month by month from the last closed month's balances (the opening ones if none is closed) under " +
    "constant assumptions. A missing assumption is the mean of the last three closed months; with nothing closed all " +
    "five are required. Notes already on those books are served; a pending request is ignored. Uses one look-up.",
  schema: z.strictObject({
    horizon_months: z.number().int().min(1).max(24).describe("Months to project, 1 to 24."),
    growth_pct_month: bounded(-20, 20).describe("Growth of borrowers, percent a month."),
    gross_margin_pct: bounded(0, 100).describe("Percent of revenue left after credit losses."),
    ebitda_margin_pct: bounded(0, 100).describe("Percent of revenue left after operating costs."),
    collection_rate: bounded(0.5, 1).describe("Share of billed principal and interest collected in the month."),
    lending_rate_pct: bounded(0, 40).describe("Percent a year that loans earn and a planned note costs."),
    planned_raise: z
      .exactOptional(
        z.strictObject({
          month: z.number().int().min(0).describe("Month index in which the money arrives in full, at its start."),
          amount_usd: amountUsd,
          instrument,
        }),
      )
      .describe("Money assumed to arrive."),
  }),
  answer: (args, office) => {
    const assumptions = completed(args, office);
    if (assumptions instanceof Refusal) return assumptions;
    const first = (office.lastClosedMonth ?? OPENING_MONTH) + 1;
    const last = first + args.horizon_months - 1;
    const raise = args.planned_raise;
    if (raise !== undefined && (raise.month < first || raise.month > last)) {
      return new Refusal(
        `bad "planned_raise.month": this projection covers months ${first} to ${last}`,
        "planned_raise.month",
      );
    }
    return projection(office.company.positionAtEndOf(first - 1), assumptions, first, last, raise);
  },
});

type Given = { readonly [key in keyof Assumptions]?: number };
type PlannedRaise = { readonly month: number; readonly amount_usd: number; readonly instrument: "equity" | "debt" };

function completed(given: Given, office: Office): Assumptions | Refusal {
  const means = closedMeans(office);
  const full: Partial<Record<keyof Assumptions, number>> = {};
  for (const key of ASSUMPTIONS) {
    const value = given[key] ?? means[key];
    if (value === undefined) {
      return new Refusal(`missing "${key}": no month's books are closed, so all five assumptions are required`, key);
    }
    // JSON has a negative zero; an answer has none.
    full[key] = value + 0;
  }
  return full as Assumptions;
}

interface ProjectedMonth {
  readonly month: number;
  readonly opening: Cents;
  readonly lending: Cents;
  readonly collections: Cents;
  readonly operatingCost: Cents;
  readonly debtService: Cents;
  readonly tax: Cents;
  readonly raise: Cents;
  readonly closing: Cents;
}

function projection(
  start: Position,
  assumptions: Assumptions,
  first: number,
  last: number,
  raise: PlannedRaise | undefined,
): ToolResult {
  const drivers: Drivers = {
    growthPct: assumptions.growth_pct_month,
    grossMarginPct: assumptions.gross_margin_pct,
    ebitdaMarginPct: assumptions.ebitda_margin_pct,
    collectionRate: assumptions.collection_rate,
    ratePerYear: assumptions.lending_rate_pct / 100,
  };
  const months: ProjectedMonth[] = [];
  let position = start;
  for (let month = first; month <= last; month += 1) {
    const arriving = raise?.month === month ? raise : null;
    const before = arriving === null ? position : withRaise(position, arriving, drivers.ratePerYear);
    const amounts = amountsOfMonth(month, before, drivers);
    const after = positionAfter(before, amounts);
    months.push({
      month,
      opening: position.cash,
      lending: 0 - amounts.lending,
      collections: amounts.principalCollected + amounts.interestCollected,
      operatingCost: 0 - amounts.costPaid,
      debtService: 0 - amounts.noteInterest - amounts.notesRepaid,
      tax: 0 - amounts.taxPaid,
      raise: before.cash - position.cash,
      closing: after.cash,
    });
    position = after;
  }
  return projectionAnswer(months, assumptions);
}

function withRaise(position: Position, raise: PlannedRaise, ratePerYear: number): Position {
  const principalCents = centsOfUsd(raise.amount_usd);
  const cash = position.cash + principalCents;
  if (raise.instrument === "equity") return { ...position, cash };
  const note = { principalCents, ratePerYear, settledMonth: raise.month };
  return { ...position, cash, notes: [...position.notes, note] };
}

const COLUMNS = [
  ["opening cash", "opening_cash_usd", "opening"],
  ["lending", "lending_usd", "lending"],
  ["collections", "collections_usd", "collections"],
  ["operating cost", "operating_cost_usd", "operatingCost"],
  ["debt service", "debt_service_usd", "debtService"],
  ["tax", "tax_usd", "tax"],
  ["raise", "raise_usd", "raise"],
  ["closing cash", "closing_cash_usd", "closing"],
] as const;

function projectionAnswer(months: readonly ProjectedMonth[], assumptions: Assumptions): ToolResult {
  const rows = months.map((row) => ({
    label: `m${row.month}`,
    cells: moneyCells(COLUMNS.map(([, , key]) => row[key])),
  }));
  const used = ASSUMPTIONS.map((key) => `${key} ${Number(assumptions[key].toFixed(4))}`).join(", ");
  const table = renderColumns(
    COLUMNS.map(([heading]) => heading),
    rows,
  );
  const values = Object.fromEntries(
    COLUMNS.map(([, key, field]) => [key, months.map((row) => usdOfCents(row[field]))]),
  );
  return answer(`Cash projection (USD) under: ${used}\n${table}`, {
    months: months.map((row) => row.month),
    ...values,
    assumptions: { ...assumptions },
  });
}
