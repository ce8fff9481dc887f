// The simulator's facts as events of the record.
import type { MonthDecision } from "../env/contract.ts";
import type { Episode } from "../env/episode.ts";
import type { UnstampedEvent } from "../record/events.ts";

/** The month's decision, with the request it made. */
export function actionEvent(
  episode: Episode,
  month: number,
  decision: MonthDecision,
  why: string | undefined,
): UnstampedEvent {
  const { pending, history } = episode.company;
  const request =
    pending?.month === month ? pending : history.findLast((past) => past.request.month === month)?.request;
  return {
    event: "action",
    month,
    ...decision,
    ...(request === undefined ? {} : { instrument: request.instrument, amountCents: request.askedCents }),
    ...(why === undefined ? {} : { why }),
  };
}

/** A request that came back in a month. */
export function settlementEvent(month: number, settled: Episode["company"]["history"][number]): UnstampedEvent {
  const { request } = settled;
  const facts = {
    event: "settlement",
    month,
    instrument: request.instrument,
    requestedMonth: request.month,
    requestedCents: request.askedCents,
  } as const;
  if (settled.outcome === "declined") return { ...facts, outcome: "declined", amountCents: 0 };
  const terms =
    settled.instrument === "equity"
      ? { sharePriceUsd: settled.priceUsd, shares: settled.shares }
      : { ratePct: settled.ratePerYear * 100 };
  return { ...facts, outcome: "settled", amountCents: settled.amountCents, ...terms };
}
