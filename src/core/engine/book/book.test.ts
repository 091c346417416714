/** The book against the naive one: the same orders in the same place, whatever happened. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../../../../test/support/book-content.ts";
import { NaiveBook } from "../../../../test/support/naive-book.ts";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/support/some-order.ts";
import type { Side } from "../orders/order.ts";
import { type OrderRow, OrderRows } from "../orders/order-rows.ts";
import {
  type Book,
  bestOpposite,
  crosses,
  depthOf,
  ladderOf,
  newBook,
  reduceResting,
  restOrder,
  takeOut,
} from "./book.ts";

const SIDES = ["buy", "sell"] as const;

function compare(book: Book, naive: NaiveBook): void {
  expect(contentOf(book)).toEqual(naive.content());
  for (const side of SIDES) {
    const depth = naive.depth(side);
    expect(depthOf(ladderOf(book, side), 10_000)).toEqual(depth);
    expect(ladderOf(book, side).best?.ticks).toBe(depth[0]?.ticks);
  }
}

interface Step {
  readonly what: "rest" | "take" | "reduce";
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
  readonly which: number;
}

/** Takes the same steps on both books. */
function play(steps: readonly Step[]): { book: Book; naive: NaiveBook } {
  const book = newBook(new OrderRows());
  const naive = new NaiveBook();
  const { rows } = book;
  const orders: OrderRow[] = [];
  let idLast = 0;
  for (const { what, side, ticks, lots, which } of steps) {
    const index = which % Math.max(orders.length, 1);
    const order = what === "rest" ? undefined : orders[index];
    if (!order) {
      const made = someOrder({ id: ++idLast, side, ticks, lots });
      const row = rows.add(made);
      restOrder(book, row);
      naive.rest({ ...made, lots: BigInt(lots) });
      orders.push(row);
      continue;
    }
    const left = rows.remaining(order);
    const given = what === "take" ? left : Math.min(lots, left);
    if (what === "take") takeOut(book, order);
    else reduceResting(book, order, given);
    naive.reduce(rows.id(order), BigInt(given));
    if (given < left) continue;
    rows.drop(order);
    rows.freeEnded();
    orders.splice(index, 1);
  }
  return { book, naive };
}

function step(prices: fc.Arbitrary<number>, sizes: fc.Arbitrary<number>): fc.Arbitrary<Step> {
  return fc.record({
    what: fc.constantFrom("rest", "rest", "take", "reduce"),
    side: fc.constantFrom(...SIDES),
    ticks: prices,
    lots: sizes,
    which: fc.nat(),
  });
}

const few = fc.integer({ min: 1, max: 8 });
const many = fc.integer({ min: 1, max: 100_000 });
const small = fc.integer({ min: 1, max: 50 });
const huge = fc.integer({ min: 2 ** 53 - 50, max: 2 ** 53 - 1 });

test.each([
  ["few prices", few, small],
  ["many prices", many, small],
  [
    "sums beyond 2^53",
    few,
    fc.oneof(
      huge,
      small,
      fc.maxSafeNat().map((lots) => lots || 1),
    ),
  ],
])("SPOT-MATCH-1 SPOT-DATA-1 the book equals the naive book: %s", (_, prices, sizes) => {
  fc.assert(
    fc.property(fc.array(step(prices, sizes), { maxLength: 120 }), (steps) => {
      const { book, naive } = play(steps);

      compare(book, naive);
    }),
    { seed: 61, numRuns: runs(150, 150) },
  );
});

test("SPOT-MATCH-1 a book of thousands of levels, filled and emptied, equals the naive one", () => {
  const ticks = fc.sample(fc.integer({ min: 1, max: 50_000 }), {
    seed: 62,
    numRuns: runs(2000, 2000),
  });
  const rests = ticks.map(
    (price): Step => ({ what: "rest", side: "sell", ticks: price, lots: 3, which: 0 }),
  );
  const takes = ticks
    .slice(0, 1900)
    .map((which): Step => ({ what: "take", side: "sell", ticks: 1, lots: 1, which }));

  const { book, naive } = play([...rests, ...takes]);

  compare(book, naive);
});

test("SPOT-DATA-1 depth sums what remains at each price, best first, at most as many as asked", () => {
  const book = newBook(new OrderRows());
  const rest = (id: number, side: Side, ticks: number, lots: number) =>
    restOrder(book, book.rows.add(someOrder({ id, side, ticks, lots })));
  rest(1, "buy", 99, 5);
  rest(2, "buy", 98, 1);
  rest(3, "buy", 99, 2);
  rest(4, "sell", 102, 4);
  rest(5, "sell", 101, 6);

  expect(depthOf(book.bids, 5)).toEqual([
    { ticks: 99, lots: 7n },
    { ticks: 98, lots: 1n },
  ]);
  expect(depthOf(book.asks, 1)).toEqual([{ ticks: 101, lots: 6n }]);
  expect(depthOf(book.asks, 0)).toEqual([]);
});

test("SPOT-DATA-1 the sum of a price is exact beyond 2^53 lots", () => {
  const book = newBook(new OrderRows());
  const lots = [2 ** 53 - 1, 2 ** 53 - 2, 2 ** 53 - 1, 1];
  const orders = lots.map((count, index) =>
    book.rows.add(someOrder({ id: index + 1, lots: count })),
  );
  for (const order of orders) restOrder(book, order);

  const sum = lots.reduce((total, count) => total + BigInt(count), 0n);
  expect(depthOf(book.bids, 1)).toEqual([{ ticks: 100, lots: sum }]);
  for (const order of orders.slice(0, 3)) takeOut(book, order);
  expect(depthOf(book.bids, 1)).toEqual([{ ticks: 100, lots: 1n }]);
});

test("SPOT-MATCH-3 a buy crosses asks at or below its price, a sell bids at or above", () => {
  expect([99, 100, 101].map((ask) => crosses("buy", 100, ask))).toEqual([true, true, false]);
  expect([99, 100, 101].map((bid) => crosses("sell", 100, bid))).toEqual([false, true, true]);
});

test("SPOT-MATCH-1 the best opposite of a buy is the lowest ask, of a sell the highest bid", () => {
  const book = newBook(new OrderRows());
  for (const [id, ticks] of [90, 95, 92].entries()) {
    restOrder(book, book.rows.add(someOrder({ id: id + 1, side: "buy", ticks })));
    restOrder(book, book.rows.add(someOrder({ id: id + 11, side: "sell", ticks: ticks + 20 })));
  }

  expect(bestOpposite(book, "buy")?.ticks).toBe(110);
  expect(bestOpposite(book, "sell")?.ticks).toBe(95);
  expect(bestOpposite(newBook(new OrderRows()), "buy")).toBeUndefined();
});

test("SPOT-MATCH-1 orders loaded backwards stand in the order of their ids all the same", () => {
  const book = newBook(new OrderRows());
  for (const id of [3, 1, 2]) restOrder(book, book.rows.add(someOrder({ id })));

  expect(contentOf(book)).toEqual(["1 buy 1 @ 100", "2 buy 1 @ 100", "3 buy 1 @ 100"]);
});

test("an order that is not on the book cannot be taken out or give anything", () => {
  const book = newBook(new OrderRows());

  const order = book.rows.add(someOrder({ id: 1 }));
  const empty = book.rows.add(someOrder({ id: 2, remaining: 0 }));

  expect(() => takeOut(book, order)).toThrow("was on the book");
  expect(() => reduceResting(book, order, 1)).toThrow("gives what it has");
  expect(() => restOrder(book, empty)).toThrow("something left");
});
