import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cutTornLine, JsonLinesAppender, readJsonLines } from "../../src/record/json-lines.ts";
import { temporaryFolder } from "../support/temporary.ts";

const schema = z.strictObject({ n: z.number() });

function fileWith(text: string): string {
  const path = join(temporaryFolder(), "lines.jsonl");
  writeFileSync(path, text);
  return path;
}

describe("cutting a torn last line", () => {
  test.each([
    ["", 0, ""],
    ['{"n":1}\n', 0, '{"n":1}\n'],
    ['{"n":1}\n{"n', 3, '{"n":1}\n'],
    ["torn from the start", 19, ""],
    ['{"n":1}\né', 2, '{"n":1}\n'],
  ])("of %j takes %i bytes", (text, cut, left) => {
    const path = fileWith(text);
    expect(cutTornLine(path)).toBe(cut);
    expect(readFileSync(path, "utf8")).toBe(left);
  });

  test("of a file that is not there does nothing", () => {
    expect(cutTornLine(join(temporaryFolder(), "none"))).toBe(0);
  });
});

describe("reading", () => {
  test("leaves a torn last line out", () => {
    expect(readJsonLines(fileWith('{"n":1}\n{"n":2}\n{"n":'), schema)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test.each([
    ['{"n":1}\nnonsense\n', ":2: not JSON"],
    ['{"n":1}\n{"n":"x"}\n', ":2: n: "],
    ["\n", ":1: not JSON"],
  ])("of %j names the line", (text, message) => {
    expect(() => readJsonLines(fileWith(text), schema)).toThrow(message);
  });
});

describe("appending", () => {
  test("adds whole lines", () => {
    const path = fileWith('{"n":1}\n');
    const appender = new JsonLinesAppender(path);
    appender.append({ n: 2 });
    appender.sync();
    appender.append({ n: 3 });
    appender.close();
    expect(readJsonLines(path, schema)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  test("after a failure writes nothing more, since it would follow half a line", () => {
    const appender = new JsonLinesAppender("/dev/full");
    expect(() => {
      appender.append({ n: 1 });
    }).toThrow("ENOSPC");
    expect(() => {
      appender.append({ n: 2 });
    }).toThrow("ENOSPC");
  });

  test("is refused where the file may be another process's", () => {
    const path = fileWith("");
    const appender = new JsonLinesAppender(path);
    appender.refuseAll(new Error("the lock was lost"));
    expect(() => {
      appender.append({ n: 1 });
    }).toThrow("the lock was lost");
    appender.close();
    expect(readFileSync(path, "utf8")).toBe("");
  });

  test("goes below what another process wrote meanwhile", () => {
    const path = fileWith("");
    const appender = new JsonLinesAppender(path);
    appendFileSync(path, '{"n":1}\n');
    appender.append({ n: 2 });
    appender.close();
    expect(readJsonLines(path, schema)).toEqual([{ n: 1 }, { n: 2 }]);
  });
});
