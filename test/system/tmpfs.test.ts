// A run on a disk that fills up, and on one that may not be written to.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pacedPlayer } from "../support/killed-run.ts";
import { Workshop } from "../support/model-run.ts";
import { describeWith } from "../support/requires.ts";
import { factsOf } from "../support/runs.ts";

function command(...words: string[]): void {
  const { status, stderr } = spawnSync(words[0] ?? "", words.slice(1), { encoding: "utf8" });
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
}

/** A workshop with a small disk of its own at `disk`. */
function workshopWithDisk(size: string): Workshop {
  const shop = new Workshop();
  const disk = shop.path("disk");
  mkdirSync(disk);
  command("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", disk);
  onTestFinished(() => {
    command("umount", disk);
    shop.remove();
  });
  return shop;
}

function words(shop: Workshop, out: string): string[] {
  const files = ["raise-always", "random"].map((policy) => pacedPlayer(shop, policy, 0));
  return ["run", "--models", ...files, "--seeds", "6", "--workers", "2", "--out", out];
}

/** Fills the disk but for so many bytes. */
function fill(shop: Workshop, leaving: number): void {
  const { bavail, bsize } = statfsSync(shop.path("disk"));
  writeFileSync(shop.path("disk", "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - leaving)));
}

describeWith(["tmpfs"], "a small disk", () => {
  test.each([300_000, 700_000])(
    "that is full after %i bytes stops the run, which goes on once there is room",
    async (bytes) => {
      const shop = workshopWithDisk("8m");
      fill(shop, bytes);
      const full = await shop.arena(...words(shop, "disk/run"));
      expect(full, full.stderr).toMatchObject({ code: 3 });
      expect(full.stderr).toMatch(/the disk is full/);
      expect(full.stderr).toMatch(/same command goes on|run the command again/);
      expect(full.stderr).not.toContain("bug");
      rmSync(shop.path("disk", "ballast"));
      const resumed = await shop.arena(...words(shop, "disk/run"));
      expect(resumed, resumed.stderr).toMatchObject({ code: 0 });
      await shop.arena(...words(shop, "whole"));
      expect(factsOf(join(shop.folder, "disk/run"))).toEqual(factsOf(join(shop.folder, "whole")));
      expect(shop.read("disk/run", "table1.csv")).toBe(shop.read("whole", "table1.csv"));
      expect(await shop.arena("verify", "disk/run")).toMatchObject({ code: 0 });
    },
  );

  test.each([0, 4096, 16_384])("with %i bytes left says so from the start", async (bytes) => {
    const shop = workshopWithDisk("1m");
    fill(shop, bytes);
    const full = await shop.arena(...words(shop, "disk/run"));
    expect(full, full.stderr).toMatchObject({ code: 3 });
    expect(full.stderr).toMatch(/the disk is full/);
    rmSync(shop.path("disk", "ballast"));
    rmSync(shop.path("disk", "run"), { recursive: true, force: true });
  });

  test("that is read-only says so with exit code 1, and its runs can still be looked at", async () => {
    const shop = workshopWithDisk("8m");
    await shop.arena(...words(shop, "disk/run"));
    command("mount", "-o", "remount,ro", shop.path("disk"));
    for (const out of ["disk/run", "disk/new"]) {
      const refused = await shop.arena(...words(shop, out));
      expect(refused, refused.stderr).toMatchObject({ code: 1 });
      expect(refused.stderr).toContain("read-only file system");
      expect(refused.stderr).not.toContain("bug");
    }
    expect(await shop.arena("verify", "disk/run")).toMatchObject({ code: 0 });
    expect(await shop.arena("report", "disk/run", "--out", "tables")).toMatchObject({ code: 0 });
    const report = await shop.arena("report", "disk/run");
    expect(report.code).toBe(1);
    expect(report.stderr).toContain("read-only file system");
  });
});
