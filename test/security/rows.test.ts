/**
 * The table of hostile input and its proof are one: every row of docs/security.md has a test whose
 * title begins with its number, and no title begins with a number that is not a row.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const ROWS = 73;
/** The first argument of a call, where a title stands, be it of `test` or of what `each` gives. */
const TITLE = /\(\s*["`]SEC-(\d+) /g;
const ROW = /^\| *(\d+) *\|/gm;

function numbersIn(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map(([, number]) => Number(number));
}

const titled = new Set(
  ["src", "test"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .flatMap((path) => numbersIn(readFileSync(join(ROOT, folder, path), "utf8"), TITLE)),
  ),
);
const rows = numbersIn(readFileSync(join(ROOT, "docs/security.md"), "utf8"), ROW);

test("the table has its rows, each once and in their order", () => {
  expect(rows).toEqual(Array.from({ length: ROWS }, (_, at) => at + 1));
});

test("every row is a test whose title begins with its number", () => {
  expect(rows.filter((row) => !titled.has(row))).toEqual([]);
});

test("no title begins with a number that is not a row", () => {
  expect([...titled].filter((number) => !rows.includes(number))).toEqual([]);
});
