/**
 * The law, the code and the proof are one: every numbered rule of docs/rules stands in the code
 * that enforces it and in a test that shows it, and no number is used that the law does not know.
 * A rule is defined where its number stands in bold; everywhere else it is only mentioned.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const NUMBER =
  /\b(?:NUM|LEDGER|USER|OPER|CORE|LOG|HIST|PRICE|SPOT|MARG|FUT|SANDBOX|EXPLAIN|STREAM|FOLLOW|CLIENT|CLUSTER)-[A-Z]+-\d+\b/g;
const DEFINITION =
  /\*\*((?:NUM|LEDGER|USER|OPER|CORE|LOG|HIST|PRICE|SPOT|MARG|FUT|SANDBOX|EXPLAIN|STREAM|FOLLOW|CLIENT|CLUSTER)-[A-Z]+-\d+)\*\*/g;

interface Text {
  readonly path: string;
  readonly text: string;
}

function textsUnder(folder: string, ending: string): Text[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({
      path: `${folder}/${path}`,
      text: readFileSync(join(ROOT, folder, path), "utf8"),
    }));
}

/** Each number with the files it stands in. */
function numbersIn(texts: readonly Text[]): Map<string, string[]> {
  const places = new Map<string, string[]>();
  for (const { path, text } of texts) {
    for (const number of new Set(text.match(NUMBER))) {
      places.set(number, [...(places.get(number) ?? []), path]);
    }
  }
  return places;
}

function isTest({ path }: Text): boolean {
  return path.startsWith("test/") || path.endsWith(".test.ts");
}

function unknownIn(places: ReadonlyMap<string, string[]>): string[] {
  return [...places]
    .filter(([number]) => !lawSet.has(number))
    .map(([number, paths]) => `${number} in ${paths.join(", ")}`);
}

const documents = textsUnder("docs/rules", ".md");
const sources = ["src", "test"].flatMap((folder) => textsUnder(folder, ".ts"));
const law = documents.flatMap(({ text }) =>
  [...text.matchAll(DEFINITION)].map(([, number = ""]) => number),
);
const lawSet = new Set(law);
const code = numbersIn(sources.filter((source) => !isTest(source)));
const tests = numbersIn(sources.filter(isTest));

test("a rule is defined once", () => {
  expect(law.filter((number, at) => law.indexOf(number) !== at)).toEqual([]);
});

test("docs/rules mentions only rules that it defines", () => {
  expect(unknownIn(numbersIn(documents))).toEqual([]);
});

test("every rule of docs/rules stands in the code", () => {
  expect(law.filter((number) => !code.has(number))).toEqual([]);
});

test("every rule of docs/rules stands in a test", () => {
  expect(law.filter((number) => !tests.has(number))).toEqual([]);
});

test("every number in the code stands in docs/rules", () => {
  expect(unknownIn(code)).toEqual([]);
});

test("every number in a test stands in docs/rules", () => {
  expect(unknownIn(tests)).toEqual([]);
});
