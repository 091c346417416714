import fc from "fast-check";
import { expect, test } from "vitest";
import { requestIdOf } from "../../edge/http/request.ts";
import { isId, orderIn, requestIn } from "./ids.ts";

test("EXPLAIN-ID-1 the number of a request is found again in its text", () => {
  const request = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(fc.property(request, (number) => requestIn(requestIdOf(number)) === number));
});

test.each([
  ["", false, undefined],
  ["a b", false, undefined],
  ["é", false, undefined],
  ["a".repeat(65), false, undefined],
  ["bourse:0", false, undefined],
  // No order and no request, but a client id.
  ["0", true, undefined],
  ["-1", true, undefined],
  ["UPPER", true, undefined],
  ["zzzzzzzzzzzz", true, undefined],
  ["9007199254740993", true, undefined],
  ["bourse:12", true, undefined],
  ["12", true, 12],
  ["9007199254740991", true, 9_007_199_254_740_991],
  ["gqll7vatqj", true, undefined],
] as const)("EXPLAIN-ID-1 %j is an id: %s, and order %s", (text, isOne, order) => {
  expect([isId(text), orderIn(text)]).toEqual([isOne, order]);
});
