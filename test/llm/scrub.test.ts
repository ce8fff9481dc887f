import { expect, test } from "vitest";
import { scrubberOf } from "../../src/llm/scrub.ts";

const KEY = "my/odd+key==value";

test.each([
  { text: `Bad key ${KEY} given`, clean: "Bad key [secret] given" },
  { text: `?key=${encodeURIComponent(KEY)}`, clean: "?key=[secret]" },
  { text: `Basic: ${Buffer.from(KEY).toString("base64")}`, clean: "Basic: [secret]" },
  { text: "Incorrect API key provided: sk-proj-abcdefghijkl.", clean: "Incorrect API key provided: [secret]." },
  { text: "Incorrect API key provided: sk-abc****wxyz.", clean: "Incorrect API key provided: [secret]." },
  { text: "header authorization: Bearer abcdef123456", clean: "header authorization: [secret]" },
  { text: "x-api-key: abcdef123456", clean: "[secret]" },
  { text: "Sorry, no key here: ask for one", clean: "Sorry, no key here: ask for one" },
])("$text", ({ text, clean }) => {
  expect(scrubberOf([KEY])(text)).toBe(clean);
});

test("a placeholder is no secret", () => {
  expect(scrubberOf(["none"])("none of these")).toBe("none of these");
});
