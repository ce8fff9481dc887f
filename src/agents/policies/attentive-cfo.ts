// A careful CFO without foresight: what it knows comes out of the tools, and what it decides is said in words. It acts on
// two things that the rules never state: the market grows before the company does, and every round tires the market.
// Looking costs: it looks only where it could act on what it sees, and does not project again what it knows already.
import type { Desk, Instrument } from "../../env/contract.ts";
import { formatUsd } from "../../std/money.ts";
import { BookReader, cashSpentAhead, lookAtMarket, type Market } from "./attentive-looks.ts";
import { lookAtCash, type Policy, pass, raise } from "./policy.ts";

/** How careful it is. The defaults were tuned on seeds 0 to 299 and are judged on others. */
export interface AttentiveParams {
  /** Months after which closed books are too old. */
  readonly closeEveryMonths: number;
  /** Months it looks ahead: a request can take half a year, and a projection stands for some months. */
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

/** Watches the market while nothing is pending, raises what its projection lacks, and closes the books in between. */
export function attentiveCfo(params: AttentiveParams): Policy {
  const memory: Memory = { books: new BookReader(), enough: null };
  return (desk) => {
    memory.books.readIfNew(desk);
    const reasons = [desk.opening.data.pending === null ? raiseIfShort(desk, params, memory) : "a request is pending"];
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

/** What it knows from earlier months. */
interface Memory {
  readonly books: BookReader;
  /** What the last projection rests on, where it showed enough cash; none after a request, since that changes the cash. */
  enough: { readonly closedThrough: number | null; readonly growthPct: number } | null;
}

function raiseIfShort(desk: Desk, params: AttentiveParams, memory: Memory): string {
  const market = lookAtMarket(desk);
  const { closedThrough } = desk.opening.data;
  // From the same books, a market no faster than assumed would only show that much cash again.
  if (memory.enough?.closedThrough === closedThrough && market.growthPct <= memory.enough.growthPct) {
    return "the last projection stands";
  }
  memory.enough = null;
  const cashUsd = lookAtCash(desk);
  if (cashUsd === undefined) return "could not see cash";
  const growthPct = market.growthPct + params.extraGrowthPct;
  const spentUsd = cashSpentAhead(desk, params.horizonMonths, { ...market, growthPct });
  const troughUsd = cashUsd - (spentUsd ?? 0);
  const outlook = `cash could fall to $${formatUsd(Math.round(troughUsd * 100))}`;
  const lackUsd = params.reserveUsd - troughUsd;
  if (lackUsd <= 0) {
    if (spentUsd !== undefined) memory.enough = { closedThrough, growthPct };
    return `${outlook}, which is enough`;
  }
  const mostUsd = params.maxShareOfLoans * memory.books.loansUsd;
  const amountUsd = Math.floor(Math.max(1, Math.min(mostUsd, Math.max(params.roundUsd, lackUsd / USUAL_FILL))));
  return raise(desk, instrumentFor(market, params), amountUsd, outlook);
}

/** What arrives is less than what was asked for, by about as much as this. */
const USUAL_FILL = 0.85;

function instrumentFor({ vix, sofrPct }: Market, { calmVix, cheapSofrPct }: AttentiveParams): Instrument {
  return vix > calmVix && sofrPct <= cheapSofrPct ? "debt" : "equity";
}
