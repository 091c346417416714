/** What the size of an order on a pair counts, as its ticket sends it to the real exchange. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  countsMoney,
  countsQuote,
  openSizeOf,
} from "../../web/console/exchange/account/counted-size.ts";
import type { AccountOrder } from "../../web/console/exchange/exchange.ts";
import { addDecimals } from "../../web/console/text/exact.ts";
import type { PairTicketView } from "../../web/console/trade/market-views.ts";
import { PLAIN } from "../../web/console/trade/pair/pair-instructions.ts";
import {
  askedOf,
  assessPairOrder,
  newPairOrder,
  type PairDraft,
} from "../../web/console/trade/pair/pair-order.ts";
import { pairPreset } from "../../web/console/trade/ticket/presets.ts";
import { ConsoleDesk, told } from "./console-desk.ts";
import { SHOWN_PAIR } from "./shown-pair.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;
const MARKET: PairDraft = {
  ...PLAIN,
  area: "spot",
  side: "buy",
  kind: "market",
  price: "",
  quantity: "0.3",
};

let desk: ConsoleDesk;
let marketView: PairTicketView;
/** The last price is 50,000; bids and asks stand beside it. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  const { spot } = desk.others;
  await spot.createOrder({ ...SPOT, side: "SELL", price: "50000", volume: "1" });
  await desk.me.spot.createOrder({ ...SPOT, side: "BUY", price: "50000", volume: "1" });
  await spot.createOrder({ ...SPOT, side: "SELL", price: "50010", volume: "90" });
  await spot.createOrder({ ...SPOT, side: "BUY", price: "49990", volume: "10" });
  marketView = await desk.pairMarketView(SPOT.symbol, "spot");
});
afterAll(() => desk.exchange.close());

function sent(part: Partial<PairDraft>) {
  const { asked } = assessPairOrder({ ...MARKET, ...part }, marketView, SHOWN_PAIR);
  if (!asked) throw new Error("the draft is not complete");
  return newPairOrder(asked, SHOWN_PAIR);
}

test("SPOT-UNIT-1 a market order of spot is sent in the unit in which it is typed", async () => {
  const bought = await desk.me.spot.createOrder(sent({ sizeIn: "base" }));
  expect(bought).toMatchObject({ executedQty: "0.3", volumeUnit: "BASE" });
  const sale = { side: "sell", sizeIn: "quote", quantity: "4999" } as const;
  const sold = await desk.me.spot.createOrder(sent(sale));
  expect(sold).toMatchObject({ origQty: "4999", executedQty: "0.1", volumeUnit: "QUOTE" });
});

test("SPOT-UNIT-1 what is usual is not said, and a limit order counts what is traded", () => {
  expect(sent({ quantity: "1000" })).not.toHaveProperty("volumeUnit");
  expect(sent({ quantity: "1000", sizeIn: "quote" })).toMatchObject({ volume: "1000" });
  expect(sent({ side: "sell" })).not.toHaveProperty("volumeUnit");
  const limit = { kind: "limit", price: "50000", sizeIn: "quote", quantity: "1000" } as const;
  expect(sent(limit)).toEqual({ ...SPOT, side: "BUY", price: "50000", volume: "0.02" });
});

test("SPOT-UNIT-1 in margin a size is turned over as before", () => {
  const margin = { area: "margin", sizeIn: "base", quantity: "0.1" } as const;

  expect(sent(margin)).toEqual({ ...SPOT, type: "MARKET", side: "BUY", volume: "5001" });
});

test("SPOT-UNIT-2 what is set aside and what is too much are told before", () => {
  const told = (quantity: string) =>
    assessPairOrder({ ...MARKET, sizeIn: "base", quantity }, marketView, SHOWN_PAIR);

  expect(told("0.3").estimate?.now.base).toBe("0.3");
  expect(told("100").complaints).toMatchObject([{ field: "quantity", isWarning: true }]);
  expect(told("0.000001").complaints).toMatchObject([{ field: "quantity", isWarning: false }]);
});

test.each([
  ["buys a quantity", { sizeIn: "base" }, "0.00001"],
  ["sells for an amount", { sizeIn: "quote", side: "sell" }, "1"],
] as const)(
  "SPOT-UNIT-2 SPOT-UNIT-3 all that is free, of an order that %s, is taken, and no more",
  async (_, part, more) => {
    const view = await desk.pairMarketView(SPOT.symbol, "spot");
    const draft = { ...MARKET, ...part };
    const all = pairPreset(view, askedOf(draft), 100) ?? "";

    expect(await told(desk.me.spot.testOrder(sent({ ...draft, quantity: all })))).toEqual({});
    const send = async (quantity: string) =>
      await told(desk.me.spot.createOrder(sent({ ...draft, quantity })));
    expect(await send(addDecimals(all, more))).toBe(-2017);
    expect(await send(all)).toMatchObject({ origQty: all });
  },
);

test("SPOT-STP-6 what an order lost is not open any more", () => {
  const order = { origQty: "2", executedQty: "0.5" };

  expect(openSizeOf(order)).toBe("1.5");
  expect(openSizeOf({ ...order, preventedQty: "0.25" })).toBe("1.25");
});

test.each([
  ["MARKET", "BUY", undefined, true],
  ["MARKET", "BUY", "BASE", false],
  ["MARKET", "SELL", undefined, false],
  ["MARKET", "SELL", "QUOTE", true],
  ["LIMIT", "BUY", undefined, false],
] as const)("SPOT-UNIT-5 the size of a %s %s in %s is money: %s", (type, side, volumeUnit, is) => {
  expect(countsQuote({ type, side, volumeUnit })).toBe(is);
  const futures = { area: "futures", type, side, action: "CLOSE" } as AccountOrder;
  expect(countsMoney(futures)).toBe(false);
});
