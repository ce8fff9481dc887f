// Proves only that nothing changed: every world ever recorded hangs on these draws.
import { expect, test } from "vitest";
import { roundedNormal, uniformStream } from "../../src/std/random.ts";

test("the first draws of seed 0 are those of every earlier version", () => {
  const uniform = uniformStream(0, "golden");
  expect([uniform(), uniform(), roundedNormal(uniform)]).toMatchInlineSnapshot(`
    [
      0.9378586283419281,
      0.41535714641213417,
      -0.889058,
    ]
  `);
});
