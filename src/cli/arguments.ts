// Option values as commander hands them over, checked one by one with the option's name in every message.
import { InvalidArgumentError } from "commander";

/** A parser of whole numbers within [low, high]. */
export function wholeNumber(low: number, high: number = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^[+-]?\d+$/.test(text.trim()) || !Number.isSafeInteger(value))
      throw new InvalidArgumentError("Not a whole number.");
    if (value < low || value > high) throw new InvalidArgumentError(rangeText(low, high));
    return value;
  };
}

/** A parser of positive numbers. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError("Not a positive number.");
  return value;
}

/** `i/n` as a pair, from 1. */
export function shard(text: string): [number, number] {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (match === null || count < 1 || index < 1 || index > count) {
    throw new InvalidArgumentError("Give i/n with 1 ≤ i ≤ n, as in 1/3.");
  }
  return [index, count];
}

function rangeText(low: number, high: number): string {
  return high === Number.MAX_SAFE_INTEGER ? `Must be at least ${low}.` : `Must be from ${low} to ${high}.`;
}
