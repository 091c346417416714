/** Events of the account as sentences. */
import { expect, test } from "vitest";
import type { AccountOrder, AccountTrade } from "../exchange.ts";
import { fillText, labelOfMarket, liquidationText, orderNews } from "./account-news.ts";

const TITLE = { title: "BTC/USDT", coin: "USDT" };
const ORDER: AccountOrder = {
  area: "spot",
  orderId: 1,
  orderIdString: "1",
  clientOrderId: "c",
  symbol: "BTCUSDT",
  transactTime: 0,
  time: 0,
  price: "49000",
  origQty: "1000.5",
  executedQty: "0",
  avgPrice: "0",
  type: "LIMIT",
  side: "BUY",
  status: "NEW",
};

test("the beginning and the end of an order are news, a fill of it is told by the trade", () => {
  expect(orderNews(ORDER, TITLE)?.text).toBe("Placed: buy 1,000.5 BTC/USDT at 49,000");
  expect(orderNews({ ...ORDER, status: "CANCELED" }, TITLE)?.kind).toBe("cancel");
  const small = { ...ORDER, status: "CANCELED", endReason: "BELOW_ONE_STEP" } as const;
  expect(orderNews(small, TITLE)?.text).toContain(
    "(the amount does not pay for one step at the next price)",
  );
  expect(orderNews({ ...ORDER, status: "REJECTED" }, TITLE)?.tone).toBe("bad");
  expect(orderNews({ ...ORDER, status: "FILLED" }, TITLE)).toBeUndefined();
  expect(orderNews({ ...ORDER, type: "MARKET" }, TITLE)?.text).toBe(
    "Placed: buy BTC/USDT for 1,000.5 USDT at market",
  );
  expect(orderNews({ ...ORDER, area: "margin", side: "SELL" } as AccountOrder, TITLE)?.text).toBe(
    "Placed: sell 1,000.5 BTC/USDT at 49,000 on margin",
  );
});

test("SPOT-LIST-12 a leg whose money was missing says why it was rejected", () => {
  const leg = { ...ORDER, status: "REJECTED", endReason: "INSUFFICIENT_BALANCE" } as const;

  expect(orderNews(leg, TITLE)?.text).toBe(
    "Rejected: buy 1,000.5 BTC/USDT at 49,000 (its money was not there when the first order was filled)",
  );
});

test("SPOT-UNIT-5 what an order counts is said as it counts it", () => {
  const news = (part: Partial<AccountOrder>) =>
    orderNews({ ...ORDER, type: "MARKET", origQty: "2", ...part } as AccountOrder, TITLE)?.text;

  expect(news({ volumeUnit: "BASE" })).toBe("Placed: buy 2 BTC/USDT at market");
  expect(news({ side: "SELL", volumeUnit: "QUOTE" })).toBe(
    "Placed: sell BTC/USDT for 2 USDT at market",
  );
});

test("SPOT-STOP-3 a stop of a pair says its trigger, and that it was triggered, once", () => {
  const stop = { ...ORDER, origQty: "1", triggerPrice: "51000", triggered: false } as const;
  const text = "buy 1 BTC/USDT at 49,000, stop at 51,000";
  const triggered = { ...stop, triggered: true } as const;
  const newsOf = (status: "NEW" | "PARTIALLY_FILLED" | "FILLED") =>
    orderNews({ ...triggered, status }, TITLE);

  expect(orderNews(stop, TITLE)?.text).toBe(`Placed: ${text}`);
  expect(orderNews({ ...stop, status: "CANCELED" }, TITLE)?.text).toBe(`Canceled: ${text}`);
  const rows = [newsOf("NEW"), newsOf("PARTIALLY_FILLED"), newsOf("FILLED")];
  expect(new Set(rows.map((news) => news?.text))).toEqual(new Set([`Triggered: ${text}`]));
  // What bears the key of what is in the feed already is not noted again.
  expect(new Set(rows.map((news) => news?.key))).toEqual(new Set(["triggered spot 1"]));
});

test.each([
  ["POST_ONLY", "a post-only order would have traded at once"],
  ["FILL_OR_KILL", "it would not have been filled whole"],
  ["IMMEDIATE_OR_CANCEL", "an immediate order found no more to trade with"],
  ["SELF_TRADE", "it met an order of your own"],
  ["COUNTDOWN", "your countdown was not renewed"],
  ["OUT_OF_RANGE", "the next price is too far away"],
  ["EMPTY_BOOK", "nothing more was on the other side of the book"],
] as const)("SPOT-TIF-4 SPOT-COUNT-3 an order that ended for %s says why", (endReason, why) => {
  const news = orderNews({ ...ORDER, status: "CANCELED", endReason }, TITLE);

  expect(news?.text).toBe(`Canceled: buy 1,000.5 BTC/USDT at 49,000 (${why})`);
});

test("an order that waits says for what, when it is placed and when it ends", () => {
  const stop = {
    ...ORDER,
    area: "futures",
    action: "CLOSE",
    side: "SELL",
    type: "MARKET",
    origQty: "400",
    triggerType: 1,
    triggerPrice: "49000",
    triggerPriceSource: "LAST",
    status: "INIT",
  } as unknown as AccountOrder;
  const words = { title: "BTC/USDT Perp", coin: "USDT" };
  const text = "sell 400 BTC/USDT Perp at market, stop loss 49,000 (last price)";

  expect(orderNews(stop, words)?.text).toBe(`Placed: ${text}`);
  expect(orderNews({ ...stop, status: "CANCELLED" } as AccountOrder, words)?.text).toBe(
    `Canceled: ${text}`,
  );
});

test("a fill says what was bought or sold, of which market, at which price", () => {
  const trade = { area: "spot", side: "SELL", qty: "0.5", price: "49960.43", forced: "NONE" };
  const forced = { ...trade, forced: "LIQUIDATION" };

  expect(fillText(trade as AccountTrade, TITLE)).toBe("Sold 0.5 BTC/USDT at 49,960.43");
  expect(fillText(forced as AccountTrade, TITLE)).toBe(
    "Sold 0.5 BTC/USDT at 49,960.43 by liquidation",
  );
});

test("a liquidation says what became of what", () => {
  const time = 0;
  const call = (name: string) => labelOfMarket([], name);

  expect(
    liquidationText({ time, area: "margin", event: "LIQUIDATION_OVER", end: "BAD_DEBT" }, call),
  ).toBe("The margin account's liquidation is over: bad debt");
  expect(
    liquidationText(
      {
        time,
        area: "futures",
        event: "FORCE_CLOSED",
        reason: "NETTING",
        marginCoin: "USDT",
        contractName: "E-BTC-USDT",
        orderId: 1,
        tradeId: 1,
        side: "SELL",
        volume: "1000",
        price: "48000",
        amount: "4800",
      },
      call,
    ),
  ).toBe("Closed by force (netting): sold 1,000 BTC/USDT Perp at 48,000");
});

test("SPOT-TRAIL-2 that a stop has begun to trail is news once; one that trails at once is only placed", () => {
  const stop = { ...ORDER, origQty: "1", triggered: false, trailingDelta: 100 } as const;
  const from = { ...stop, triggerPrice: "51000" };
  const text = "buy 1 BTC/USDT at 49,000, trailing 1%";

  expect(orderNews({ ...stop, trailingPrice: "50500" }, TITLE)?.text).toBe(`Placed: ${text}`);
  expect(orderNews(from, TITLE)?.text).toBe(`Placed: ${text} from 51,000`);
  expect(orderNews({ ...from, trailingPrice: "51510" }, TITLE)).toMatchObject({
    text: `Trails now: ${text} from 51,000`,
    key: "trails spot 1",
  });
});
