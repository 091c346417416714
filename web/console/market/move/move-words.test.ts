/** What is said before an order is moved. */
import { expect, test } from "vitest";
import type { AccountOrder } from "../../exchange/exchange.ts";
import { sayHow, warnOfMove } from "./move-words.ts";

const FACTS = {
  last: "50000",
  mark: "48000",
  book: { bids: [["49990", "1"]], asks: [["50010", "1"]] },
} as const;
const BUY = { area: "futures", orderIdString: "7", side: "BUY", status: "NEW" } as AccountOrder;
const SELL = { ...BUY, side: "SELL" } as AccountOrder;

test("a limit that would meet the other side is said to trade, or to be canceled where it must not", () => {
  expect(warnOfMove(BUY, "50009.9", FACTS)).toBeUndefined();
  expect(warnOfMove(BUY, "50010", FACTS)).toBe("It would trade at once: the best offer is 50,010.");
  expect(warnOfMove(SELL, "49990.1", FACTS)).toBeUndefined();
  expect(warnOfMove(SELL, "49990", FACTS)).toBe("It would trade at once: the best bid is 49,990.");
  const postOnly = { ...SELL, timeInForce: "POST_ONLY" } as AccountOrder;
  expect(warnOfMove(postOnly, "49000", FACTS)).toMatch(/^It would be canceled, being post only/);
  expect(warnOfMove(BUY, "60000", { ...FACTS, book: undefined })).toBeUndefined();
});

test.each([
  [1, "SELL", "fall"],
  [1, "BUY", "rise"],
  [2, "SELL", "rise"],
  [2, "BUY", "fall"],
  [3, "BUY", "rise"],
  [4, "BUY", "fall"],
])(
  "FUT-COND-2 a trigger %d that %ss on a %s is due where the last price has been",
  (triggerType, side, way) => {
    const order = { ...BUY, side, status: "INIT", triggerType } as AccountOrder;
    const due = "It would trigger at once: the last price is 50,000.";

    expect(warnOfMove(order, "50000", FACTS)).toBe(due);
    expect(warnOfMove(order, "50001", FACTS)).toBe(way === "fall" ? due : undefined);
    expect(warnOfMove(order, "49999", FACTS)).toBe(way === "rise" ? due : undefined);
    expect(warnOfMove(order, "1", { ...FACTS, last: "0" })).toBeUndefined();
  },
);

test("FUT-COND-2 a trigger that goes by the mark is due where the mark has been", () => {
  const order = { ...SELL, status: "INIT", triggerType: 1 } as AccountOrder;
  const byMark = { ...order, triggerPriceSource: "MARK" } as AccountOrder;

  expect(warnOfMove(byMark, "47999", FACTS)).toBeUndefined();
  expect(warnOfMove(byMark, "49000", FACTS)).toBe(
    "It would trigger at once: the mark price is 48,000.",
  );
});

test("SPOT-STOP-1 a stop of a pair that is moved past the last price waits for the other way", () => {
  const stop = { ...SELL, area: "spot", triggerPrice: "49000", triggered: false } as AccountOrder;

  expect(warnOfMove(stop, "49500", FACTS)).toBeUndefined();
  expect(warnOfMove(stop, "51000", FACTS)).toBe(
    "It would then wait for the price to rise: the last price is 50,000.",
  );
});

test("how it is done is said of each kind", () => {
  const waiting = { ...SELL, status: "INIT" } as AccountOrder;

  expect(sayHow({ ...BUY, area: "spot" } as AccountOrder)).toMatch(/^One request replaces it/);
  expect(sayHow(BUY)).toMatch(/order 7 is canceled, then a new one is placed\. If that is refused/);
  const list = { id: 6, symbol: "BTCUSDT", kind: "OCO", orders: [] } as const;
  expect(sayHow({ ...BUY, area: "spot" } as AccountOrder, list)).toMatch(
    /are canceled, then placed anew .* If that is refused, the old ones are gone/,
  );
  expect(sayHow(waiting)).toMatch(/a new one is placed, then order 7 is canceled/);
});
