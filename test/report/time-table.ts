/**
 * Where the time of a run went, in words: CPU and seconds by folder, then the costliest files. What costs
 * much is seen by the author of a slow test, at the end of the author's own run.
 */

/** One file of tests: its path from the root of the clone, how long it took, how many tests it has. */
export interface FileTime {
  readonly path: string;
  readonly ms: number;
  /** What it took of the cores, with the processes that it started. */
  readonly cpuMs: number;
  readonly tests: number;
}

const COSTLIEST = 10;
/** Folders that took less are told together: they are not where time can be saved. */
const SMALL_MS = 1_000;
const HEAD = "    cpu  seconds  tests";

/** The lines of the table. Files run side by side, so their seconds add up to more than the run took. */
export function timeTable(files: readonly FileTime[]): string[] {
  const folders = byFolder(files);
  const large = folders.filter(({ ms }) => ms >= SMALL_MS);
  const small = folders.filter(({ ms }) => ms < SMALL_MS);
  const rest = sumOf(`${small.length} more folders`, small);
  const costliest = files.toSorted(costliestFirst).slice(0, COSTLIEST);
  return [
    `${HEAD}  folder`,
    ...[...large, ...(small.length > 0 ? [rest] : [])].map(lineOf),
    lineOf(sumOf("in all", files)),
    `${HEAD}  the ${costliest.length} costliest files`,
    ...costliest.map(lineOf),
  ];
}

/** By the rooms of the source and the folders of tests, as in `src/core/engine` and `test/contract`. */
function byFolder(files: readonly FileTime[]): FileTime[] {
  const folders = new Map<string, FileTime[]>();
  for (const file of files) {
    const parts = file.path.split("/");
    const folder = parts.slice(0, Math.min(parts.length - 1, parts[0] === "src" ? 3 : 2)).join("/");
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].map(([folder, inIt]) => sumOf(folder, inIt)).sort(costliestFirst);
}

function sumOf(path: string, files: readonly FileTime[]): FileTime {
  const sum = (value: (file: FileTime) => number) =>
    files.reduce((total, file) => total + value(file), 0);
  return {
    path,
    ms: sum(({ ms }) => ms),
    cpuMs: sum(({ cpuMs }) => cpuMs),
    tests: sum(({ tests }) => tests),
  };
}

/** The cores are what files share; how long one took depends on what ran beside it. */
function costliestFirst(a: FileTime, b: FileTime): number {
  return b.cpuMs - a.cpuMs || b.ms - a.ms;
}

function lineOf({ path, ms, cpuMs, tests }: FileTime): string {
  return `${seconds(cpuMs)}  ${seconds(ms)}  ${`${tests}`.padStart(5)}  ${path}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(7);
}
