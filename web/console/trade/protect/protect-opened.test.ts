/** For how many contracts the stops of an order are, by what became of the order. */
import { expect, test } from "vitest";
import { coveredBy } from "./protect-opened.ts";

test.each([
  ["NEW", "0", "100"],
  ["PARTIALLY_FILLED", "40", "100"],
  ["FILLED", "100", "100"],
  ["CANCELLED", "40", "40"],
  ["CANCELLED", "0", "0"],
])(
  "of an order for 100 that is %s with %s traded, %s are covered",
  (status, executedQty, volume) => {
    expect(coveredBy({ status, origQty: "100", executedQty })).toBe(volume);
  },
);

test("the value that a market order names is never taken for contracts", () => {
  expect(coveredBy({ status: "FILLED", origQty: "1000", executedQty: "200" })).toBe("200");
});
