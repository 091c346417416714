/**
 * Orders of a snapshot against a slow model: their bytes are those of a record for each, and a state into which they are
 * loaded, all at once or one by one, is the one that they were written from.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../../../../test/support/book-content.ts";
import { Desk } from "../../../../test/support/desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/support/some-order.ts";
import { ByteWriter } from "../../base/records/bytes.ts";
import {
  big,
  type Field,
  int,
  list,
  oneOf,
  optional,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import { type Book, lotsAt, restOrder } from "../book/book.ts";
import { type Ladder, levelAt, levelsOf } from "../book/ladder.ts";
import { addHidden } from "../book/slices.ts";
import type { Trails } from "../book/trails.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { AREAS } from "../ledger/area.ts";
import { findOpenNamed } from "../orders/client-ids.ts";
import {
  firstInstructionsRecord,
  type Instructions,
  instructionsRecord,
  secondInstructionsRecord,
  thirdInstructionsRecord,
  toldOf,
} from "../orders/instructions.ts";
import { enterOrder, leaveOrder, openCountOf } from "../orders/open-orders.ts";
import type { Order, PairArea } from "../orders/order.ts";
import { openOrdersOf } from "../read/orders.ts";
import { countExpectedLock, expectWaiting } from "../spot/count-expected-lock.ts";
import { lockedAsset } from "../spot/order-value.ts";
import { addStop, trailingOn } from "../spot/stops.ts";
import type { ExchangeState } from "../state.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { writeOrders } from "./snapshot-orders.ts";

const fields = {
  id: uint,
  user: uint,
  area: oneOf(...AREAS),
  market: uint,
  side: oneOf("buy", "sell"),
  ticks: uint,
  lots: uint,
  executed: uint,
  traded: big,
  makerRate: int,
  takerRate: int,
  clientId: text,
  placedAtMs: uint,
  borrowed: big,
};
/** The bytes of an order, as plainly as they can be said. */
const modelRecord = record(fields);
const instructedFields = { ...fields, kind: oneOf("limit", "market"), budget: big };
const MODELS = {
  plain: modelRecord,
  instructed: record({ ...instructedFields, instructions: optional(firstInstructionsRecord) }),
  extended: record({ ...instructedFields, instructions: optional(secondInstructionsRecord) }),
  prevented: record({ ...instructedFields, instructions: optional(thirdInstructionsRecord) }),
  trailing: record({ ...instructedFields, instructions: optional(instructionsRecord) }),
};
const form = fc.constantFrom(...(Object.keys(MODELS) as (keyof typeof MODELS)[]));

const USERS = 3;
const PAIRS = 2;
const amount = fc.oneof(
  fc.constant(0n),
  fc.bigInt(1n, 2n ** 20n),
  fc.bigInt(2n ** 46n, 2n ** 54n),
  fc.bigInt(2n ** 82n, 2n ** 86n),
);
const rate = fc.integer({ min: -(10 ** 6), max: 10 ** 8 });
const letter = fc.constantFrom(..."abcXYZ019._:/-");
/** Whether it rests, waits for a price or was triggered by one. */
const standing = fc.oneof(
  { weight: 4, arbitrary: fc.constant("plain" as const) },
  fc.constantFrom("instructed" as const, "waiting" as const, "ranked" as const),
);
const anyTerms = fc.record({
  gap: fc.oneof(fc.nat(3), fc.nat(2 ** 33)),
  user: fc.integer({ min: 1, max: USERS }),
  area: fc.constantFrom<PairArea>("spot", "margin"),
  market: fc.integer({ min: 1, max: PAIRS }),
  side: fc.constantFrom("buy" as const, "sell" as const),
  ticks: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2 ** 42 })),
  remaining: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant(2 ** 52)),
  executed: fc.oneof(fc.constant(0), fc.nat(2 ** 40)),
  traded: amount,
  borrowed: amount,
  makerRate: rate,
  takerRate: rate,
  clientId: fc.oneof(fc.constant(""), fc.string({ unit: letter, minLength: 1, maxLength: 50 })),
  placedAtMs: fc.oneof(fc.nat(300), fc.maxSafeNat()),
  standing,
  isRise: fc.boolean(),
  budget: amount,
});
type AnyTerms = typeof anyTerms extends fc.Arbitrary<infer T> ? T : never;

function instructionsOf({ standing, isRise }: AnyTerms, rank: number): Instructions | undefined {
  if (standing === "plain") return undefined;
  return {
    timeInForce: isRise ? "gtc" : "post_only",
    selfTrade: isRise ? undefined : "expire_both",
    triggerTicks: standing === "instructed" ? 0 : 1 + (rank % 5),
    isRise,
    isWaiting: standing === "waiting",
    rank: standing === "ranked" ? rank : 0,
    unit: isRise ? "quote" : undefined,
    list: 0,
    isPending: false,
    prevented: rank % 3,
    preventedValue: BigInt(rank % 7),
    slice: standing === "ranked" ? 5 : 0,
    hidden: standing === "ranked" ? rank % 9 : 0,
    delta: standing === "waiting" ? (rank % 4) * 500 : 0,
    peak: standing === "waiting" && rank % 4 > 1 ? { ticks: 1 + (rank % 6) } : undefined,
  };
}

function lostOrHidden(instructions: Instructions | undefined): number {
  return (instructions?.prevented ?? 0) + (instructions?.hidden ?? 0);
}

/** Ids rise; ranks are given in another order than ids. */
function ordersOf(all: readonly AnyTerms[]): Order[] {
  let id = 0;
  return all.map(({ gap, standing: stands, isRise, budget, ...terms }, at) => {
    id += 1 + gap;
    const rank = Number.MAX_SAFE_INTEGER - ((at * 7) % 11) * 100 - at;
    const isMarket = stands === "waiting" && budget > terms.traded;
    const told = { ...terms, gap, standing: stands, isRise, budget };
    const instructions = instructionsOf(told, rank);
    return someOrder({
      ...terms,
      id,
      lots: terms.remaining + terms.executed + lostOrHidden(instructions),
      clientId: terms.clientId && `${terms.clientId}.${at}`,
      kind: isMarket ? "market" : "limit",
      budget: isMarket ? budget : 0n,
      instructions,
    });
  });
}

function emptyExchange(): ExchangeState {
  const desk = new Desk({ ann: {}, bob: {}, cat: {} });
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHBTC" }, "ETH", "BTC");
  return desk.state;
}

/** As orders come live, but in any order. */
function stateOf(orders: readonly Order[]): ExchangeState {
  const state = emptyExchange();
  const { rows } = state.orders.byId;
  state.orders.preventedIdLast = 1;
  for (const value of orders) {
    const order = rows.add(value);
    const asset = lockedAsset(state.catalogue.pairs[value.market - 1] as Pair, value);
    rows.setWallet(order, state.ledger.wallets.open(value.area, value.user, asset));
    enterOrder(state.orders, order);
    if (value.instructions?.isWaiting) {
      addStop(state.stops, order);
      expectWaiting(state, order);
    } else {
      const book = state.books[value.market - 1] as Book;
      restOrder(book, order);
      addHidden(book, order, rows.hidden(order));
      countExpectedLock(state, order, rows.unfilled(order));
    }
  }
  return state;
}

function levels(ladder: Ladder) {
  return Array.from(levelsOf(ladder), (level) => [level.ticks, lotsAt(level)]);
}

function peaksOf({ peaks }: Trails) {
  return peaks.map(({ ticks, bands, orders }) => [ticks, orders, bands.map(({ delta }) => delta)]);
}

/** All that is made from the orders: books, stops, lists, names, locks. */
function madeOf(state: ExchangeState, orders: readonly Order[]) {
  const { rows } = state.orders.byId;
  const owners = (["spot", "margin"] as const).flatMap((area) =>
    [1, 2, 3].map((user) => ({ area, user })),
  );
  return {
    orders: state.orders.byId.sorted().map(({ instructions, ...order }) => {
      return { ...order, instructions: instructions && toldOf(instructions) };
    }),
    size: state.orders.byId.size,
    held: rows.held,
    rebated: state.orders.rebated,
    books: state.books.map((book) => [contentOf(book), levels(book.bids), levels(book.asks)]),
    hidden: state.books.map(({ bids, asks }) => [[...bids.hidden].sort(), [...asks.hidden].sort()]),
    best: state.books.map(({ bids, asks }) => [bids.best?.ticks, asks.best?.ticks]),
    waiting: state.stops.byPair.map((pair) => pair && [levelsIn(pair.rises), levelsIn(pair.falls)]),
    trailing: [1, 2].map((pair) => trailingOn(state.stops, pair).map((order) => rows.id(order))),
    peaks: state.stops.byPair.map((pair) => pair && [pair.sells, pair.buys].map(peaksOf)),
    listed: owners.map((owner) => [...openOrdersOf(state.orders, owner)].map(({ id }) => id)),
    counts: owners.map((owner) => [1, 2].map((pair) => openCountOf(state.orders, owner, pair))),
    found: orders.map(({ id }) => rows.id(state.orders.byId.find(id))),
    named: orders.map(({ user, area, clientId }) =>
      clientId ? rows.id(findOpenNamed(state.orders, { user, area, clientId })) : 0,
    ),
    locks: owners.map(({ area, user }) =>
      [1, 2, 3].map((asset) => {
        const wallet = state.ledger.wallets.find(area, user, asset);
        return wallet === undefined ? 0n : state.ledger.wallets.expectedLock(wallet);
      }),
    ),
  };

  function levelsIn(ladder: Ladder) {
    return Array.from(levelsOf(ladder), ({ ticks, first, last }) => {
      return [ticks, rows.id(first), rows.id(last)];
    });
  }
}

function anyOrders(): fc.Arbitrary<{ orders: Order[]; coming: Order[] }> {
  return fc
    .array(anyTerms, { maxLength: 90, size: "max" })
    .map(ordersOf)
    .chain((orders) =>
      fc.shuffledSubarray(orders, { minLength: orders.length }).map((coming) => {
        return { orders, coming };
      }),
    );
}

test("LOG-SNAP-1 orders have the bytes of a record for each, whatever row they are in", () => {
  fc.assert(
    fc.property(anyOrders(), form, ({ orders, coming }, form) => {
      const { byId } = stateOf(coming).orders;
      const model = new ByteWriter();
      list(MODELS[form] as Field<unknown>).write(model, orders);

      const out = new ByteWriter(0);
      writeOrders(out, byId.rows, { orders: byId.inOrder(), form });

      expect(Buffer.compare(out.view(), model.view())).toBe(0);
    }),
    { numRuns: runs(60, 2_000), seed: 1 },
  );
});

test("LOG-SNAP-1 a state is loaded with all that is made from its orders, at once or one by one", () => {
  fc.assert(
    fc.property(anyOrders(), ({ orders, coming }) => {
      const live = stateOf(coming);
      const bytes = writeSnapshot(live).slice();
      const expected = madeOf(live, orders);

      for (const direction of ["forward", "backward"] as const) {
        const lent = bytes.slice();
        const loaded = readSnapshot(lent, direction);
        lent.fill(0xff); // They may be written over when they have been read.
        expect(Buffer.compare(writeSnapshot(loaded), bytes)).toBe(0);
        expect(madeOf(loaded, orders)).toEqual(expected);
        expect(Buffer.compare(writeSnapshot(loaded), bytes)).toBe(0);
      }
    }),
    { numRuns: runs(60, 2_000), seed: 2 },
  );
});

test("a ladder that was filled at once goes on as any other", () => {
  const orders = Array.from({ length: 100 }, (_, at) => {
    return someOrder({ id: at + 1, ticks: 1 + 2 * ((at * 37) % 100), side: "sell" });
  });
  const { books } = readSnapshot(writeSnapshot(stateOf(orders)));
  const { asks } = books[0] as Book;

  for (let ticks = 2; ticks <= 200; ticks += 2) levelAt(asks, ticks);

  const prices = Array.from(levelsOf(asks), ({ ticks }) => ticks);
  expect(prices).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  expect(new Set(Array.from(levelsOf(asks), ({ number }) => number)).size).toBe(200);
  expect(asks.best?.ticks).toBe(1);
});

test("SPOT-CHECK-12 the orders of a user who has many are counted for each pair, as are those that follow", () => {
  const orders = Array.from({ length: 100 }, (_, at) =>
    someOrder({ id: at + 1, market: 1 + (at % 3 === 0 ? 1 : 0) }),
  );
  const few = someOrder({ id: 200, user: 2 });
  const { orders: loaded } = readSnapshot(writeSnapshot(stateOf([...orders, few])));
  const kept = [1, 2].map((user) => loaded.users.spot.get(user)?.counts);
  expect(kept).toEqual([[66, 34], undefined]);
  const counts = () => [1, 2].map((pair) => openCountOf(loaded, { area: "spot", user: 1 }, pair));
  expect(counts()).toEqual([66, 34]);

  const next = loaded.byId.rows.add(someOrder({ id: 101, market: 2 }));
  enterOrder(loaded, next);
  leaveOrder(loaded, loaded.byId.find(2));

  expect(counts()).toEqual([65, 35]);
});

test("SPOT-CLIENT-1 a client id with other letters, or a very long one, is a fault", () => {
  const stored = (clientId: string) => writeSnapshot(stateOf([someOrder({ id: 1, clientId })]));

  expect(() => readSnapshot(stored("é"))).toThrow("has plain letters");
  expect(() => readSnapshot(stored("x".repeat(128)))).toThrow("is short");
});
