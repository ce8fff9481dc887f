// How money is asked for, alike in a request and in a plan.
import { z } from "zod";

/** The largest amount a request may name, in dollars. */
const LARGEST_REQUEST_USD = 1e10;

/** Dollars, from 1 to 10 billion. */
export const amountUsd = z
  .number()
  .min(1)
  .max(LARGEST_REQUEST_USD)
  .describe("Amount in US dollars, 1 to 10,000,000,000.");

/** Equity or debt. */
export const instrument = z.enum(["equity", "debt"]).describe("equity sells shares; debt issues a note.");
