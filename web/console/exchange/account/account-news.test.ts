/** Events of the account as sentences. */
import { expect, test } from "vitest";
import type { Order, OwnTrade } from "../exchange.ts";
import { fillText, liquidationText, orderNews } from "./account-news.ts";

const ORDER: Order = {
  ...{ area: "spot", orderId: 1, orderIdString: "1", clientOrderId: "c", symbol: "BTCUSDT" },
  ...{ transactTime: 0, time: 0, price: "49000", origQty: "1000.5", executedQty: "0" },
  ...{ avgPrice: "0", type: "LIMIT", side: "BUY", status: "NEW" },
};

test("the beginning and the end of an order are news, a fill of it is told by the trade", () => {
  expect(orderNews(ORDER)?.text).toBe("Placed: buy 1,000.5 BTCUSDT at 49,000");
  expect(orderNews({ ...ORDER, status: "CANCELED" })?.kind).toBe("cancel");
  expect(orderNews({ ...ORDER, status: "REJECTED" })?.tone).toBe("bad");
  expect(orderNews({ ...ORDER, status: "FILLED" })).toBeUndefined();
  expect(orderNews({ ...ORDER, type: "MARKET" })?.text).toContain("at market");
});

test("a fill says what was bought or sold, of which market, at which price", () => {
  const trade = { area: "spot", symbol: "BTCUSDT", side: "SELL", qty: "0.5", price: "49960.43" };

  expect(fillText(trade as OwnTrade)).toBe("Sold 0.5 BTCUSDT at 49,960.43");
});

test("a liquidation says what became of what", () => {
  const time = 0;

  expect(
    liquidationText({ time, area: "margin", event: "LIQUIDATION_OVER", end: "BAD_DEBT" }),
  ).toBe("The margin account's liquidation is over: bad debt");
  expect(
    liquidationText({
      ...{ time, area: "futures", event: "FORCE_CLOSED", reason: "NETTING", marginCoin: "USDT" },
      ...{ contractName: "E-BTC-USDT", orderId: 1, tradeId: 1, side: "SELL", volume: "1000" },
      ...{ price: "48000", amount: "4800" },
    }),
  ).toBe("Closed by force (netting): sold 1,000 E-BTC-USDT at 48,000");
});
