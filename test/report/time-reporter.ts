/** Prints the time table when a run is over, below what vitest itself says of it. */
import { relative } from "node:path";
import type { Reporter, TestModule, Vitest } from "vitest/node";
import { type FileTime, timeTable } from "./time-table.ts";

/** In a run of one or two files their times are seen anyway. */
const FILES_MIN = 3;

export class TimeReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < FILES_MIN) return;
    const root = this.#vitest?.config.root ?? "";
    for (const line of timeTable(modules.map((each) => fileTime(root, each)))) {
      this.#vitest?.logger.log(line);
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
