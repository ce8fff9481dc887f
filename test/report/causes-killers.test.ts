// Players built to die of one known cause each: their records alone must name it. Fifty seeds: `npm run evidence`.
import { expect, test } from "vitest";
import { KILLERS, namedCauses } from "../support/killers.ts";

const DEATHS = 5;

test.each(KILLERS)("a player that $name dies of $cause", async (killer) => {
  expect(await namedCauses(killer, DEATHS)).toEqual(Array.from({ length: DEATHS }, () => killer.cause));
});
