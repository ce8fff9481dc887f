// The least that can be done with the SDK: the same bodies to the same address, so many at once, and nothing else.
import { readFileSync } from "node:fs";
import OpenAI from "openai";

const [, , bodiesFile, baseURL, concurrency] = process.argv;
const bodies = readFileSync(bodiesFile, "utf8").trim().split("\n");
const client = new OpenAI({ apiKey: "none", baseURL, maxRetries: 0 });
let next = 0;
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (;;) {
      const body = bodies[next];
      next += 1;
      if (body === undefined) return;
      const reply = await client.post("/chat/completions", { body: JSON.parse(body) });
      if (reply.choices.length === 0) throw new Error("no reply");
    }
  }),
);
process.stdout.write(JSON.stringify(process.cpuUsage()));
