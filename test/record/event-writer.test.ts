import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { EventWriter } from "../../src/record/event-writer.ts";
import { temporaryFolder } from "../support/temporary.ts";

describe("the writer of event files", () => {
  test("keeps the order of each of more files than it holds open", async () => {
    const folder = temporaryFolder();
    const writer = new EventWriter();
    const paths = Array.from({ length: 80 }, (_, index) => join(folder, `${index}.jsonl`));
    for (const round of ["a", "b", "c"]) for (const path of paths) writer.append(path, `${round}\n`, round === "b");
    await writer.close();
    expect(new Set(paths.map((path) => readFileSync(path, "utf8")))).toEqual(new Set(["a\nb\nc\n"]));
  });

  test("finishes a file whole", async () => {
    const path = join(temporaryFolder(), "trial.jsonl");
    const writer = new EventWriter();
    writer.append(path, "one\n", true);
    await writer.finish(path);
    writer.append(path, "two\n", false);
    await writer.close();
    expect(readFileSync(path, "utf8")).toBe("one\ntwo\n");
  });

  test("never acknowledges or finishes a file of which something could not be written", async () => {
    const writer = new EventWriter();
    const append = (text: string) => () => {
      writer.append("/dev/full", text, false);
    };
    expect(append("lost\n")).toThrow("ENOSPC");
    expect(append("more\n")).toThrow("ENOSPC");
    expect(append("")).toThrow("ENOSPC");
    await expect(writer.finish("/dev/full")).rejects.toThrow("ENOSPC");
    await writer.close();
  });

  test("goes on with the other files after a failure", async () => {
    const path = join(temporaryFolder(), "trial.jsonl");
    const writer = new EventWriter();
    expect(() => {
      writer.append("/dev/full", "lost\n", false);
    }).toThrow();
    writer.append(path, "kept\n", false);
    await writer.close();
    expect(readFileSync(path, "utf8")).toBe("kept\n");
  });

  test("writes nothing any more once the folder is another process's", async () => {
    const path = join(temporaryFolder(), "trial.jsonl");
    const writer = new EventWriter();
    writer.append(path, "kept\n", true);
    writer.refuseAll(new Error("the lock was lost"));
    expect(() => {
      writer.append(path, "more\n", true);
    }).toThrow("the lock was lost");
    await writer.close();
    expect(readFileSync(path, "utf8")).toBe("kept\n");
  });
});
