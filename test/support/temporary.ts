// Folders of tests' own, gone when their tests are.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

/** A new empty folder, removed after the test that asks for it. */
export function temporaryFolder(): string {
  const folder = newFolder();
  onTestFinished(() => {
    remove(folder);
  });
  return folder;
}

/** A new empty folder for all tests of a file. */
export function folderOfFile(): string {
  const folder = newFolder();
  afterAll(() => {
    remove(folder);
  });
  return folder;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "arena-test-"));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
