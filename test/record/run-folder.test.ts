import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeAtomically } from "../../src/record/atomic-file.ts";
import { CannotWrite, cannotWrite, writeProblem } from "../../src/record/cannot-write.ts";
import { RECORD_FORMAT } from "../../src/record/format.ts";
import { createRunFolder, newestRun, readManifest, writeManifest } from "../../src/record/run-folder.ts";
import { UserError } from "../../src/std/user-error.ts";
import { manifest, player } from "../report/sample-runs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const MANIFEST = manifest([player("A")], { format: RECORD_FORMAT });

describe("a manifest", () => {
  test("is read as it was written", () => {
    const folder = temporaryFolder();
    writeManifest(folder, MANIFEST);
    expect(readManifest(folder)).toEqual(MANIFEST);
    expect(readdirSync(folder)).toEqual(["manifest.json"]);
  });

  test.each([
    ["that is not there", null, /is not a run: it has no manifest.json/],
    ["that is empty", "", /not JSON/],
    ["that is cut", '{"format":', /not JSON/],
    ["of another format", JSON.stringify({ ...MANIFEST, format: "7", more: 1 }), /format "7", not "/],
    ["of no format", "[]", /format undefined/],
    ["with a wrong value", JSON.stringify({ ...MANIFEST, seeds: "x" }), /manifest.json: seeds: /],
    ["with a key too many", JSON.stringify({ ...MANIFEST, more: 1 }), /more/],
  ])("%s is refused with the reason", (_what, text, words) => {
    const folder = temporaryFolder();
    if (text !== null) writeFileSync(join(folder, "manifest.json"), text);
    expect(() => readManifest(folder)).toThrow(words);
    expect(() => readManifest(folder)).toThrow(UserError);
  });
});

describe("the newest run", () => {
  test("is the one worked on last", () => {
    const results = temporaryFolder();
    for (const [index, name] of ["b", "a", "c"].entries()) {
      createRunFolder(join(results, name));
      writeManifest(join(results, name), MANIFEST);
      utimesSync(join(results, name, "manifest.json"), 1000 + index, 1000 + index);
    }
    utimesSync(join(results, "a", "manifest.json"), 5000, 5000);
    mkdirSync(join(results, "no-run"));
    expect(newestRun(results)).toBe(join(results, "a"));
  });

  test("is none where there is no folder or no run", () => {
    expect(newestRun(join(temporaryFolder(), "none"))).toBeNull();
    expect(newestRun(temporaryFolder())).toBeNull();
  });
});

describe("writing whole files", () => {
  test("leaves the old text where the new one cannot be written", () => {
    const folder = temporaryFolder();
    const path = join(folder, "file");
    writeAtomically(path, "old");
    mkdirSync(`${path}.tmp`);
    expect(() => {
      writeAtomically(path, "new");
    }).toThrow();
    expect(readFileSync(path, "utf8")).toBe("old");
  });

  test("a folder in whose place a file is cannot be made", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(() => {
      createRunFolder(file);
    }).toThrow(CannotWrite);
  });
});

describe("what the file system says", () => {
  const refusal = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

  test.each([
    ["ENOSPC", "the disk is full", true],
    ["EDQUOT", "your disk quota is used up", true],
    ["EACCES", "it may not be written to", false],
    ["EROFS", "it is on a read-only file system", false],
    ["EIO", "EIO: no", false],
  ])("as %s is told as '%s'", (code, words, isFull) => {
    const error = cannotWrite("the run cannot be written", refusal(code));
    expect(error).toBeInstanceOf(CannotWrite);
    expect(error).toMatchObject({ message: `the run cannot be written: ${words}`, isFull });
    expect(writeProblem(refusal(code))).toBe(words);
  });

  test("a bug stays a bug", () => {
    const bug = new TypeError("undefined is not a function");
    expect(cannotWrite("the run cannot be written", bug)).toBe(bug);
  });
});
