/** Prints the time table when a run is over, below what vitest itself says of it, and what was passed over. */
import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { passedOver, type SkippedTests } from "./passed-over.ts";
import { type FileTime, timeTable } from "./time-table.ts";

/** In a run of one or two files their times are seen anyway. */
const FILES_MIN = 3;

export class TimeReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const root = this.#vitest?.config.root ?? "";
    for (const line of passedOver(modules.map((each) => skippedIn(root, each)))) {
      this.#vitest?.logger.log(line);
    }
    if (modules.length < FILES_MIN) return;
    for (const row of timeTable(modules.map((each) => fileTime(root, each)))) {
      this.#vitest?.logger.log(row);
    }
  }
}

/** What a file costs: its imports, its hooks and its tests. */
function fileTime(root: string, module: TestModule): FileTime {
  const { collectDuration, duration } = module.diagnostic();
  return {
    path: relative(root, module.moduleId),
    ms: collectDuration + duration,
    cpuMs: module.meta().cpuMs ?? 0,
    tests: [...module.children.allTests()].length,
  };
}

function skippedIn(root: string, module: TestModule): SkippedTests {
  const skipped = [...module.children.allTests("skipped")].length;
  return { path: relative(root, module.moduleId), skipped };
}
