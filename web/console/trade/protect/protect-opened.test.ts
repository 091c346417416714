/** For how many contracts the stops of an order are, by what became of the order. */
import { expect, test } from "vitest";
import { OutcomeUnknown } from "../../../../src/client/client.ts";
import { coveredBy, tellUnsent } from "./protect-opened.ts";

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

test("an order whose outcome is not known is told to have no stop behind it; any other refusal stays as it is", () => {
  const facts = { endpoint: "POST /fapi/v1/order", clientOrderIds: [], expiresAtMs: 0 };
  const lost = new OutcomeUnknown({ ...facts, remedy: "Ask for the order.", cause: undefined });
  const legs = [{ field: "stopLoss", price: "1" }] as const;

  expect(`${tellUnsent(lost, legs)}`).toMatch(
    /Ask for the order\. Its stop loss and take profit are NOT placed\.$/,
  );
  expect(tellUnsent(lost, [])).toBe(lost);
  const refused = new Error("refused");
  expect(tellUnsent(refused, legs)).toBe(refused);
});
