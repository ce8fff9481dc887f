import { parseSeedList } from "../config/seeds.ts";
import type { OnlyFilter } from "../runner/run-request.ts";
import { UserError } from "../std/user-error.ts";

/** `setting=…` besides what {@link onlyFilter} takes, for a sweep. */
export function sweepFilter(texts: readonly string[]): {
  readonly settings: readonly string[];
  readonly only: OnlyFilter;
} {
  const parts = texts.flatMap((text) => text.split(",")).map((part) => part.trim());
  const settings = parts.flatMap((part) => /^setting=(.+)$/.exec(part)?.[1] ?? []);
  return { settings, only: onlyFilter(parts.filter((part) => !/^setting=./.test(part))) };
}

const OUTCOMES = ["truncated", "failed"];

/** `model=…,seed=…,outcome=…` as a filter; a key may come several times. */
export function onlyFilter(texts: readonly string[]): OnlyFilter {
  const models: string[] = [];
  const seeds: number[] = [];
  const outcomes: string[] = [];
  for (const part of texts.flatMap((text) => text.split(","))) {
    const [key, value] = [part.slice(0, part.indexOf("=")).trim(), part.slice(part.indexOf("=") + 1).trim()];
    if (key === "model" && value !== "") models.push(value);
    else if (key === "seed") seeds.push(...parseSeedList(value));
    else if (key === "outcome" && OUTCOMES.includes(value)) outcomes.push(value);
    else {
      throw new UserError(`bad --only "${part}"`, {
        hint: "give model=LABEL, seed=N or seed=A-B, outcome=truncated or outcome=failed, separated by commas",
      });
    }
  }
  return {
    ...(models.length === 0 ? {} : { models }),
    ...(seeds.length === 0 ? {} : { seeds }),
    ...(outcomes.length === 0 ? {} : { outcomes }),
  };
}
