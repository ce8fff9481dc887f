// The least that can be done with the SDK: the same bodies to the same address, so many at once, and nothing else.
import { readFileSync } from "node:fs";
import OpenAI from "openai";

const [bodiesFile = "", baseURL = "", concurrency = "1"] = process.argv.slice(2);
const bodies = readFileSync(bodiesFile, "utf8").trim().split("\n");
const client = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
let next = 0;
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (;;) {
      const body = bodies[next];
      next += 1;
      if (body === undefined) return;
      await client.post("/chat/completions", { body: JSON.parse(body) });
    }
  }),
);
process.stdout.write(JSON.stringify(process.cpuUsage()));
