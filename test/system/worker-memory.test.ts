// A worker whose heap overflows: the machine's memory is the limit, so nothing else runs beside this.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { pacedPlayer } from "../support/killed-run.ts";
import { Workshop } from "../support/model-run.ts";

test("a worker that dies of memory fails its own trial alone, and the run ends with exit code 3", async () => {
  const shop = new Workshop();
  onTestFinished(() => {
    shop.remove();
  });
  const files = ["raise-always", "random"].map((policy) => pacedPlayer(shop, policy, 0));
  const words = ["run", "--models", ...files, "--seeds", "2", "--out", "run", "--workers", "1"];
  await shop.arena(...words, "--only", "seed=7", "--seeds", "0-1,7");
  const record = shop.path("run", "trials", "random-s0-r0.jsonl");
  // A record that no worker can hold: begun, and talked on for ever.
  const started = readFileSync(shop.path("run", "trials", "random-s7-r0.jsonl"), "utf8").split("\n")[0] ?? "";
  writeFileSync(record, `${started.replaceAll("s7", "s0").replace('"seed":7', '"seed":0')}\n`);
  const message = `${JSON.stringify({ event: "message", month: 0, role: "user", text: "talk", at: { ms: 1 } })}\n`;
  for (let chunk = 0; chunk < 40; chunk += 1) appendFileSync(record, message.repeat(10_000));
  const finished = await shop.startWith({ NODE_OPTIONS: "--max-old-space-size=90" }, ...words).finished;
  expect(finished, finished.stderr).toMatchObject({ code: 3 });
  expect(finished.stderr).toContain("random-s0-r0: its worker died");
  expect(finished.stderr).toContain("5 of 6 trials scored, 1 failed");
});
