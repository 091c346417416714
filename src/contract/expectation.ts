/**
 * What a sandbox says about a value that is not as it should be: what is expected, and what kind of
 * thing came instead. A value is described, never repeated, but for a number, which is shown in the
 * plain form in which it is read. Rule USER-REFUSE-3.
 */
import { normaliseDecimal } from "../core/money/decimal.ts";
import type { Given } from "./parameter.ts";

/** Where a parameter that is missing may have been left. */
const PLACES =
  'A GET has its parameters in the query, a POST in its JSON body; null and "" are none.';

export function expectationOf(expects: string | undefined, given?: Given): string | undefined {
  if (given === undefined) return expects ? `Expected is ${expects}. ${PLACES}` : PLACES;
  return expects && `Expected is ${expects}; what came is ${describe(given)}.`;
}

function describe(given: Given): string {
  switch (given.kind) {
    case "text":
      return describeNumber(given.text) ?? describeText(given.text);
    case "number":
      return describeNumber(given.text) ?? "a number of too many digits";
    case "flag":
      return given.isTrue ? "true" : "false";
    case "list":
      return given.count === 1 ? "a list of 1 item" : `a list of ${given.count} items`;
    case "object":
      return "an object";
    case "null":
      return "null";
  }
}

function describeNumber(text: string): string | undefined {
  const plain = normaliseDecimal(text);
  return plain && `the number ${plain}`;
}

/** Characters that are easily overlooked in a string. */
const MARKS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/\s/, "a blank"],
  [/,/, "a comma"],
  [/[^\t\n\r\x20-\x7e]/, "a character that is not ASCII"],
];

function describeText(text: string): string {
  const length = text.length === 1 ? "1 character" : `${text.length} characters`;
  const marks = MARKS.filter(([pattern]) => pattern.test(text)).map(([, words]) => words);
  return `a string of ${[length, ...marks].join(" with ")}`;
}
