import { type Policy, pass } from "./policy.ts";

/** Passes every month. */
export function neverRaise(): Policy {
  return (desk) => pass(desk, "never raises");
}
