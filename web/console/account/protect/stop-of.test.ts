import { expect, test } from "vitest";
import type { AccountOrder } from "../../exchange/exchange.ts";
import { sayStops } from "./stop-of.ts";

const LONG = { contractName: "E-BTC-USDT", side: "BUY", volume: "100" } as const;
const STOP = {
  area: "futures",
  contractName: "E-BTC-USDT",
  action: "CLOSE",
  side: "SELL",
  status: "INIT",
  triggerType: 1,
  triggerPrice: "9000",
  origQty: "100",
} as AccountOrder;

test("of several stop losses the one that is reached first is told", () => {
  const orders = [STOP, { ...STOP, triggerPrice: "49000" }, { ...STOP, triggerPrice: "48000.5" }];
  const closingShort = orders.map(
    (order): AccountOrder => ({ ...order, side: "BUY" }) as AccountOrder,
  );

  expect(sayStops(orders as AccountOrder[], LONG)).toBe("stop 49,000, 2 more");
  expect(sayStops(closingShort, { ...LONG, side: "SELL" })).toBe("stop 9,000, 2 more");
  expect(sayStops([STOP], LONG)).toBe("stop 9,000");
});

test("take profits are told behind them, the nearest first", () => {
  const gains = ["60000", "52000"].map(
    (triggerPrice) => ({ ...STOP, triggerType: 2, triggerPrice }) as AccountOrder,
  );

  expect(sayStops([...gains, STOP], LONG)).toBe("stop 9,000 · profit 52,000, 1 more");
  expect(sayStops(gains, LONG)).toBe("profit 52,000, 1 more");
});

test("FUT-CHECK-15 one for more than is held is said to be too large", () => {
  expect(sayStops([STOP], { ...LONG, volume: "99" })).toBe("stop 9,000 (too large)");
});

test.each([
  ["of another contract", { contractName: "E-ETH-USDT" }],
  ["of the other side", { side: "BUY" }],
  ["that opens", { action: "OPEN" }],
  ["that waits for a price to rise", { triggerType: 3 }],
  ["that waits no more", { status: "NEW" }],
  ["of a pair", { area: "spot" }],
])("an order %s protects nothing", (_, part) => {
  expect(sayStops([{ ...STOP, ...part } as AccountOrder], LONG)).toBeUndefined();
});
