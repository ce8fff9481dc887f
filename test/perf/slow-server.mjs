// The least a model server can be: every request is answered after a while with the same call. Ends with its parent's pipe.
import { createServer } from "node:http";

const [latencyMs = "500"] = process.argv.slice(2);
const BODY = JSON.stringify({
  id: "r",
  object: "chat.completion",
  model: "slow",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "fund_raising_request", arguments: '{"instrument":"equity","amount_usd":20000000}' },
          },
        ],
      },
    },
  ],
  usage: { prompt_tokens: 2000, completion_tokens: 20, total_tokens: 2020 },
});
let firstMs = 0;
let lastMs = 0;
let count = 0;
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    firstMs ||= Date.now();
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" }).end(BODY);
      lastMs = Date.now();
      count += 1;
    }, Number(latencyMs));
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify(server.address())}\n`);
});
process.stdin.resume();
process.stdin.on("end", () => {
  process.stdout.write(`${JSON.stringify({ tookMs: lastMs - firstMs, count })}\n`, () => process.exit(0));
});
