/**
 * Where the time of a run went, in words: seconds by folder, then the slowest files. What is slow is
 * seen by the author of a slow test, at the end of the author's own run.
 */

/** One file of tests: its path from the root of the clone, how long it took, how many tests it has. */
export interface FileTime {
  readonly path: string;
  readonly ms: number;
  readonly tests: number;
}

const SLOWEST = 10;
/** Folders that took less are told together: they are not where time can be saved. */
const SMALL_MS = 1_000;

/** The lines of the table. Files run side by side, so their seconds add up to more than the run took. */
export function timeTable(files: readonly FileTime[]): string[] {
  const folders = byFolder(files);
  const large = folders.filter(({ ms }) => ms >= SMALL_MS);
  const small = folders.filter(({ ms }) => ms < SMALL_MS);
  const rest = sumOf(`${small.length} more folders`, small);
  const slowest = files.toSorted(slowestFirst).slice(0, SLOWEST);
  return [
    "seconds  tests  folder",
    ...[...large, ...(small.length > 0 ? [rest] : [])].map(lineOf),
    `seconds  tests  the ${slowest.length} slowest files`,
    ...slowest.map(lineOf),
  ];
}

/** By the first two folders of a path, as in `src/engine` and `test/contract`. */
function byFolder(files: readonly FileTime[]): FileTime[] {
  const folders = new Map<string, FileTime[]>();
  for (const file of files) {
    const folder = file.path.split("/").slice(0, -1).slice(0, 2).join("/");
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders].map(([folder, inIt]) => sumOf(folder, inIt)).sort(slowestFirst);
}

function sumOf(path: string, files: readonly FileTime[]): FileTime {
  const sum = (value: (file: FileTime) => number) =>
    files.reduce((total, file) => total + value(file), 0);
  return { path, ms: sum(({ ms }) => ms), tests: sum(({ tests }) => tests) };
}

function slowestFirst(a: FileTime, b: FileTime): number {
  return b.ms - a.ms;
}

function lineOf({ path, ms, tests }: FileTime): string {
  return `${(ms / 1000).toFixed(1).padStart(7)}  ${`${tests}`.padStart(5)}  ${path}`;
}
