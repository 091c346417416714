import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { filesOf, LANES, type Lane, STORIES } from "./test/report/lanes.ts";
import { beginRun } from "./test/report/leftovers.ts";
import { TimeReporter } from "./test/report/time-reporter.ts";

beginRun();

/** What starts something comes first: begun last, it would wait for its processes alone. */
class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => Number(isUnit(a)) - Number(isUnit(b)));
  }
}

function isUnit({ project }: TestSpecification): boolean {
  return project.name === "unit";
}

/** Campaigns come when all others are done, one at a time: each of them wants the machine for itself. */
function orderOf(lane: Lane) {
  return lane === "campaign" ? { maxWorkers: 1, sequence: { groupOrder: 1 } } : {};
}

const lanes = (Object.keys(LANES) as Lane[]).map((lane) => ({
  extends: true as const,
  test: { name: lane, ...filesOf(lane), isolate: lane === "isolated", ...orderOf(lane) },
}));
const stories = {
  extends: true as const,
  test: { name: "stories", include: [`${STORIES}/*.test.ts`] },
};

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the two cores of a small machine: tests of real processes mostly wait for them.
    maxWorkers: 3,
    // Our modules keep no state, so the files of a worker share them: half a second each.
    isolate: false,
    setupFiles: [
      ...["test/report/measure-cpu.ts", "test/report/leave-no-port.ts"],
      "test/report/fixed-seed.ts",
    ],
    experimental: { fsModuleCache: true },
    reporters: ["default", new TimeReporter()],
    sequence: { sequencer: StartersFirst },
    projects: [...lanes, stories],
  },
});
