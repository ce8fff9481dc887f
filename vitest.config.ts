// The tiers of the tests: what needs only Node, what needs a machine, what needs hours, what measures speed.
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const MINUTE_MS = 60_000;

/** What starts processes takes longest, and begins first: else one worker would be left alone with it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const startsProcesses = ({ moduleId }: TestSpecification): boolean => /\/test\/e2e\/|readme/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(startsProcesses), ...sorted.filter((file) => !startsProcesses(file))];
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      tier("node", {
        include: ["test/**/*.test.ts"],
        exclude: ["test/system/**", "test/evidence/**"],
        // Tests start processes, and the machine may be busy: only what hangs is to be cut off.
        timeoutMs: 4 * MINUTE_MS,
        sharesModules: true,
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
  /** One process for many files, which load what they share once. A test file leaves no trace in it. */
  readonly sharesModules?: boolean;
}

function tier(name: string, { include, exclude = [], timeoutMs, oneFileAtATime = false, sharesModules = false }: Tier) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      exclude,
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      fileParallelism: !oneFileAtATime,
      isolate: !sharesModules,
      // Threads of the program run built JavaScript.
      globalSetup: ["test/support/built.ts"],
    },
  };
}
