import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

/** Writes a whole file under another name first, so that a reader sees the old text or the new one, never half. */
export function writeAtomically(path: string, text: string): void {
  const temporary = `${path}.tmp`;
  try {
    const fd = openSync(temporary, "w");
    try {
      const bytes = Buffer.from(text, "utf8");
      let written = 0;
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
