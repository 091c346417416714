/** The index of places alone: what leads to it, what it proves, and what damage makes of it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import { ByteWriter } from "../../../core/base/records/bytes.ts";
import { recordsOf } from "../records-of.ts";
import { keysOf, oldNameKey, PLACES_KEY, placeKey } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import { type Happened, HistoryStore } from "../store/history-store.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { RecordStore } from "../store/record-store.ts";
import { storedBytes } from "../stored-record.ts";
import { addNumber, type LogPlace, mayHave, NEAR, RANGES_MAX, type RequestRange } from "./place.ts";
import { FAN } from "./place-rows.ts";

/** Places of ten commands each, of which every second made an order and every one a request. */
function placesFrom(first: number, count: number): LogPlace[] {
  return Array.from({ length: count }, (_, at) => {
    const begin = first + at * 10;
    return {
      first: begin,
      last: begin + 9,
      segment: 1,
      offset: begin * 100,
      ordersBefore: Math.floor((begin - 1) / 2),
      orders: Math.floor((begin + 9) / 2),
      tradesBefore: 0,
      requests: [{ first: begin * 1e6, last: (begin + 9) * 1e6 }],
    };
  });
}

function storeOf(places: readonly LogPlace[]) {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  for (let at = 0; at < places.length; at += 50) {
    const some = places.slice(at, at + 50);
    store.add([], some.at(-1)?.last ?? 0, some);
  }
  return { keyValues, store };
}

/** Enough for places of every size, and some that make no larger one yet. */
const MANY = placesFrom(1, FAN * FAN + 3 * FAN + 5);
const FULL = storeOf(MANY);

test("HIST-PLACE-1 a place has every number that was added, in a few ranges in order", () => {
  const near = fc.integer({ min: 0, max: 40 }).map((step) => step * NEAR * 3);
  const numbers = fc.array(fc.tuple(near, fc.integer({ min: 1, max: NEAR })), { maxLength: 200 });
  fc.assert(
    fc.property(numbers, (drawn) => {
      const ranges: RequestRange[] = [];
      for (const [far, close] of drawn) addNumber(ranges, far + close);

      const place = { ...(MANY[0] as LogPlace), requests: ranges };
      expect(drawn.every(([far, close]) => mayHave(place, far + close))).toBe(true);
      expect(ranges.length).toBeLessThanOrEqual(RANGES_MAX);
      const bounds = ranges.flatMap(({ first, last }) => [first, last]);
      expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
    }),
  );
});

test("HIST-PLACE-3 any order and any request is found in its place, and nothing else is", () => {
  const { store } = FULL;
  const last = MANY.at(-1) as LogPlace;
  const positions = fc.integer({ min: 1, max: last.last });
  fc.assert(
    fc.property(positions, (position) => {
      const place = MANY[Math.floor((position - 1) / 10)];
      expect(store.placesOfRequest(position * 1e6)).toEqual([place]);
      const order = Math.floor(position / 2);
      const made = store.placeOfOrder(order);
      if (order > 0) expect(made && made.ordersBefore < order && order <= made.orders).toBe(true);
    }),
  );
  expect(store.placeOfOrder(last.orders + 1)).toBeUndefined();
  expect(store.placesOfRequest(last.last * 1e6 + NEAR * 9)).toEqual([]);
  expect(store.places.span).toEqual({ since: 0, last: last.last });
});

test("HIST-PLACE-3 of a long index few rows are read", () => {
  const keyValues = FULL.keyValues.copy();
  let rows = 0;
  const list = keyValues.list.bind(keyValues);
  keyValues.list = function* (stretch) {
    for (const entry of list(stretch)) {
      rows++;
      yield entry;
    }
  };
  const store = new HistoryStore(keyValues);

  store.placeOfOrder(9_999);
  expect(rows).toBeLessThan(40);
  rows = 0;
  store.placesOfRequest(20_001e6);
  expect(rows).toBeLessThan(5 * FAN);
});

test("HIST-PLACE-2 places that come again are passed over, and what does not follow begins the index anew", () => {
  const { store } = storeOf(placesFrom(1, 100));

  store.add([], 1_000, placesFrom(501, 50));
  expect(store.places.span).toEqual({ since: 0, last: 1_000 });
  store.add([], 2_100, placesFrom(2_001, 10));
  expect(store.places.span).toEqual({ since: 2_000, last: 2_100 });
  expect(store.placeOfOrder(100)).toBeUndefined();
  expect(store.placesOfRequest(500e6)).toEqual([]);
  expect([...store.places.list(0, 2_001)]).toEqual(placesFrom(2_001, 10));
});

test("HIST-REBUILD-1 what came after a position is forgotten, and the rest is as it was", () => {
  const { store } = storeOf(placesFrom(1, 3 * FAN));

  store.forgetAfter(FAN * 10);

  expect([...store.places.list(0, 1)]).toEqual(placesFrom(1, FAN));
  expect(store.places.lastOf(1)).toBe(FAN * 10);
  expect(store.placesOfRequest(FAN * 10e6 + 5e6)).toEqual([]);
});

test("HIST-SEAL-4 a place that is damaged or gone is never taken for one that has nothing", () => {
  const strike = (change: (keyValues: MemoryStore, key: Uint8Array) => void) => {
    const keyValues = FULL.keyValues.copy();
    change(keyValues, placeKey(0, 5_001));
    return new HistoryStore(keyValues);
  };
  const gone = strike((keyValues, key) => keyValues.remove(key));
  const flipped = strike((keyValues, key) => {
    const value = Buffer.from(keyValues.get(key) ?? []);
    value[8] = (value[8] ?? 0) ^ 1;
    keyValues.put(key, value);
  });

  for (const store of [gone, flipped]) {
    expect(() => store.placeOfOrder(2_502)).toThrow(HistoryDamaged);
    expect(() => store.placesOfRequest(5_003e6)).toThrow(HistoryDamaged);
    // Far from it everything is found.
    expect(store.placesOfRequest(20_003e6)).toHaveLength(1);
    expect(store.scrub(1e6)).toBeInstanceOf(HistoryDamaged);
  }
  const last = strike((keyValues) => keyValues.remove(placeKey(0, MANY.at(-1)?.first ?? 0)));
  expect(() => last.placesOfRequest(1)).toThrow(HistoryDamaged);
  expect(last.scrub(1e6)).toBeInstanceOf(HistoryDamaged);
  expect(FULL.store.scrub(1e6)).toBeUndefined();
});

/** Ended orders of a few users, the first three with one client id. */
const ENDS: readonly Happened[] = [1, 2, 3, 1, 2].map((user, at) => {
  const order = someOrder({ id: 100 + at, user, clientId: at < 3 ? "ours" : "OTHER" });
  const event = endedEvent(order, { status: "canceled" }, 1_000 + at);
  return { event, position: at + 1 };
});

test("HIST-PLACE-4 an ended order is found by its id alone, whosever it is", () => {
  const store = new HistoryStore(new MemoryStore());
  store.add(ENDS, 5);

  const found = [99, 100, 101, 104, 105].map((id) => store.findOrder(id)?.position);
  expect(found).toEqual([undefined, 1, 2, 5, undefined]);
});

test("HIST-NAME-2 the orders of all users with a client id are found, also by keys of before", () => {
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  store.add(ENDS, 5);

  const named = (name: string) => store.findNamesakes(name).map(({ record }) => record.id);
  expect([named("ours"), named("OTHER"), named("our"), named("ours2")]).toEqual([
    [100, 101, 102],
    [103, 104],
    [],
    [],
  ]);
  expect(store.hasOldNames).toBe(false);
});

test("HIST-NAME-2 names of an earlier version are found by their users, and later ones by anybody", () => {
  const keyValues = new MemoryStore();
  const old = new RecordStore(keyValues);
  const out = new ByteWriter();
  old.transact(() => {
    for (const { event, position } of ENDS.slice(0, 2)) {
      for (const found of recordsOf(event)) {
        const { area, user } = found.record;
        const keys = [...keysOf(found), oldNameKey({ area, user }, "ours")];
        old.append(found.kind, storedBytes(out, position, found), keys);
      }
    }
    old.setPosition(2);
  });
  const store = new HistoryStore(keyValues);
  const ofUser = (user: number) => store.findNamed({ area: "spot", user }, "ours")?.record.id;

  store.add(ENDS, 5);

  expect(store.hasOldNames).toBe(true);
  expect([1, 2, 3, 9].map(ofUser)).toEqual([100, 101, 102, undefined]);
  expect(store.findNamesakes("ours").map(({ record }) => record.id)).toEqual([102]);
  store.forgetAfter(5);
  expect(store.hasOldNames).toBe(false);
  expect(store.findNamesakes("ours").map(({ record }) => record.id)).toEqual([100, 101, 102]);
});

test("HIST-PLACE-2 where it cannot be read up to where it goes, the index begins anew", () => {
  const keyValues = FULL.keyValues.copy();
  keyValues.put(PLACES_KEY, Uint8Array.of(0, 1, 2, 3, 4, 5, 6));
  const store = new HistoryStore(keyValues);
  const next = placesFrom((MANY.at(-1)?.last ?? 0) + 1, 3);

  store.add([], next.at(-1)?.last ?? 0, next);

  expect(store.places.span).toEqual({ since: (next[0]?.first ?? 0) - 1, last: next.at(-1)?.last });
  expect(store.scrub(1e6)).toBeUndefined();
});
