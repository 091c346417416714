/**
 * How late the loop of another process was, `node --import loop-delay.mjs PROGRAM`: at SIGUSR2 it writes what it saw
 * since the last one into the directory of BENCH_LOOP_DIRECTORY, under its number, and begins anew.
 */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 1;
const NS_PER_MS = 1e6;

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();

process.on("SIGUSR2", () => {
  // The histogram holds the waits between two looks: what is above its resolution is delay.
  const late = (ns) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
  const seen = { p99Ms: late(histogram.percentile(99)), maxMs: late(histogram.max) };
  histogram.reset();
  const path = join(process.env.BENCH_LOOP_DIRECTORY, `loop-${process.pid}`);
  writeFileSync(`${path}.draft`, JSON.stringify(seen));
  renameSync(`${path}.draft`, `${path}.json`);
});
