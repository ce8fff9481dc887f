// `npm run mock-model`: a model server on 127.0.0.1 that costs nothing, plays a policy, and misbehaves as asked.
import { parseArgs } from "node:util";
import { BRAINS } from "../test/support/mock-model/brains.ts";
import { CONTENT_FAULTS, type FaultName, TRANSPORT_FAULTS } from "../test/support/mock-model/faults.ts";
import { type MockOptions, startMockModel } from "../test/support/mock-model/server.ts";

const HELP = `mock-model: a model server on 127.0.0.1, for tests and demos

  --port N              0 for a free one (default 0)
  --policy NAME         ${Object.keys(BRAINS).join(" | ")} (default greedy-equity)
  --latency-ms N        wait before each answer
  --fault-rate P        chance of a fault in a request, 0 to 1
  --faults a,b,…        the faults to draw from; --faults list names them all
  --admit-per-second N  more are refused with 429 and Retry-After
  --max-in-flight N     more at once are refused
  --quota-after N       answers until the account is empty
  --renamed-after N     answers until another model answers under the same name
  --api-key KEY         refuse any other
  --cut-at-tokens N     cut longer prompts in silence, as Ollama does
  --log FILE            one JSON line a request
  --for-seconds N       end by itself after so long (default 3600)
`;

const { values } = parseArgs({
  options: {
    port: { type: "string" },
    policy: { type: "string", default: "greedy-equity" },
    "latency-ms": { type: "string" },
    "fault-rate": { type: "string" },
    faults: { type: "string" },
    "admit-per-second": { type: "string" },
    "max-in-flight": { type: "string" },
    "quota-after": { type: "string" },
    "renamed-after": { type: "string" },
    "api-key": { type: "string" },
    "cut-at-tokens": { type: "string" },
    log: { type: "string" },
    "for-seconds": { type: "string", default: "3600" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
} else if (values.faults === "list") {
  process.stdout.write(`content: ${CONTENT_FAULTS.join(" ")}\ntransport: ${TRANSPORT_FAULTS.join(" ")}\n`);
} else {
  await serve();
}

async function serve(): Promise<void> {
  const server = await startMockModel(optionsOf());
  process.stdout.write(`${JSON.stringify({ url: server.url, port: server.port, policy: values.policy })}\n`);
  const end = () => {
    void server.close();
  };
  const timer = setTimeout(end, number("for-seconds", values["for-seconds"]) * 1000);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      clearTimeout(timer);
      end();
    });
  }
}

function optionsOf(): MockOptions {
  const brain = BRAINS[values.policy];
  if (brain === undefined) return refuse(`no policy ${values.policy}; these exist: ${Object.keys(BRAINS).join(", ")}`);
  return {
    brain,
    ...given("port", values.port),
    ...given("latencyMs", values["latency-ms"]),
    ...given("faultRate", values["fault-rate"]),
    ...given("admitPerSecond", values["admit-per-second"]),
    ...given("maxInFlight", values["max-in-flight"]),
    ...given("quotaAfter", values["quota-after"]),
    ...given("renamedAfter", values["renamed-after"]),
    ...given("cutAtTokens", values["cut-at-tokens"]),
    ...(values.faults === undefined ? {} : { faults: values.faults.split(",").map(faultName) }),
    ...(values["api-key"] === undefined ? {} : { apiKey: values["api-key"] }),
    ...(values.log === undefined ? {} : { logFile: values.log }),
  };
}

function given<K extends string>(key: K, text: string | undefined): Partial<Record<K, number>> {
  return text === undefined ? {} : ({ [key]: number(key, text) } as Partial<Record<K, number>>);
}

function number(name: string, text: string): number {
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 && text.trim() !== "" ? value : refuse(`${name}: not a number: ${text}`);
}

function faultName(name: string): FaultName {
  const known: readonly string[] = [...CONTENT_FAULTS, ...TRANSPORT_FAULTS];
  return known.includes(name) ? (name as FaultName) : refuse(`no fault ${name}; --faults list names them all`);
}

function refuse(message: string): never {
  process.stderr.write(`mock-model: ${message}\n`);
  process.exit(1);
}
