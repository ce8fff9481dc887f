import { z } from "zod";
import { Refusal, withinLimit } from "../answer.ts";
import { fixedText, renderColumns } from "../documents/columns.ts";
import { monthRangeFields } from "../months.ts";
import { readableRange } from "../office.ts";
import { defineTool } from "../tool.ts";

/** Published series by name. */
const INDICATORS = [
  "gdp_index",
  "cpi_index",
  "unemployment_rate",
  "fed_funds_rate",
  "sofr",
  "treasury_2y",
  "treasury_5y",
  "treasury_10y",
  "treasury_30y",
  "baa_yield",
  "vix",
  "pe_ratio",
  "ps_ratio",
  "industry_gross_margin",
  "industry_ebitda_margin",
  "industry_user_growth",
] as const;

/** Published market data up to this month; never a forecast. */
export const marketTool = defineTool({
  name: "analyze_market_conditions",
  kind: "information",
  description:
    "Returns published market and industry data by month, up to the current month. Rates, yields, margins and growth " +
    "are in percent, growth per month; indices have month 0 = 100. Uses one look-up.",
  schema: z.strictObject({
    indicators: z
      .array(z.enum(INDICATORS))
      .min(1)
      .max(8)
      .refine((names) => new Set(names).size === names.length, "an indicator is named twice")
      .describe("One to eight series to read."),
    ...monthRangeFields,
  }),
  answer: (args, office) => {
    const range = readableRange({ from_month: args.from_month, to_month: args.to_month }, office.month);
    if (range instanceof Refusal) return range;
    return withinLimit(range, (to) => {
      const months = Array.from({ length: to - range.from + 1 }, (_, index) => range.from + index);
      const cells = (name: (typeof INDICATORS)[number]): string[] =>
        months.map((month) => fixedText(office.macro(month)[name], name.endsWith("_index") ? 1 : 2));
      const series = args.indicators.map((name) => ({ name, cells: cells(name) }));
      const rows = months.map((month, row) => ({
        label: `m${month} ${office.macro(month).label}`,
        cells: series.map((one) => one.cells[row] ?? ""),
      }));
      const values = Object.fromEntries(series.map((one) => [one.name, one.cells.map(Number)]));
      return { text: `Market data\n${renderColumns(args.indicators, rows)}`, data: { months, ...values } };
    });
  },
});
