/** What the order entry of a pair says of time in force and of stops, against what the real exchange then does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccountOrder } from "../../web/console/exchange/exchange.ts";
import { maySend } from "../../web/console/trade/form/check-form.ts";
import { type PairTicketView, pairTicketViewOf } from "../../web/console/trade/market-views.ts";
import { PLAIN } from "../../web/console/trade/pair/pair-instructions.ts";
import {
  assessPairOrder,
  newPairOrder,
  type PairDraft,
  pairLines,
} from "../../web/console/trade/pair/pair-order.ts";
import { sayWaits } from "../../web/console/trade/pair/pair-outcome.ts";
import { selfTradeOptions } from "../../web/console/trade/pair/self-trade-options.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { SHOWN_PAIR } from "./shown-pair.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;
const BUY: PairDraft = {
  ...PLAIN,
  area: "spot",
  side: "buy",
  kind: "limit",
  price: "50010",
  quantity: "1",
};
const STOP: PairDraft = { ...BUY, price: "51010", isStop: true, triggerPrice: "51000" };

let desk: ConsoleDesk;
let marketView: PairTicketView;
/** The last price is 50,000; 0.4 BTC are offered at 50,010. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  const { spot } = desk.others;
  await spot.createOrder({ ...SPOT, side: "SELL", price: "50000", volume: "1" });
  await desk.me.spot.createOrder({ ...SPOT, side: "BUY", price: "50000", volume: "1" });
  await spot.createOrder({ ...SPOT, side: "SELL", price: "50010", volume: "0.4" });
  marketView = await desk.pairMarketView(SPOT.symbol, "spot");
});
afterAll(() => desk.exchange.close());

function said(draft: PairDraft, view = marketView) {
  return assessPairOrder(draft, view, SHOWN_PAIR).complaints;
}

async function send(draft: PairDraft) {
  const { asked } = assessPairOrder(draft, marketView, SHOWN_PAIR);
  if (!asked) throw new Error("the draft is not complete");
  return await desk.me.spot.createOrder(newPairOrder(asked, SHOWN_PAIR));
}

const CANCELED = [
  ["post_only", "It would trade at once, so it would be canceled and nothing traded."],
  ["fok", "Not all of it can be had at once, so it would be canceled and nothing traded."],
] as const;

test.each(CANCELED)(
  "SPOT-TIF-3 SPOT-TIF-4 an order that is %s and would be canceled is told so, and then is",
  async (timeInForce, text) => {
    const draft = { ...BUY, timeInForce };

    expect(said(draft)).toEqual([{ field: "timeInForce", text, isWarning: true }]);
    expect(maySend(said(draft))).toBe(true);
    const { estimate } = assessPairOrder(draft, marketView, SHOWN_PAIR);
    expect(pairLines(estimate, draft, SHOWN_PAIR)).toContainEqual({
      name: "Sets aside",
      value: "0",
      unit: "USDT",
    });
    expect(await send(draft)).toMatchObject({ status: "CANCELED", executedQty: "0" });
    expect(said({ ...draft, price: "49000", timeInForce: "post_only" })).toEqual([]);
    expect(said({ ...draft, quantity: "0.4", timeInForce: "fok" })).toEqual([]);
  },
);

test("SPOT-TIF-4 in margin nothing is borrowed for an order that would be canceled", async () => {
  const margin = await desk.pairMarketView(SPOT.symbol, "margin");
  const draft = { ...BUY, area: "margin", quantity: "0.3" } as const;
  const borrows = (timeInForce: PairDraft["timeInForce"]) => {
    const asked = { ...draft, timeInForce };
    const { estimate } = assessPairOrder(asked, margin, SHOWN_PAIR);
    return pairLines(estimate, asked, SHOWN_PAIR).find(({ name }) => name === "Borrows")?.value;
  };

  expect([borrows("gtc"), borrows("post_only")]).toEqual(["5003", "0"]);
});

test("SPOT-TIF-2 of an immediate order it is told how much would trade", () => {
  const immediate = { ...BUY, timeInForce: "ioc" } as const;

  expect(said(immediate).map(({ text }) => text)).toEqual([
    "About 0.4 BTC would trade at once; the rest would be canceled.",
  ]);
  expect(said({ ...immediate, price: "50009.99" }).map(({ text }) => text)).toEqual([
    "Nothing of it would trade at once, so it would be canceled.",
  ]);
  expect(said({ ...immediate, quantity: "0.4" })).toEqual([]);
});

test("SPOT-STOP-1 SPOT-STOP-2 a stop waits for the price to rise or to fall, and sets its money aside", async () => {
  const { estimate, complaints, due } = assessPairOrder(STOP, marketView, SHOWN_PAIR);

  expect([complaints, due]).toEqual([[], undefined]);
  expect(pairLines(estimate, STOP, SHOWN_PAIR)).toEqual([
    { name: "Sets aside", value: "51010", unit: "USDT" },
  ]);
  expect(sayWaits("51000", marketView.last)).toBe(
    "Waits until the last price, now 50,000, rises to 51,000.",
  );
  expect(sayWaits("49000", marketView.last)).toContain("falls to 49,000.");
  expect(await send(STOP)).toMatchObject({
    status: "NEW",
    triggerPrice: "51000",
    triggered: false,
  });
  const market = { ...STOP, kind: "market", side: "sell", quantity: "0.1" } as const;
  expect(await send({ ...market, triggerPrice: "49000" })).toMatchObject({
    type: "MARKET",
    triggered: false,
  });
});

test("SPOT-STOP-1 a stop at the last price is warned of, since it would not wait", () => {
  const now = assessPairOrder({ ...STOP, triggerPrice: "50000.00" }, marketView, SHOWN_PAIR);

  expect(now.due).toBe("Would not wait: the last price is 50,000 already.");
  expect(now.complaints).toContainEqual({
    field: "triggerPrice",
    text: now.due,
    isWarning: true,
  });
});

test("SPOT-CHECK-7 SPOT-CHECK-10 SPOT-STOP-1 what is wrong with a trigger is said by its field", () => {
  const one = (part: Partial<PairDraft>, view = marketView) => said({ ...STOP, ...part }, view)[0];

  expect(one({ triggerPrice: "51000.001" })).toMatchObject({
    field: "triggerPrice",
    text: "A trigger price has at most 2 decimals here.",
    isWarning: false,
  });
  expect(one({ triggerPrice: "0" })?.text).toBe("The trigger must be above zero.");
  expect(one({ triggerPrice: "x" })?.field).toBe("triggerPrice");
  const far = { field: "triggerPrice", text: expect.stringContaining("from the market") };
  expect(one({ triggerPrice: "1", kind: "market", quantity: "100" })).toMatchObject(far);
  expect(one({ triggerPrice: "300000", price: "50000" })).toMatchObject(far);
  expect(one({ price: "400000" })).toMatchObject({
    field: "price",
    text: expect.stringMatching(/^Too far from the trigger price\. Allowed: /),
  });
  expect(one({}, { ...marketView, last: "0" })).toMatchObject({ field: "triggerPrice" });
  const empty = assessPairOrder({ ...STOP, triggerPrice: "" }, marketView, SHOWN_PAIR);
  expect([empty.asked, empty.complaints]).toEqual([undefined, []]);
});

test("SPOT-STP-3 the ways to deal with own orders are those that the symbol allows", () => {
  const words = (allowed: "none" | "expire_taker") =>
    selfTradeOptions(allowed).map(({ value }) => value);

  expect(words("none")).toEqual([
    "as_market",
    "expire_taker",
    "expire_maker",
    "expire_both",
    "decrement",
  ]);
  expect(words("expire_taker")).toEqual(["as_market", "expire_maker", "expire_both", "decrement"]);
});

test("SPOT-TIF-5 SPOT-STP-3 only what was asked for is sent, and a market order has no time in force", () => {
  const sent = (part: Partial<PairDraft>) => {
    const { asked } = assessPairOrder({ ...BUY, ...part }, marketView, SHOWN_PAIR);
    return asked && newPairOrder(asked, SHOWN_PAIR);
  };
  const plain = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "50010", volume: "1" };

  expect(sent({ triggerPrice: "9" })).toEqual(plain);
  expect(sent({ timeInForce: "post_only", selfTrade: "expire_both" })).toEqual({
    ...plain,
    timeInForce: "POST_ONLY",
    selfTrade: "EXPIRE_BOTH",
  });
  expect(sent({ kind: "market", timeInForce: "fok", quantity: "100" })).toEqual({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "MARKET",
    volume: "100",
  });
});

test("SPOT-STOP-2 an own stop that waits is in no book that an order is played against, and one that rests is", async () => {
  const { symbols } = await desk.me.spot.symbols();
  const symbol = symbols.find((listing) => listing.symbol === SPOT.symbol);
  if (!symbol) throw new Error("no symbol");
  const ask = {
    area: "spot",
    symbol: SPOT.symbol,
    side: "SELL",
    type: "LIMIT",
    status: "NEW",
    price: "50010",
    origQty: "0.4",
    executedQty: "0",
    triggerPrice: "50010",
  };
  const ownIn = (triggered: boolean) => {
    const { book } = pairTicketViewOf(
      {
        market: { ...SHOWN_PAIR, symbol },
        markets: [],
        book: { bids: [], asks: [["50010", "0.4"]] },
        last: "50000",
        mark: "0",
        isHalted: false,
        isSignedIn: true,
        orders: [{ ...ask, triggered } as AccountOrder],
        balances: [],
        positions: [],
        rates: { symbols: new Map(), contracts: new Map() },
        tickers: new Map(),
        margin: undefined,
      },
      "spot",
    );
    return book.asks.map(({ own }) => own !== undefined);
  };

  expect([ownIn(false), ownIn(true)]).toEqual([[false], [true]]);
});
