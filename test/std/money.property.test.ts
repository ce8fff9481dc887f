import fc from "fast-check";
import { expect, test } from "vitest";
import { centsOfUsd, formatPlainUsd, formatUsd, usdOfCents } from "../../src/std/money.ts";

// Up to ten billion dollars, far beyond any book of the game.
const cents = fc.integer({ min: -1e12, max: 1e12 });

test("dollars and cents turn into each other without loss", () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(centsOfUsd(usdOfCents(amount))).toBe(amount);
    }),
  );
});

test("a written amount reads back to the cent", () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(centsOfUsd(Number(formatPlainUsd(amount)))).toBe(amount);
    }),
  );
});

test("the two ways of writing differ in nothing but commas and sign", () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const read = formatUsd(amount).replaceAll(",", "").replace("(", "-").replace(")", "");
      expect(read).toBe(formatPlainUsd(amount));
    }),
  );
});
