/** Which stop losses and take profits are taken, and what is sent for them. */
import { expect, test } from "vitest";
import { conditionOrderOf, type ProtectedPosition, readProtection } from "./protection.ts";

const LAST = { source: "last", price: "50000" } as const;
const LONG: ProtectedPosition = { position: "long", pricePrecision: 1, judgedBy: LAST };
const SHORT: ProtectedPosition = { ...LONG, position: "short" };

function read(stopLoss: string, takeProfit: string, held = LONG) {
  const { legs, complaints } = readProtection({ stopLoss, takeProfit }, held);
  return [legs.map(({ field, price }) => `${field} ${price}`), complaints.map(({ text }) => text)];
}

test("an empty field asks for nothing, a good one for an order", () => {
  expect(read("", " ")).toEqual([[], []]);
  expect(read("49000.0", "")).toEqual([["stopLoss 49000"], []]);
  expect(read(".5", "51000.5")).toEqual([["stopLoss 0.5", "takeProfit 51000.5"], []]);
  expect(read("51000", "49000", SHORT)).toEqual([["stopLoss 51000", "takeProfit 49000"], []]);
});

test.each([
  ["x", "This is not a price: use digits and a point."],
  ["0", "A price must be above zero."],
  ["49000.05", "A price has at most 1 decimal here."],
  ["50000", "Stop loss of a long must be below the last price, 50,000: it would trigger now."],
])("a stop loss at %s is not sent", (typed, said) => {
  expect(read(typed, "")).toEqual([[], [said]]);
});

test("FUT-COND-1 the sides of a short are the other way round", () => {
  expect(read("49999", "50001", SHORT)).toEqual([
    [],
    [
      "Stop loss of a short must be above the last price, 50,000: it would trigger now.",
      "Take profit of a short must be below the last price, 50,000: it would trigger now.",
    ],
  ]);
});

test("FUT-COND-2 with a limit that has not traded both prices must be beyond it, too", () => {
  const held = { ...LONG, limit: "49000" };

  expect(read("49500", "49800", held)[1]).toEqual([
    "Stop loss of a long must be below the order's price, 49,000.",
    "Take profit of a long must be above the last price, 50,000: it would trigger now.",
  ]);
  expect(read("48999.9", "50000.1", held)[1]).toEqual([]);
});

test("where nothing has been traded, nothing is judged by the last price", () => {
  expect(read("90000", "1", { ...LONG, judgedBy: { ...LAST, price: "0" } })[1]).toEqual([]);
});

test("FUT-COND-2 where a contract goes by its mark, both are judged by that", () => {
  const held = { ...LONG, judgedBy: { source: "mark", price: "48000" } } as const;

  expect(read("49000", "49000", held)).toEqual([
    ["takeProfit 49000"],
    ["Stop loss of a long must be below the mark price, 48,000: it would trigger now."],
  ]);
});

test("FUT-CLOSE-2 what is sent closes the position at market, and names its trigger", () => {
  const held = { contractName: "E-BTC-USDT", positionType: 2, volume: "400" } as const;
  const leg = { field: "takeProfit", price: "49000" } as const;

  expect(conditionOrderOf(leg, { ...held, position: "short" })).toEqual({
    ...held,
    side: "BUY",
    open: "CLOSE",
    type: "MARKET",
    triggerType: 2,
    triggerPrice: "49000",
  });
  expect(
    conditionOrderOf({ ...leg, field: "stopLoss" }, { ...held, position: "long" }),
  ).toMatchObject({ side: "SELL", triggerType: 1 });
});
