/** Which lines stand on the chart, and what is written on them. */
import { expect, test } from "vitest";
import type { AccountOrder, AccountPosition, ShownMarket } from "../../exchange/exchange.ts";
import { LINES_MAX, linesOf, movedPriceOf } from "./chart-lines.ts";

const PERP = { name: "E-BTC-USDT", kind: "contract" } as ShownMarket;
const PAIR = { name: "BTCUSDT", kind: "pair" } as ShownMarket;
const RESTING = {
  area: "futures",
  orderIdString: "7",
  contractName: "E-BTC-USDT",
  symbol: "BTCUSDT",
  side: "BUY",
  action: "OPEN",
  type: "LIMIT",
  status: "NEW",
  price: "49995",
  origQty: "1000",
  executedQty: "400",
  triggerType: 0,
  triggerPrice: "0",
} as AccountOrder;
const STOP = {
  ...RESTING,
  orderIdString: "8",
  side: "SELL",
  action: "CLOSE",
  type: "MARKET",
  status: "INIT",
  price: "0",
  executedQty: "0",
  triggerType: 1,
  triggerPrice: "49000",
} as AccountOrder;
const LONG = {
  id: 3,
  contractName: "E-BTC-USDT",
  side: "BUY",
  volume: "1400",
  openPrice: "50000.123",
  reducePrice: "45123.4",
} as AccountPosition;

function lines(
  orders: readonly AccountOrder[],
  positions: readonly AccountPosition[] = [],
  market = PERP,
) {
  return linesOf({ orders, positions, market, last: "50000" }).map(
    ({ id, tone, price, label }) => `${id}: ${label} at ${price}, ${tone}`,
  );
}

test("an order stands at its price with what is left of it, one that waits at its trigger", () => {
  expect(lines([RESTING, STOP])).toEqual([
    "futures 7: Buy 600 at 49995, up",
    "futures 8: Stop loss 1,000 at 49000, down",
  ]);
  expect(movedPriceOf(STOP)).toBe("49000");
});

test.each([
  [{ triggerType: 2 }, "Take profit 1,000"],
  [{ triggerType: 3 }, "Sell once at 1,000"],
])("a trigger %o is called by its name", (part, label) => {
  expect(lines([{ ...STOP, ...part } as AccountOrder])[0]).toContain(label);
});

test("orders of spot and margin stand on the chart of their pair, and no other", () => {
  const spot = { ...RESTING, area: "spot" } as AccountOrder;
  const stop = { ...spot, area: "margin", triggerPrice: "51000", triggered: false };

  expect(lines([spot, RESTING, stop as AccountOrder], [], PAIR)).toEqual([
    "spot 7: Buy 600 at 49995, up",
    "margin 7: Buy stop 600 at 51000, up",
  ]);
  expect(lines([spot])).toEqual([]);
});

test("SPOT-LIST-11 an order of a list says so, and where a leg that is pending will stand", () => {
  const first = { ...RESTING, area: "spot", orderListId: 6 } as AccountOrder;
  const pending = { ...first, side: "SELL", status: "PENDING_NEW", executedQty: "0" };
  const profit = { ...pending, orderIdString: "8", price: "52000", triggerPrice: undefined };
  const stop = { ...pending, orderIdString: "9", price: "0", triggerPrice: "48000" };

  expect(lines([first, profit, stop] as AccountOrder[], [], PAIR)).toEqual([
    "spot 7: Buy 600 (OTOCO) at 49995, up",
    "spot 8: Pending: sell 1,000 (OTOCO) at 52000, down",
    "spot 9: Pending: sell stop 1,000 (OTOCO) at 48000, down",
  ]);
});

test("a position has its entry and its liquidation, where there is one", () => {
  expect(lines([], [LONG])).toEqual([
    "entry 3: Long 1,400 at 50000.123, up",
    "liquidation 3: Liquidation of the long at 45123.4, alarm",
  ]);
  for (const reducePrice of ["0", "-12.5"]) {
    expect(lines([], [{ ...LONG, side: "SELL", reducePrice }])).toEqual([
      "entry 3: Short 1,400 at 50000.123, down",
    ]);
  }
  expect(lines([], [{ ...LONG, volume: "0" }])).toEqual([]);
  expect(lines([], [{ ...LONG, contractName: "E-ETH-USDT" }])).toEqual([]);
});

test("of too many those nearest to the last price are shown", () => {
  const many = Array.from(
    { length: LINES_MAX + 5 },
    (_, at) => ({ ...RESTING, orderIdString: `${at}`, price: `${40_000 + at}` }) as AccountOrder,
  );

  const shown = linesOf({ orders: many, positions: [], market: PERP, last: "50000" });

  expect(shown).toHaveLength(LINES_MAX);
  expect(shown.some(({ price }) => price === "40000")).toBe(false);
  expect(shown[0]?.price).toBe("40044");
});

test("SPOT-TRAIL-2 a stop that trails has no line: where its trigger is now is not told", () => {
  const stop = { ...RESTING, area: "spot", type: "MARKET", price: "0", executedQty: "0" };
  const trailing = { ...stop, trailingDelta: 100, triggered: false, triggerPrice: undefined };
  const of = (part: object) => lines([{ ...trailing, ...part } as AccountOrder], [], PAIR);

  expect(of({ trailingPrice: "50500" })).toEqual([]);
  expect(of({ status: "PENDING_NEW" })).toEqual([]);
  expect(of({ triggerPrice: "49000" })).toEqual([
    "spot 7: Buy stop 1,000, to trail from at 49000, up",
  ]);
  expect(of({ triggerPrice: "49000", trailingPrice: "49490" })).toEqual([]);
  expect(of({ type: "LIMIT", price: "51000", triggered: true, trailingPrice: "50500" })).toEqual([
    "spot 7: Buy 1,000 at 51000, up",
  ]);
});
