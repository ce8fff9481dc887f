import { describe, expect, it } from "vitest";
import { didYouMean, suggest } from "../../src/config/suggest.ts";

const known = ["label", "policy", "baseURL", "maxOutputTokens", "run", "seed"];

describe("the known word that a misspelt one stands for", () => {
  it.each([
    ["lable", "label"],
    ["labels", "label"],
    ["base_url", "baseURL"],
    ["BASEURL", "baseURL"],
    ["max-output-token", "maxOutputTokens"],
    ["rum", "run"],
    ["seeds", "seed"],
    ["zebra", undefined],
    ["r", undefined],
    ["", undefined],
  ])("of '%s' is %s", (word, expected) => {
    expect(suggest(word, known)).toBe(expected);
  });

  it("is the first of those that are equally near", () => {
    expect(suggest("bat", ["cat", "hat"])).toBe("cat");
  });

  it("is put as a question at the end of a message, or left out", () => {
    expect(didYouMean("lable", known)).toBe("; did you mean 'label'?");
    expect(didYouMean("zebra", known)).toBe("");
  });
});
