/**
 * Where our stops and lists and those of `nodejs-order-book` differ, entry by entry of the list in stops.test.ts: the same is asked of
 * both, and nothing is made ours.
 */
import { type LimitOrderOptions, OrderBook } from "nodejs-order-book";
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import { contentOf } from "../support/book-content.ts";
import { Desk } from "../support/desk.ts";
import { forceOf, MODES, queueOf, SIDES } from "./peer-words.ts";

const WHOLE = { pricePrecision: 0, quantityPrecision: 0, selfTrade: "none" } as const;
const ENOUGH = { BTC: "1000", USDT: "1000000" };
/** A stop or a list that theirs cannot take. */
const INVALID = 1108;

type Terms = Pick<LimitOrderOptions, "id" | "side" | "size" | "price">;
const bid = (id: string, size: number, price: number): Terms => {
  return { id, side: SIDES.buy, size, price };
};
const ask = (id: string, size: number, price: number): Terms => {
  return { id, side: SIDES.sell, size, price };
};

/** Both books with a trade at 100 behind them. */
class Both {
  readonly desk = new Desk({ ann: ENOUGH, bob: ENOUGH }, { rules: WHOLE });
  readonly book = new OrderBook();
  readonly #names = new Map<number, string>();

  constructor() {
    this.limit(ask("first ask", 1, 100));
    this.limit(bid("first bid", 1, 100));
  }

  /** The order of Bob at both. */
  limit(terms: Terms) {
    this.ours("bob", `${terms.side} ${terms.size} @ ${terms.price}`, terms.id);
    return this.book.limit(terms);
  }

  /** The stop of Ann at both. */
  stop(terms: Terms, stopPrice: number) {
    this.ours("ann", `${terms.side} ${terms.size} @ ${terms.price} stop ${stopPrice}`, terms.id);
    return this.book.stopLimit({ ...terms, stopPrice });
  }

  ours(user: string, words: string, name: string): number {
    const id = this.desk.place(user, words);
    this.#names.set(id, name);
    return id;
  }

  /** Who stands in each book, in trading order. */
  get standing() {
    const { books } = this.desk.state;
    const lines = contentOf(present(books[0], "the book"));
    const ours = lines.map((line) => this.#names.get(Number.parseInt(line, 10)));
    const theirs = (["buy", "sell"] as const).flatMap((side) => queueOf(this.book, side));
    return { ours, theirs: theirs.map(({ id }) => id) };
  }

  get last() {
    return { ours: this.desk.state.prices.last[0], theirs: this.book.marketPrice };
  }
}

test("SPOT-STOP-5 behind_the_rest: a taker's rest stands before a stop that it has triggered", () => {
  const both = new Both();
  both.stop(bid("stop", 1, 102), 101);
  both.limit(ask("maker", 1, 102));
  both.limit(bid("taker", 3, 102));

  expect(both.standing).toEqual({ ours: ["taker", "stop"], theirs: ["stop", "taker"] });
});

test("SPOT-STOP-3 other_side: a buyer that brings the price down triggers a stop that sells", () => {
  const both = new Both();
  both.stop(ask("stop", 1, 98), 98);
  both.limit(ask("maker", 1, 97));
  both.limit(bid("taker", 1, 97));

  expect(both.standing).toEqual({ ours: ["stop"], theirs: [] });
});

test("SPOT-STOP-3 nearest_first: the trigger that the price comes to first has its turn first", () => {
  const both = new Both();
  both.stop(bid("near", 1, 105), 101);
  both.stop(bid("far", 1, 105), 102);
  both.limit(ask("maker", 1, 103));
  both.limit(bid("taker", 1, 103));

  expect(both.standing).toEqual({ ours: ["near", "far"], theirs: ["far", "near"] });
});

test("SPOT-STOP-3 one_after_the_other: what a stop triggers goes behind what was triggered before it", () => {
  const both = new Both();
  both.limit(ask("low", 1, 101));
  both.limit(ask("high", 1, 103));
  both.stop(bid("first", 1, 103), 101);
  both.stop(bid("second", 1, 103), 101);
  both.stop(bid("third", 1, 103), 103);
  both.limit(bid("taker", 1, 101));

  expect(both.standing).toEqual({ ours: ["second", "third"], theirs: ["third", "second"] });
});

test("SPOT-STOP-1 at_once, toward: a stop at the last price is triggered, and one may wait for a better price", () => {
  const both = new Both();
  const refused = [
    both.stop(bid("at", 1, 100), 100),
    both.stop(bid("toward", 1, 90), 95),
    both.stop(bid("before", 1, 101), 102),
  ];

  expect(both.standing).toEqual({ ours: ["at"], theirs: [] });
  expect(refused.map(({ err }) => err?.code)).toEqual([INVALID, INVALID, INVALID]);
});

test("SPOT-STOP-2 stop_not_canceled: a stop is canceled like any open order", () => {
  const both = new Both();
  const stop = both.ours("ann", "buy 1 @ 102 stop 101", "stop");
  both.book.stopLimit({ ...bid("stop", 1, 102), stopPrice: 101 });

  expect(both.desk.cancel("ann", stop).ok).toBe(true);
  expect(both.book.cancel("stop")).toBeUndefined();
});

test("SPOT-LIST-9 leg_trades_at_once, two_ids: a leg that trades at once ends the other", () => {
  const both = new Both();
  both.limit(ask("maker", 1, 97));
  const [, limit = 0, stop = 0] = both.desk.list("ann", "oco", [
    "buy 2 @ 98",
    "buy 2 @ 105 stop 103",
  ]);
  both.book.oco({ ...bid("oco", 2, 98), stopPrice: 103, stopLimitPrice: 105 });

  expect(stop).toBe(limit + 1);
  expect(both.desk.endOf(stop)).toMatchObject({ status: "canceled", reason: "other_leg" });
  expect(both.book.snapshot().stopBook.bids).toMatchObject([{ orders: [{ id: "oco" }] }]);
});

test("SPOT-CHECK-13 no_opposite: a market order that finds the other side empty is refused", () => {
  const both = new Both();

  expect(both.desk.refusal("ann", "sell 1")).toBe("no_opposite_orders");
  expect(both.book.market({ side: SIDES.sell, size: 1 }).err).toBeNull();
});

test("SPOT-BAND-3 range: a market order ends where its range does", () => {
  const both = new Both();
  both.limit(ask("dear", 1, 201));
  both.ours("ann", "buy just 1", "buyer");
  both.book.market({ side: SIDES.buy, size: 1 });

  expect(both.last).toEqual({ ours: 100, theirs: 201 });
});

test("SPOT-STP-4 own: self-trade prevention sees the orders of a list", () => {
  const { desk, book } = new Both();
  desk.list("ann", "oco", ["sell 1 @ 102", "sell 1 @ 97 stop 98"]);
  desk.place("ann", "buy 1 @ 102 meets expire_both");
  const mine = { accountId: "ann", stpMode: MODES.expire_both };
  book.oco({ ...ask("oco", 1, 102), ...mine, stopPrice: 98, stopLimitPrice: 97 });

  expect(desk.trades()).toEqual([]);
  expect(book.limit({ ...bid("taker", 1, 102), ...mine }).done).toHaveLength(2);
});

test("SPOT-TIF-2 force: what rests of a triggered order with IOC is canceled", () => {
  const both = new Both();
  const stop = both.ours("ann", "buy 1 @ 102 stop 101 ioc", "stop");
  const timeInForce = forceOf("ioc");
  both.book.stopLimit({ ...bid("stop", 1, 102), stopPrice: 101, timeInForce });
  both.limit(ask("maker", 1, 101));
  both.limit(bid("taker", 1, 101));

  expect(both.desk.endOf(stop).reason).toBe("immediate_or_cancel");
  expect(both.standing).toEqual({ ours: [], theirs: ["stop"] });
});

test("SPOT-LIST-2 market_leg: the stop of a list may be at market", () => {
  const { desk, book } = new Both();
  desk.list("ann", "oco", ["sell 1 @ 110", "sell 1 stop 98"]);
  // It has no word for it: the price of that leg is mandatory.
  book.oco({ ...ask("oco", 1, 110), stopPrice: 98, stopLimitPrice: 98 });
  for (const words of ["buy 1 @ 95", "sell 1 @ 98", "buy 1 @ 98"]) desk.place("bob", words);
  book.limit(bid("low", 1, 95));
  book.limit(bid("maker", 1, 98));
  book.limit(ask("taker", 1, 98));

  expect(desk.trades().at(-1)).toBe("1 @ 95");
  expect(book.marketPrice).toBe(98);
});
