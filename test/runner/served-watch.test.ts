import { expect, test } from "vitest";
import { ServedWatch } from "../../src/runner/served-watch.ts";
import { line } from "../report/sample-runs.ts";

const served = (label: string, seed: number, ...models: string[]) =>
  line(
    { label, seed },
    models.length > 1
      ? { servedModel: models.at(-1) ?? null, servedModels: Object.fromEntries(models.map((model) => [model, 1])) }
      : { servedModel: models[0] ?? null },
  );

test("each model that comes new under a label is told once, by label", () => {
  const watch = new ServedWatch([served("A", 0, "m1")]);
  expect(watch.see(served("A", 1, "m1"))).toBeNull();
  expect(watch.see(served("B", 0, "m2"))).toBeNull();
  expect(watch.see(served("A", 2, "m2"))).toBe("a-s2-r0 was served by m2, A so far by m1");
  expect(watch.see(served("A", 3, "m1", "m2"))).toBeNull();
  expect(watch.see(served("A", 4, "m3"))).toBe("a-s4-r0 was served by m3, A so far by m1 and m2");
});

test("a label's first trial is told of where two models served it, and silence is no change", () => {
  const watch = new ServedWatch([]);
  expect(watch.see(served("A", 0))).toBeNull();
  expect(watch.see(served("A", 1, "m1", "m2"))).toBe("a-s1-r0 was served by m2, A so far by m1");
  expect(watch.see(served("A", 2))).toBeNull();
});
