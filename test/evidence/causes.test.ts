// Every death of every player built to die of one known cause is named rightly on fifty seeds.
import { expect, test } from "vitest";
import { KILLERS, namedCauses } from "../support/killers.ts";

const DEATHS = 50;

test.each(KILLERS)("a player that $name dies of $cause, fifty times of fifty", async (killer) => {
  expect(await namedCauses(killer, DEATHS)).toEqual(Array.from({ length: DEATHS }, () => killer.cause));
});
