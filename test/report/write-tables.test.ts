import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gatherResults } from "../../src/report/run-results.ts";
import { tableFiles, writeTables } from "../../src/report/write-tables.ts";
import { UserError } from "../../src/std/user-error.ts";
import { line, player, run } from "./sample-runs.ts";

const results = gatherResults([run([player("A")], [line({})])]);
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "arena-tables-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("writing the tables", () => {
  test("leaves the three files and nothing else, and says where they are", async () => {
    const paths = await writeTables(folder, results);
    expect((await readdir(folder)).sort()).toEqual(["table1.csv", "table1.md", "trials.csv"]);
    const files = tableFiles(results);
    expect(await readFile(paths.table1Csv, "utf8")).toBe(files["table1.csv"]);
    expect(await readFile(paths.table1Md, "utf8")).toBe(files["table1.md"]);
    expect(await readFile(paths.trialsCsv, "utf8")).toBe(files["trials.csv"]);
  });

  test("replaces older tables and makes the folder where there is none", async () => {
    const nested = join(folder, "new");
    await writeTables(nested, gatherResults([]));
    await writeTables(nested, results);
    expect(await readFile(join(nested, "table1.csv"), "utf8")).toBe(tableFiles(results)["table1.csv"]);
  });

  test("into a file says so and leaves it alone", async () => {
    const path = join(folder, "file");
    await writeFile(path, "mine");
    await expect(writeTables(path, results)).rejects.toThrow(UserError);
    await expect(writeTables(path, results)).rejects.toThrow("a file is in its place");
    expect(await readFile(path, "utf8")).toBe("mine");
  });

  test("below a file says so", async () => {
    await writeFile(join(folder, "file"), "mine");
    await expect(writeTables(join(folder, "file", "run"), results)).rejects.toThrow("a file is in its place");
  });

  test("over a folder in the place of a table says so and leaves no temporary file", async () => {
    await mkdir(join(folder, "table1.csv", "x"), { recursive: true });
    await expect(writeTables(folder, results)).rejects.toThrow(/a folder is in the place of a file/);
    expect(await readdir(folder)).toEqual(["table1.csv"]);
  });

  test.skipIf(!existsSync("/dev/full"))(
    "onto a full disk says so, keeps the cause and leaves older tables alone",
    async () => {
      await writeTables(folder, gatherResults([]));
      const before = await readFile(join(folder, "trials.csv"), "utf8");
      await symlink("/dev/full", join(folder, "trials.csv.tmp"));
      await expect(writeTables(folder, results)).rejects.toMatchObject({
        name: "UserError",
        message: expect.stringContaining("the disk is full") as string,
        cause: { code: "ENOSPC" },
      });
      expect((await readdir(folder)).sort()).toEqual(["table1.csv", "table1.md", "trials.csv"]);
      expect(await readFile(join(folder, "trials.csv"), "utf8")).toBe(before);
    },
  );
});
