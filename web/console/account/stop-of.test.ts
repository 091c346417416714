import { expect, test } from "vitest";
import type { AccountOrder } from "../exchange/exchange.ts";
import { sayStop } from "./stop-of.ts";

const LONG = { contractName: "E-BTC-USDT", side: "BUY" } as const;
const STOP = {
  area: "futures",
  contractName: "E-BTC-USDT",
  action: "CLOSE",
  side: "SELL",
  status: "INIT",
  triggerType: 1,
  triggerPrice: "9000",
} as AccountOrder;

test("of several stop losses the one that is reached first is told", () => {
  const orders = [STOP, { ...STOP, triggerPrice: "49000" }, { ...STOP, triggerPrice: "48000.5" }];
  const closingShort = orders.map(
    (order): AccountOrder => ({ ...order, side: "BUY" }) as AccountOrder,
  );

  expect(sayStop(orders as AccountOrder[], LONG)).toBe("stop 49,000, 2 more");
  expect(sayStop(closingShort, { ...LONG, side: "SELL" })).toBe("stop 9,000, 2 more");
  expect(sayStop([STOP], LONG)).toBe("stop 9,000");
});

test.each([
  ["of another contract", { contractName: "E-ETH-USDT" }],
  ["of the other side", { side: "BUY" }],
  ["that opens", { action: "OPEN" }],
  ["that takes a profit", { triggerType: 2 }],
  ["that waits no more", { status: "NEW" }],
  ["of a pair", { area: "spot" }],
])("an order %s protects nothing", (_, part) => {
  expect(sayStop([{ ...STOP, ...part } as AccountOrder], LONG)).toBeUndefined();
});
