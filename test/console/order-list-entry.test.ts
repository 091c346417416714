/** What the ticket of spot says of order lists, and what it sends, against the real exchange. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { maySend } from "../../web/console/trade/form/check-form.ts";
import { exitQuantityOf } from "../../web/console/trade/lists/exit.ts";
import {
  exitLine,
  newOrderList,
  ocoLines,
  sayBeside,
  sayExit,
} from "../../web/console/trade/lists/order-list.ts";
import type { PairTicketView } from "../../web/console/trade/market-views.ts";
import { PLAIN } from "../../web/console/trade/pair/pair-instructions.ts";
import {
  assessPairOrder,
  type PairDraft,
  pairLines,
} from "../../web/console/trade/pair/pair-order.ts";
import { ConsoleDesk, told } from "./console-desk.ts";
import { SHOWN_PAIR } from "./shown-pair.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;
const BUY: PairDraft = {
  ...PLAIN,
  area: "spot",
  side: "buy",
  kind: "limit",
  price: "49000",
  quantity: "1",
};
const BRACKET: PairDraft = {
  ...BUY,
  protection: { takeProfit: "52,000", stopLoss: "48000" },
};
const OCO: PairDraft = {
  ...BUY,
  side: "sell",
  price: "52000",
  isOco: true,
  triggerPrice: "48000",
};

let desk: ConsoleDesk;
let marketView: PairTicketView;
/** The last price is 50,000; bids and asks stand beside it. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  const { spot } = desk.others;
  await spot.createOrder({ ...SPOT, side: "SELL", price: "50000", volume: "1" });
  await desk.me.spot.createOrder({ ...SPOT, side: "BUY", price: "50000", volume: "1" });
  await spot.createOrder({ ...SPOT, side: "SELL", price: "50010", volume: "20" });
  await spot.createOrder({ ...SPOT, side: "BUY", price: "49990", volume: "20" });
});
beforeEach(async () => {
  await desk.me.spot.cancelAll({ symbol: SPOT.symbol });
  marketView = await desk.pairMarketView(SPOT.symbol, "spot");
});
afterAll(() => desk.exchange.close());

function assess(draft: PairDraft, view = marketView) {
  return assessPairOrder(draft, view, SHOWN_PAIR);
}

/** `triggerPrice: text`, with a question mark where it does not keep the order back. */
function said(draft: PairDraft): string[] {
  return assess(draft).complaints.map(
    ({ field, text, isWarning }) => `${field}${isWarning ? "?" : ""}: ${text}`,
  );
}

async function send(draft: PairDraft) {
  const { list, complaints } = assess(draft);
  if (!list?.orders || !maySend(complaints)) throw new Error("the draft is not complete");
  return await desk.me.spot.createOrderList(newOrderList(list, SHOWN_PAIR));
}

async function free(asset: string): Promise<string> {
  const { balances } = await desk.me.spot.account();
  return balances.find((one) => one.asset === asset)?.free ?? "";
}

test("SPOT-LIST-2 the exit of a buy is a limit and a stop for what is left after the fee", async () => {
  const { listType, orders } = await send(BRACKET);

  expect(listType).toBe("OTOCO");
  expect(orders).toMatchObject([
    { type: "LIMIT", side: "BUY", price: "49000", origQty: "1", status: "NEW" },
    { type: "LIMIT", side: "SELL", price: "52000", origQty: "0.999", status: "PENDING_NEW" },
    { type: "MARKET", side: "SELL", triggerPrice: "48000", origQty: "0.999" },
  ]);
  const exit = assess(BRACKET).list?.exit ?? {};
  expect(sayBeside({ isOco: false, exit })).toBe(
    ", then take profit at 52,000 or stop loss at 48,000",
  );
  const says = (quantity: string | undefined, isBuy: boolean) =>
    sayExit({ quantity }, isBuy, "BTC").split(" once all of the order is filled.")[0];
  expect(says("0.999", true)).toBe("Sells 0.999 BTC, what the fee leaves,");
  expect(says(undefined, true)).toBe("Sells what the fee leaves");
  expect([says("1", false), says(undefined, false)]).toEqual(["Buys 1 BTC back", "Buys it back"]);
});

test.each([
  ["0.001", "0.002", "0.998"],
  ["0.001", "0", "0.999"],
  ["-0.001", "0", "1"],
  ["0.0005", "0.0005", "0.99949"],
])(
  "SPOT-FEE-1 of 1 bought at %s or %s an exit sells %s: a fee that is rounded costs a step",
  (makerRate, takerRate, left) => {
    const terms = { ...marketView.terms, makerRate, takerRate };
    const view = { terms, fees: undefined };

    expect(exitQuantityOf({ side: "buy", quantity: "1" }, view)).toBe(left);
    expect(exitQuantityOf({ side: "sell", quantity: "1" }, view)).toBe("1");
  },
);

test("SPOT-LIST-5 a stop by itself may be the exit, with a limit, also of a sale", async () => {
  const sale = { ...BUY, side: "sell", price: "51000" } as const;
  const protection = { takeProfit: "", stopLoss: "52000" };

  const limited = await send({ ...sale, protection, stopLimit: "52500" });
  expect(limited.listType).toBe("OTO");
  expect(limited.orders[1]).toMatchObject({ type: "LIMIT", price: "52500", side: "BUY" });
  const { orders } = await send({ ...sale, protection });
  expect(orders[1]).toMatchObject({ type: "MARKET", volumeUnit: "BASE", origQty: "1" });
  const { list } = assess({ ...sale, protection, stopLimit: "52500" });
  expect(list && exitLine(list, { ...SHOWN_PAIR, isBuy: false })).toMatchObject({
    value: "52500",
    unit: "USDT",
  });
});

test("SPOT-LIST-4 the exit lies on both sides of the price at which the order trades", () => {
  const bracket = (takeProfit: string, stopLoss: string, part: Partial<PairDraft> = {}) =>
    said({ ...BUY, ...part, protection: { takeProfit, stopLoss } });

  // The limit is 49,000, and the last price 50,000.
  expect(bracket("49500", "48000")).toEqual([]);
  expect(bracket("48500", "49500")).toEqual([
    "stopLoss: Stop loss of a buy must be below the order's price, 49,000.",
    "takeProfit: Take profit of a buy must be above the order's price, 49,000.",
  ]);
  const market = { kind: "market", quantity: "1000" } as const;
  expect(bracket("51000", "50500", market)).toEqual([
    "stopLoss: Stop loss of a buy must be below the last price, 50,000: it would trigger now.",
  ]);
  const stop = { ...market, isStop: true, triggerPrice: "51000" };
  expect(bracket("52000", "50500", stop)).toEqual([]);
  expect(bracket("50500", "", stop)).toEqual([
    "takeProfit: Take profit of a buy must be above the order's price, 51,000.",
  ]);
});

test("what is wrong with a leg is said by its field, and keeps the order back", () => {
  const bracket = (takeProfit: string, stopLoss: string, stopLimit = "") =>
    said({ ...BUY, protection: { takeProfit, stopLoss }, stopLimit });

  expect(bracket("x", "")).toEqual(["takeProfit: This is not a price: use digits and a point."]);
  expect(bracket("52000.001", "")).toEqual(["takeProfit: A price has at most 2 decimals here."]);
  expect(bracket("", "48000", "47999.999")).toEqual([
    "stopLimit: A price has at most 2 decimals here.",
  ]);
  expect(bracket("", "", "47000")).toEqual(["stopLimit: It needs a stop loss."]);
  expect(bracket("", "1")[0]).toMatch(/^stopLoss/);
  expect(assess({ ...BRACKET, quantity: "" }).list).toMatchObject({ orders: undefined });
});

test("SPOT-LIST-8 an OCO is sent as two legs, and sets aside what one of them needs", async () => {
  const { list, estimate } = assess(OCO);
  const lines = ocoLines(pairLines(estimate, OCO, SHOWN_PAIR), list ?? { locks: undefined });
  const before = await free("BTC");

  const { listType, orders } = await send(OCO);

  expect(listType).toBe("OCO");
  expect(orders).toMatchObject([
    { type: "LIMIT", side: "SELL", price: "52000", status: "NEW" },
    { type: "MARKET", side: "SELL", triggerPrice: "48000", status: "NEW", triggered: false },
  ]);
  expect(lines.map(({ name, value }) => [name, value])).toEqual([
    ["Trades at once", "0"],
    ["Sets aside", "1"],
  ]);
  expect(Number(before) - Number(await free("BTC"))).toBe(1);
  expect(list && sayBeside(list)).toBe(", or at market once at 48,000");
});

test("SPOT-LIST-8 of an OCO that buys the stop needs more", async () => {
  const draft = { ...OCO, side: "buy", price: "48000", triggerPrice: "52000" } as const;
  const limited = { ...draft, stopLimit: "52,500" };

  expect(assess(limited).list?.locks).toBe("52500");
  expect((await send(limited)).orders[1]).toMatchObject({ type: "LIMIT", price: "52500" });
  expect((await send(draft)).orders[1]).toMatchObject({ type: "MARKET", volumeUnit: "BASE" });
});

test("SPOT-LIST-3 the legs of an OCO lie on both sides of the last price", async () => {
  const oco = (price: string, triggerPrice: string, side: "buy" | "sell" = "sell") =>
    said({ ...OCO, price, triggerPrice, side });

  expect(oco("50000", "48000")).toEqual([
    "price?: To sell, it must be above the last price, now 50,000.",
  ]);
  expect(oco("52000", "51000")).toEqual([
    "triggerPrice?: To sell, it must be below the last price, now 50,000.",
  ]);
  expect(oco("48000", "52000", "buy")).toEqual([]);
  expect(oco("48000", "47000", "buy")[0]).toBe("triggerPrice: To buy, it must be above the price.");
  expect(await told(send({ ...OCO, triggerPrice: "51000" }))).toBe(-1014);
});

test("a list is for spot, and what was typed for one kind is no part of another", () => {
  const margin = { ...BRACKET, area: "margin" } as const;
  expect(assess(margin).list).toBeUndefined();
  expect(assess({ ...OCO, area: "margin" }).list).toBeUndefined();
  expect(assess({ ...OCO, isOco: false }).list).toBeUndefined();
  const { list } = assess({ ...OCO, protection: BRACKET.protection, isStop: true });
  expect(list?.orders).toHaveLength(2);
  expect(assess({ ...OCO, timeInForce: "fok" }).asked?.instructions).toBeUndefined();
});

test("SPOT-STP-3 what happens to own orders is asked of all orders of a list", () => {
  const { list } = assess({ ...BRACKET, selfTrade: "expire_both" });

  const { orders } = newOrderList(list ?? { isOco: false, orders: [] }, SHOWN_PAIR);
  expect(orders.map(({ selfTrade }) => selfTrade)).toEqual(Array(3).fill("EXPIRE_BOTH"));
});

test("SPOT-LIST-12 an exit from all that was bought is live when nothing else is free", async () => {
  const all = await free("BTC");
  await desk.me.spot.createOrder({ ...SPOT, side: "SELL", price: "60000", volume: all });
  marketView = await desk.pairMarketView(SPOT.symbol, "spot");
  const spend = { ...BRACKET, kind: "market", quantity: "50010" } as const;
  expect(await free("BTC")).toBe("0");

  const { orders } = await send({ ...spend, protection: { takeProfit: "52000", stopLoss: "" } });

  expect(orders).toMatchObject([
    { type: "MARKET", origQty: "1", volumeUnit: "BASE", status: "FILLED" },
    { type: "LIMIT", origQty: "0.999", status: "NEW" },
  ]);
});

test("SPOT-LIST-18 a stop loss may trail from the moment at which the order is filled", async () => {
  const trails = {
    ...BRACKET,
    protection: { takeProfit: "52000", stopLoss: "" },
    exitTrailBy: "2",
  };

  const { listType, orders } = await send(trails);

  expect(listType).toBe("OTOCO");
  expect(orders[2]).toMatchObject({ type: "MARKET", side: "SELL", trailingDelta: 200 });
  expect(orders[2]).not.toHaveProperty("triggerPrice");
  const { exit = {} } = assess(trails).list ?? {};
  expect(sayBeside({ isOco: false, exit })).toBe(
    ", then take profit at 52,000 or stop loss trailing 2%",
  );
  const alone = { ...trails, side: "sell", price: "51000", protection: BUY.protection } as const;
  const sold = await send(alone);
  expect([sold.listType, sold.orders[1]?.volumeUnit]).toEqual(["OTO", "BASE"]);
});

test("SPOT-LIST-18 what is wrong with the distance of a stop loss is said by its field", () => {
  const trails = { ...BRACKET, protection: { takeProfit: "52000", stopLoss: "" } };

  expect(said({ ...trails, exitTrailBy: "21" })).toEqual([
    "exitTrailBy: It trails by 0.1% to 20%.",
  ]);
  expect(said({ ...trails, exitTrailBy: "x" })[0]).toContain("exitTrailBy: This is not a percent");
  expect(said({ ...BRACKET, exitTrailBy: "1" })).toEqual([
    "exitTrailBy: A stop loss has a price, or trails: not both.",
  ]);
  expect(said({ ...trails, exitTrailBy: "1", stopLimit: "47000" })).toEqual([
    "stopLimit: One that trails is at market.",
  ]);
  expect(assess({ ...trails, exitTrailBy: "x" }).list?.orders).toBeUndefined();
});

test("SPOT-TRAIL-1 where an order that trails will trade is not known, so its exit is not held against a price", async () => {
  const trail = { ...BUY, kind: "market", side: "sell", isStop: true, trailBy: "1" } as const;
  const protection = { takeProfit: "51000", stopLoss: "53000" };

  expect(said({ ...trail, triggerPrice: "52000", protection })).toEqual([]);
  const placed = await send({ ...trail, triggerPrice: "52000", protection });
  expect(placed.orders[0]).toMatchObject({ trailingDelta: 100, triggerPrice: "52000" });
});
