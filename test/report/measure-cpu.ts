/**
 * Notes with each file of tests the CPU that it took, that of the processes it started and saw end
 * included. A worker runs one file at a time, so what it used in between is the file's.
 */
import { readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    cpuMs?: number;
  }
}

/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10;
/** Of `/proc/self/stat`, behind the name: utime, stime, cutime and cstime. */
const FIRST_TIME = 11;
const TIMES = 4;

const before = cpuMs();

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures a hook wants; this one wants none.
afterAll(({}, suite) => {
  suite.file.meta.cpuMs = cpuMs() - before;
});

/** Elsewhere than on Linux, what this process used itself. */
function cpuMs(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    const times = fields.slice(FIRST_TIME, FIRST_TIME + TIMES);
    return times.reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK;
  } catch {
    const { user, system } = process.cpuUsage();
    return Math.round((user + system) / 1_000);
  }
}
