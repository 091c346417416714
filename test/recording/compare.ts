/**
 * Holds two recordings together, of simulated days or of the contract suite, and says where they differ:
 * `npx tsx test/recording/compare.ts BEFORE AFTER`. Ends with 1 when they do. What is another in every run
 * is left out of account; that list is short, and whatever is added to it is no longer looked at.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The number of a request goes on from the clock of the machine (USER-REQUEST-1). */
const MASKS: readonly (readonly [RegExp, string])[] = [
  [/"X-Request-Id":"[0-9a-z]+"/g, '"X-Request-Id":"*"'],
];
const SHOWN_MAX = 5;
const SHOWN_LENGTH = 2_000;

function filesIn(directory: string): string[] {
  const found = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return found.filter((path) => statSync(join(directory, path)).isFile());
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  const masked = MASKS.reduce((left, [form, mask]) => left.replaceAll(form, mask), text);
  return masked.split("\n").slice(0, -1);
}

/** How many lines of a file differ; the first of them are shown. */
function compareFile(path: string, [before, after]: readonly [string[], string[]]): number {
  let differing = 0;
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    if (before[at] === after[at]) continue;
    differing++;
    if (differing > SHOWN_MAX) continue;
    console.log(`${path}:${at + 1}`);
    console.log(`  before ${show(before[at])}\n  after  ${show(after[at])}`);
  }
  return differing;
}

function show(line: string | undefined): string {
  return line === undefined ? "(no such line)" : line.slice(0, SHOWN_LENGTH);
}

function main([before, after]: readonly string[]): void {
  if (before === undefined || after === undefined) throw new Error("say two directories");
  const paths = [...new Set([...filesIn(before), ...filesIn(after)])].sort();
  let lines = 0;
  let differing = 0;
  for (const path of paths) {
    const sides = [linesOf(join(before, path)), linesOf(join(after, path))] as const;
    lines += sides[0].length;
    differing += compareFile(path, sides);
  }
  if (lines === 0) throw new Error(`${before} has nothing in it`);
  console.log(`${paths.length} files, ${lines} lines; ${differing} lines differ`);
  process.exitCode = differing === 0 ? 0 : 1;
}

main(process.argv.slice(2));
