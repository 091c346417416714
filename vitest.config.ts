import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The folders whose tests take longest: begun last, one of them would run alone at the end. */
const LONGEST = [
  "test/crash/",
  "test/readme/",
  "test/browser/",
  "test/simulation/",
  "test/startup/",
  "src/log/",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => weightOf(b) - weightOf(a));
  }
}

function weightOf({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((folder) => moduleId.includes(`/${folder}`));
  return at < 0 ? 0 : LONGEST.length - at;
}

/** Tests that put something else in the place of a module need that module for themselves. */
const ALONE = ["src/audit/void.test.ts", "test/security/signing.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the two cores of a small machine: tests of real processes mostly wait for them.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          include: ["src/**/*.test.ts", "test/**/*.test.ts", "web/**/*.test.ts"],
          exclude: ALONE,
          // Our modules keep no state, so the files of a worker share them: half a second each.
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE } },
    ],
  },
});
