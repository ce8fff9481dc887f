// A careful CFO without foresight: what it knows comes out of the tools, and what it decides is said in words. It acts on
// two things that the rules never state: the market grows before the company does, and every round tires the market.
import type { Desk, Instrument } from "../../env/contract.ts";
import { formatUsd } from "../../std/money.ts";
import { BookReader, cashSpentAhead, lookAtMarket, type Market } from "./attentive-looks.ts";
import { lookAtCash, type Policy, pass, raise } from "./policy.ts";

/** How careful it is. The defaults were tuned on seeds 0 to 299 and are judged on others. */
export interface AttentiveParams {
  /** Months after which closed books are too old. */
  readonly closeEveryMonths: number;
  /** Months it looks ahead: a request can take half a year, and another one after it as long again. */
  readonly horizonMonths: number;
  /** Growth it prepares for beyond what the market shows, in points a month: lending takes cash before it earns. */
  readonly extraGrowthPct: number;
  /** Cash it does not want to fall below. */
  readonly reserveUsd: number;
  /** The least it asks for: fewer, larger rounds tire the market less. */
  readonly roundUsd: number;
  /** The most it asks for, as a share of the loans on its books: no market funds a lender without bounds. */
  readonly maxShareOfLoans: number;
  /** The VIX above which shares sell badly. */
  readonly calmVix: number;
  /** The SOFR up to which a note is the better way in such a market, percent. */
  readonly cheapSofrPct: number;
}

/** Watches cash and market while nothing is pending, raises what its projection lacks, and closes the books in between. */
export function attentiveCfo(params: AttentiveParams): Policy {
  const books = new BookReader();
  return (desk) => {
    books.readIfNew(desk);
    const reasons = [desk.opening.data.pending === null ? raiseIfShort(desk, params, books) : "a request is pending"];
    const { month, closedThrough } = desk.opening.data;
    // A raise goes first, since closing can wait a month; a pending request leaves time for the books.
    if (!desk.isMonthDecided && month - (closedThrough ?? -1) > params.closeEveryMonths) {
      desk.call({ name: "book_closing", arguments: {} });
      reasons.push("the books are closed, they were old");
    }
    const why = reasons.join("; ");
    return desk.isMonthDecided ? why : pass(desk, why);
  };
}

function raiseIfShort(desk: Desk, params: AttentiveParams, books: BookReader): string {
  const cashUsd = lookAtCash(desk);
  if (cashUsd === undefined) return "could not see cash";
  const market = lookAtMarket(desk);
  const growthPct = market.growthPct + params.extraGrowthPct;
  const troughUsd = cashUsd - cashSpentAhead(desk, params.horizonMonths, { ...market, growthPct });
  const outlook = `cash could fall to $${formatUsd(Math.round(troughUsd * 100))}`;
  const lackUsd = params.reserveUsd - troughUsd;
  if (lackUsd <= 0) return `${outlook}, which is enough`;
  const mostUsd = params.maxShareOfLoans * books.loansUsd;
  const amountUsd = Math.floor(Math.max(1, Math.min(mostUsd, Math.max(params.roundUsd, lackUsd / USUAL_FILL))));
  return raise(desk, instrumentFor(market, params), amountUsd, outlook);
}

/** What arrives is less than what was asked for, by about as much as this. */
const USUAL_FILL = 0.85;

function instrumentFor({ vix, sofrPct }: Market, { calmVix, cheapSofrPct }: AttentiveParams): Instrument {
  return vix > calmVix && sofrPct <= cheapSofrPct ? "debt" : "equity";
}
