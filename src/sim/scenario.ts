// The starting company and the world around it: every number of the episode that neither chance nor the agent decides.
import { z } from "zod";

/** Months of a full episode, January 2015 to December 2025. */
export const EPISODE_MONTHS = 132;

const percent = z.number();

/**
 * One month of `data/macro.csv`. Percent and ratios as published; indices with month 0 = 100;
 * the four `*_pct` columns drive the company (points or percent a month, 6 decimals), the rest is shown to the agent.
 */
export const macroMonthSchema = z.strictObject({
  month: z
    .number()
    .int()
    .min(0)
    .max(EPISODE_MONTHS - 1),
  label: z.string().regex(/^[A-Z][a-z]{2} 2x\d{1,2}$|^[A-Z][a-z]{2} 2xx\d$/),
  gdp_index: z.number().positive(),
  cpi_index: z.number().positive(),
  unemployment_rate: percent,
  fed_funds_rate: percent,
  sofr: percent,
  treasury_2y: percent,
  treasury_5y: percent,
  treasury_10y: percent,
  treasury_30y: percent,
  baa_yield: percent,
  vix: z.number().positive(),
  pe_ratio: z.number().positive(),
  ps_ratio: z.number().positive(),
  industry_gross_margin: percent,
  industry_ebitda_margin: percent,
  industry_user_growth: percent,
  base_growth_pct: percent,
  gross_margin_pct: z.number().min(10).max(80),
  ebitda_margin_pct: z.number().min(0).max(60),
  surge_pct: z.number().min(0),
  regime: z.enum(["recession", "neutral", "expansion"]),
});

/** One month of the world, the same in every trial. */
export type MacroMonth = z.infer<typeof macroMonthSchema>;

/** The whole world: exactly {@link EPISODE_MONTHS} months in order. */
export const macroTableSchema = z
  .array(macroMonthSchema)
  .length(EPISODE_MONTHS)
  .refine((rows) => rows.every((row, index) => row.month === index), "months must run 0, 1, 2 … in order");

/** One line of the opening cap table. */
export const holderSchema = z.strictObject({
  holder: z.string().min(1),
  shares: z.number().int().positive(),
  issue_price_usd: z.number().positive(),
});

/** The company's own papers, fixed texts that no month changes. */
export const companyPapersSchema = z.strictObject({
  company_overview: z.string().min(1),
  governance_approvals: z.string().min(1),
  vendor_contracts: z.array(z.string().min(1)).length(5),
  holders: z.array(holderSchema).min(1),
});

/** The company's own papers, fixed texts that no month changes. */
export type CompanyPapers = z.infer<typeof companyPapersSchema>;

/** What a trial is played on: the world's months, the company's papers and the hash of both. */
export interface Scenario {
  readonly macro: readonly MacroMonth[];
  readonly papers: CompanyPapers;
  /** First 16 hex digits of the SHA-256 over the data files' canonical content. */
  readonly dataHash: string;
}

/** The three crises as month ranges [first, last]; a trial survives one when it lives past its last month. */
export const CRISIS_WINDOWS = [
  { first: 8, last: 14 },
  { first: 23, last: 36 },
  { first: 52, last: 64 },
] as const;

/** The yearly rate at which the whole loan book earns: 2-year Treasury + Moody's Baa, the paper's base rate of debt. */
export function baseRate(macro: MacroMonth): number {
  return (macro.treasury_2y + macro.baa_yield) / 100;
}
