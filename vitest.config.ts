// The tiers of the tests: what needs only Node, what needs a machine, what needs hours, what measures speed.
import { defineConfig } from "vitest/config";

const MINUTE_MS = 60_000;

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    projects: [
      tier("node", {
        include: ["test/**/*.test.ts"],
        exclude: ["test/system/**", "test/evidence/**"],
        timeoutMs: MINUTE_MS / 2,
      }),
      tier("system", { include: ["test/system/**/*.test.ts"], timeoutMs: 3 * MINUTE_MS, oneFileAtATime: true }),
      tier("evidence", { include: ["test/evidence/**/*.test.ts"], timeoutMs: 120 * MINUTE_MS, oneFileAtATime: true }),
      tier("bench", { include: ["test/**/*.bench.ts"], timeoutMs: 10 * MINUTE_MS, oneFileAtATime: true }),
    ],
  },
});

interface Tier {
  readonly include: string[];
  readonly exclude?: string[];
  readonly timeoutMs: number;
  /** Where a test measures, or mounts, or kills, it has the machine to itself. */
  readonly oneFileAtATime?: boolean;
}

function tier(name: string, { include, exclude = [], timeoutMs, oneFileAtATime = false }: Tier) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      exclude,
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      fileParallelism: !oneFileAtATime,
      // Threads of the program run built JavaScript.
      globalSetup: ["test/support/built.ts"],
    },
  };
}
