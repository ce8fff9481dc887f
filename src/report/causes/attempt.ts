/** One request for money that the market took. Months are month indices; money in cents. */
export interface Attempt {
  readonly month: number;
  readonly instrument: "equity" | "debt";
  readonly requestedCents: number;
  readonly outcome: "settled" | "declined" | "pending";
  /** Null while pending. */
  readonly answeredMonth: number | null;
  /** 0 unless settled. */
  readonly receivedCents: number;
}
