import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadDotenv } from "../../src/cli/dotenv.ts";
import { runArena } from "../support/arena-process.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "arena-dotenv-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const name of ["ARENA_T_ONE", "ARENA_T_TWO", "ARENA_T_THREE"]) Reflect.deleteProperty(process.env, name);
  vi.unstubAllEnvs();
});

function dotenv(text: string): void {
  writeFileSync(join(folder, ".env"), text);
}

it("puts every line into the environment", () => {
  dotenv(`# keys\n\nARENA_T_ONE=one # the first\nexport ARENA_T_TWO='two words'\nARENA_T_THREE="line\nbreak"\n`);
  loadDotenv(folder);
  expect(process.env).toMatchObject({ ARENA_T_ONE: "one", ARENA_T_TWO: "two words", ARENA_T_THREE: "line\nbreak" });
});

it("lets a variable that is set already win", () => {
  vi.stubEnv("ARENA_T_ONE", "mine");
  dotenv("ARENA_T_ONE=theirs\n");
  loadDotenv(folder);
  expect(process.env["ARENA_T_ONE"]).toBe("mine");
});

it("does nothing without a file, or where the name is a folder's", () => {
  loadDotenv(folder);
  mkdirSync(join(folder, ".env"));
  loadDotenv(folder);
});

it.each([
  ["ARENA_T_ONE=1\nnot a line sk-secret-1234\n", 2],
  ["ARENA_T_ONE: sk-secret-1234\n", 1],
  ["\n=sk-secret-1234\n", 2],
  [`ARENA_T_ONE=1\nARENA_T_TWO="sk-secret-1234\nARENA_T_THREE=3\n`, 2],
])("refuses %j at line %i, without repeating it", (text, line) => {
  dotenv(text);
  let message = "";
  try {
    loadDotenv(folder);
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain(`.env:${line}: `);
  expect(message).not.toContain("secret-1234");
  expect(process.env["ARENA_T_ONE"]).toBeUndefined();
});

it("is read by the program, and a bad one stops it with the line's number", async () => {
  dotenv("ARENA_T_ONE=1\noops\n");
  const told = await runArena(["list"], { cwd: folder });
  expect(told).toMatchObject({ code: 1, stdout: "" });
  expect(told.stderr).toContain("error: .env:2: not a line of the form NAME=value");
});
