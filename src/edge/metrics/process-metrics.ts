/**
 * What the process and its machine say of themselves, asked at the scrape: version, memory, processor
 * time, the disk, and how late the event loop is. The names that are not ours are those by which every
 * dashboard of Node knows these figures.
 */
import { statfs } from "node:fs/promises";
import { loopDelayMetric } from "./loop-delay.ts";
import { counter, gauge, type Metric } from "./metric.ts";

export interface ProcessSources {
  readonly version: string;
  /** The disk it lies on is the one that can fill up. */
  readonly dataDirectory: string;
}

export function processMetrics({ version, dataDirectory }: ProcessSources): readonly Metric[] {
  return [
    buildMetric(version),
    gauge("process_start_time_seconds", "When the process began, since 1970.", () => {
      return performance.timeOrigin / 1_000;
    }),
    counter("process_cpu_seconds_total", "Processor time of the server, all threads.", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000_000;
    }),
    ...memoryMetrics(),
    loopDelayMetric(),
    diskMetric("bourse_disk_free_bytes", "Free bytes on the disk of the log.", async () => {
      const { bavail, bsize } = await statfs(dataDirectory);
      return bavail * bsize;
    }),
    diskMetric("bourse_disk_size_bytes", "Size of the disk of the log.", async () => {
      const { blocks, bsize } = await statfs(dataDirectory);
      return blocks * bsize;
    }),
  ];
}

function buildMetric(version: string): Metric {
  const labels = { version, node: process.version };
  const help = "Always 1; its labels say which program this is.";
  return { name: "bourse_build_info", help, type: "gauge", read: () => [{ labels, value: 1 }] };
}

function memoryMetrics(): readonly Metric[] {
  return [
    gauge("process_resident_memory_bytes", "Memory of the server.", () => {
      return process.memoryUsage.rss();
    }),
    gauge("nodejs_heap_size_used_bytes", "Of it, objects on the heap.", () => {
      return process.memoryUsage().heapUsed;
    }),
    gauge("nodejs_heap_size_total_bytes", "Of it, the heap.", () => {
      return process.memoryUsage().heapTotal;
    }),
  ];
}

/** A disk that does not answer is left out: when it is in trouble, the other figures are wanted. */
function diskMetric(name: string, help: string, bytes: () => Promise<number>): Metric {
  const read = async () =>
    bytes().then(
      (value) => [{ value }],
      () => [],
    );
  return { name, help, type: "gauge", read };
}
