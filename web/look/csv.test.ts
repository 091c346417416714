/** The file of a history: lines, quotes, and nothing that a spreadsheet would carry out. */
import { expect, test } from "vitest";
import { type CsvField, csvOf } from "./csv.ts";

const FIELDS: readonly CsvField<{ readonly name: string; readonly amount: string }>[] = [
  ["Name", ({ name }) => name],
  ["Amount", ({ amount }) => amount],
];

test.each([
  ["BTC/USDT", "-0.5", "BTC/USDT,-0.5"],
  ['a "b", c', "1", '"a ""b"", c",1'],
  ["two\nlines", "1", '"two\nlines",1'],
  ["=1+1", "+1", "'=1+1,'+1"],
  ["-cmd", "@x", "'-cmd,'@x"],
])("%j and %j are %j", (name, amount, line) => {
  expect(csvOf(FIELDS, [{ name, amount }])).toBe(`Name,Amount\r\n${line}\r\n`);
});

test("without rows the titles stand alone", () => {
  expect(csvOf(FIELDS, [])).toBe("Name,Amount\r\n");
});
