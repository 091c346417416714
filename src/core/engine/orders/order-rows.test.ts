/** Rows against the orders that were put into them: same fields, whatever was added, traded, ended and used again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/support/some-order.ts";
import { AREAS } from "../ledger/area.ts";
import type { Wallet } from "../ledger/ledger.ts";
import type { Instructions } from "./instructions.ts";
import type { FuturesTerms, Order } from "./order.ts";
import { hashOf } from "./order-name.ts";
import { NO_ORDER, type OrderRow, OrderRows } from "./order-rows.ts";

const TERMS: FuturesTerms = {
  action: "open",
  mode: "cross",
  leverage: 5,
  timeInForce: "gtc",
  trigger: "none",
  triggerTicks: 0,
  isWaiting: false,
  rates: { openMakerRate: 1, openTakerRate: 2, closeMakerRate: 3, closeTakerRate: 4 },
  frozen: 7n,
};
const INSTRUCTIONS: Instructions = {
  timeInForce: "ioc",
  selfTrade: "none",
  triggerTicks: 9,
  isRise: true,
  isWaiting: true,
  rank: 0,
  unit: "quote",
  list: 0,
  isPending: false,
  prevented: 0,
  preventedValue: 0n,
  slice: 0,
  hidden: 0,
  delta: 0,
  peak: undefined,
};

const safe = fc.maxSafeNat();
const big = fc.oneof(fc.constant(0n), fc.bigInt(0n, 2n ** 20n), fc.bigInt(0n, 2n ** 106n));
const rate = fc.integer({ min: -(10 ** 8), max: 10 ** 8 });
const anyOrder = fc
  .record({
    id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    user: fc.integer({ min: 1, max: 8_000_000 }),
    area: fc.constantFrom(...AREAS),
    market: fc.integer({ min: 1, max: 4_000 }),
    side: fc.constantFrom("buy" as const, "sell" as const),
    kind: fc.constantFrom("limit" as const, "market" as const),
    ticks: safe,
    lots: safe,
    executed: fc.nat(1_000),
    budget: big,
    traded: big,
    borrowed: big,
    makerRate: rate,
    takerRate: rate,
    clientId: fc.oneof(fc.constant(""), fc.string({ maxLength: 64 })),
    placedAtMs: safe,
    futures: fc.constantFrom(undefined, TERMS),
    instructions: fc.constantFrom(undefined, INSTRUCTIONS),
  })
  .map((fields) => someOrder(fields));

/** As it is read from a row. */
function told(order: Order): Order {
  return { ...order, nameHash: order.clientId === "" ? 0 : hashOf({ ...order, nameHash: 0 }) };
}

test("a row tells every field of the order that was put into it, in the shape of a new order", () => {
  fc.assert(
    fc.property(fc.array(anyOrder, { minLength: 1, maxLength: 8 }), (orders) => {
      const rows = new OrderRows();
      const added = orders.map((order) => rows.add(order));

      added.forEach((row, at) => {
        const order = orders[at] as Order;
        expect(rows.orderAt(row)).toEqual(told(order));
        expect(Object.keys(rows.orderAt(row))).toEqual(Object.keys(order));
        expect(rows.futures(row)).toBe(order.futures);
        expect(rows.instructions(row)).toBe(order.instructions);
        expect(rows.isNamed(row, order.clientId)).toBe(true);
        expect(rows.isNamed(row, `${order.clientId}x`)).toBe(false);
      });
    }),
    { seed: 201, numRuns: runs(200, 200) },
  );
});

test("a row that is used again has nothing of the order before", () => {
  const rows = new OrderRows();
  const first = { clientId: "before", futures: TERMS, instructions: INSTRUCTIONS };
  const whole = someOrder({ id: 1, ...first, budget: 5n, borrowed: 6n, traded: 2n ** 100n });
  const row = rows.add(whole);
  rows.setLevel(row, 3);
  rows.setWallet(row, 4 as Wallet);
  rows.addTrade(row, 1, 2n ** 90n);
  rows.drop(row);
  rows.freeEnded();

  expect(rows["clientIds"].get(row)).toBeUndefined();
  // An order with one thing beside it shows whether the others are gone.
  const again = rows.add(someOrder({ id: 2, instructions: INSTRUCTIONS }));
  expect(again).toBe(row);
  expect([rows.budget(row), rows.borrowed(row), rows.futures(row)]).toEqual([0n, 0n, undefined]);
  rows.drop(row);
  rows.freeEnded();

  const plain = someOrder({ id: 3 });
  expect(rows.add(plain)).toBe(row);

  expect(rows.orderAt(row)).toEqual(told(plain));
  expect([rows.level(row), rows.wallet(row), rows.before(row), rows.behind(row)]).toEqual([
    0,
    0,
    NO_ORDER,
    NO_ORDER,
  ]);
});

test("the row of an ended order is not used again within its command", () => {
  const rows = new OrderRows();
  const ended = rows.add(someOrder({ id: 1, clientId: "mine" }));
  rows.drop(ended);

  const next = rows.add(someOrder({ id: 2 }));

  expect(next).not.toBe(ended);
  expect([rows.id(ended), rows.clientId(ended)]).toEqual([1, "mine"]);
  rows.freeEnded();
  expect(rows.add(someOrder({ id: 3 }))).toBe(ended);
});

test("CORE-BOUND-1 rows of ended orders are used again: as many as were ever held at once, no more", () => {
  const step = fc.record({ comes: fc.boolean(), which: fc.nat(), isOver: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const rows = new OrderRows();
      const open: OrderRow[] = [];
      const seen = new Set<OrderRow>();
      let mostHeld = 0;
      let ended = 0;
      for (const [at, { comes, which, isOver }] of steps.entries()) {
        if (comes || open.length === 0) {
          const row = rows.add(someOrder({ id: at + 1 }));
          if (open.includes(row)) expect.fail(`row ${row} is of two orders`);
          open.push(row);
          seen.add(row);
        } else {
          rows.drop(open.splice(which % open.length, 1)[0] as OrderRow);
          ended++;
        }
        mostHeld = Math.max(mostHeld, open.length + ended);
        if (isOver) {
          rows.freeEnded();
          ended = 0;
        }
        expect(rows.held).toBe(open.length);
      }
      expect(seen.size).toBeLessThanOrEqual(mostHeld);
    }),
    { seed: 202, numRuns: runs(200, 200) },
  );
});

test("what an order has traded adds up exactly, whatever its size", () => {
  const amount = fc.oneof(
    fc.maxSafeNat().map((value) => ({ value, exact: BigInt(value) })),
    fc.bigInt(0n, 2n ** 106n).map((value) => ({ value, exact: value })),
  );
  fc.assert(
    fc.property(big, fc.array(amount, { maxLength: 12 }), (traded, trades) => {
      const rows = new OrderRows();
      const row = rows.add(someOrder({ id: 1, lots: 1_000, traded }));
      let sum = traded;
      for (const { value, exact } of trades) {
        rows.addTrade(row, 3, value);
        rows.reduce(row, 3);
        sum += exact;
        expect(rows.traded(row)).toBe(sum);
      }
      expect(rows.executed(row)).toBe(3 * trades.length);
      expect(rows.remaining(row)).toBe(1_000 - 3 * trades.length);
    }),
    { seed: 203, numRuns: runs(200, 200) },
  );
});

test("CORE-BOUND-1 100,000 orders stay what they are while the rows grow", () => {
  const rows = new OrderRows();
  const added = Array.from({ length: 100_000 }, (_, at) =>
    rows.add(someOrder({ id: at + 1, ticks: 7 * at, user: 1 + (at % 999), clientId: `c${at}` })),
  );

  const isOwn = (row: OrderRow, at: number) =>
    rows.id(row) === at + 1 && rows.ticks(row) === 7 * at && rows.clientId(row) === `c${at}`;
  expect(added.findIndex((row, at) => !isOwn(row, at))).toBe(-1);
  expect(rows.held).toBe(100_000);
});
