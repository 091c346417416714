/**
 * What another process has used, as the kernel counts it: CPU time of all its threads, memory that
 * is resident. Where there is no /proc there is no such figure, and the lines that need it say so.
 */
import { existsSync, readFileSync } from "node:fs";

/** The kernel shows CPU time in hundredths of a second, whatever its own tick is. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

export const canMeasureOthers = existsSync("/proc/self/stat");

export function cpuSecondsOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name of the program stands in brackets and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) / TICKS_PER_SECOND;
}

export function residentBytesOf(pid) {
  return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES;
}
