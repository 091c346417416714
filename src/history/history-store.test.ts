/** The store of what ended: pages, names, and that each span of the log is written once. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { MemoryShelf } from "../../test/support/memory-shelf.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { someOrder, trade } from "../../test/views/trade-tape.ts";
import type { OrderEnded, Traded } from "../engine/spot/spot.ts";
import type { HistoryRecord, PageQuestion } from "./history.ts";
import { type Happened, HistoryStore } from "./history-store.ts";
import { openLmdbShelf } from "./lmdb-shelf.ts";
import type { Shelf } from "./shelf.ts";

const opened: Shelf[] = [];

afterAll(async () => {
  for (const shelf of opened) await shelf.close();
});

function onDisk(): Shelf {
  const shelf = openLmdbShelf(temporaryDirectory());
  opened.push(shelf);
  return shelf;
}

const ALICE = { area: "spot", user: 1, pair: 1 } as const;
const BOB = { ...ALICE, user: 2 };

function ended(id: number, changes: Parameters<typeof someOrder>[0] = {}): OrderEnded {
  const order = someOrder({ id, ...changes });
  return { type: "OrderEnded", order, status: "canceled", timeMs: 1_000 + id };
}

function traded(id: number, maker = 1, taker = 2): Traded {
  const sides = { maker: someOrder({ id: 10, user: maker, side: "sell" }) };
  return trade({ id, ...sides, taker: someOrder({ id: 11, user: taker }), timeMs: 500 + id });
}

/** Each event is a command of its own, from position 1 on. */
function happened(...events: (OrderEnded | Traded)[]): Happened[] {
  return events.map((event, at) => ({ event, position: at + 1 }));
}

function page(changes: Partial<PageQuestion> = {}): PageQuestion {
  return { kind: "order", ...ALICE, limit: 100, fromId: 0, ...changes };
}

function idsOf(records: readonly HistoryRecord[]): number[] {
  return records.map(({ record }) => record.id);
}

const SHELVES: readonly (readonly [string, () => Shelf])[] = [
  ["in memory", () => new MemoryShelf()],
  ["on disk", onDisk],
];

describe.each(SHELVES)("%s", (_, makeShelf) => {
  test("HIST-PAGE-1 without an id the newest, with one the lowest from it on, newest first", () => {
    const store = new HistoryStore(makeShelf());
    store.add(happened(ended(7), ended(3), ended(300), ended(256), ended(5)), 5);

    const ask = (changes: Partial<PageQuestion>) => idsOf(store.find(page(changes)).records);
    expect(ask({})).toEqual([300, 256, 7, 5, 3]);
    expect(ask({ limit: 2 })).toEqual([300, 256]);
    expect(ask({ fromId: 4, limit: 2 })).toEqual([7, 5]);
    expect(ask({ fromId: 7 })).toEqual([300, 256, 7]);
    expect(ask({ fromId: 301 })).toEqual([]);
    expect(ask({ user: 2 })).toEqual([]);
    expect(ask({ pair: 2 })).toEqual([]);
  });

  test("HIST-PAGE-2 a trade with oneself is two records of one id, the taker's first", () => {
    const store = new HistoryStore(makeShelf());
    store.add(happened(traded(1), traded(2, 1, 1), traded(3)), 3);

    const { records } = store.find(page({ kind: "trade" }));
    const rows = records.map(({ kind, record }) => kind === "trade" && [record.id, record.isMaker]);
    expect(rows).toEqual([
      [3, true],
      [2, false],
      [2, true],
      [1, true],
    ]);
    expect(idsOf(store.find(page({ kind: "trade", fromId: 2, limit: 1 })).records)).toEqual([2]);
    expect(idsOf(store.find(page({ kind: "trade", user: 2 })).records)).toEqual([3, 1]);
  });
});

describe.each(SHELVES)("%s", (_, makeShelf) => {
  test("HIST-ONCE-1 a span that comes again, whole or in part, changes nothing", () => {
    const store = new HistoryStore(makeShelf());
    const events = happened(ended(1), ended(2), ended(3));
    store.add(events.slice(0, 2), 2);
    store.add(events.slice(0, 2), 2);
    // The same position says something else: it was written, so it is not looked at.
    store.add([{ event: ended(9), position: 2 }, ...events.slice(2)], 3);
    store.add(events.slice(0, 1), 1);

    expect(idsOf(store.find(page()).records)).toEqual([3, 2, 1]);
    expect(store.position).toBe(3);
  });

  test("SPOT-CLIENT-4 a client id finds the newest order that bore it; of another pair none", () => {
    const store = new HistoryStore(makeShelf());
    const rejected: OrderEnded = { ...ended(4, { clientId: "a" }), status: "rejected" };
    const events = [ended(1, { clientId: "a" }), ended(2, { clientId: "a" }), ended(3), rejected];
    store.add(happened(...events, ended(5, { clientId: "b", pair: 2 })), 5);

    const named = (clientId: string, owner = ALICE as typeof BOB) =>
      idsOf(store.find({ kind: "name", ...owner, clientId }).records);
    expect(named("a")).toEqual([2]);
    expect(named("b")).toEqual([]);
    expect(named("b", { ...ALICE, pair: 2 } as unknown as typeof BOB)).toEqual([5]);
    expect(named("bourse:3")).toEqual([3]);
    expect(named("bourse:2")).toEqual([]);
    expect(named("a", BOB)).toEqual([]);
    expect(named("c")).toEqual([]);
  });

  test("HIST-REBUILD-1 what came after a position is forgotten, and can be written again", () => {
    const store = new HistoryStore(makeShelf());
    const events = happened(ended(1, { clientId: "a" }), traded(1), ended(2, { clientId: "a" }));
    store.add(events, 3);
    const before = [...store.all()];

    store.forgetAfter(1);
    expect(idsOf(store.find(page()).records)).toEqual([1]);
    expect(store.find(page({ kind: "trade" })).records).toEqual([]);
    store.add(events, 3);

    expect([...store.all()]).toEqual(before);
    expect(idsOf(store.find({ kind: "name", ...ALICE, clientId: "a" }).records)).toEqual([2]);
  });

  test("a transaction that breaks off leaves nothing", () => {
    const store = new HistoryStore(makeShelf());
    store.add(happened(ended(1)), 1);
    function* breaking(): Iterable<Happened> {
      yield { event: ended(2), position: 2 };
      throw new Error("struck");
    }

    expect(() => store.add(breaking(), 2)).toThrow("struck");
    expect(idsOf(store.find(page()).records)).toEqual([1]);
    expect(store.position).toBe(1);
  });
});

test("every field of a record comes back from the disk", () => {
  const store = new HistoryStore(onDisk());
  const order = someOrder({
    ...{ id: 2 ** 52, user: 2 ** 32 - 1, pair: 65_535, side: "sell", kind: "market" },
    ...{ ticks: 2 ** 53 - 1, lots: 2 ** 53 - 1, budget: 10n ** 40n, executed: 5, traded: 7n },
    ...{ clientId: "A.b:c/d-e_", placedAtMs: 1_700_000_000_000 },
  });
  store.add([{ event: { ...ended(1), order, status: "filled", timeMs: 9 }, position: 1 }], 1);

  const owner = { area: "spot", user: order.user, pair: order.pair } as const;
  const [found] = store.find({ kind: "order", ...owner, limit: 1, fromId: 0 }).records;
  expect(found?.record).toEqual({
    ...{ id: 2 ** 52, area: "spot", user: 2 ** 32 - 1, pair: 65_535, side: "sell" },
    ...{ kind: "market", ticks: 2 ** 53 - 1, lots: 2 ** 53 - 1, budget: 10n ** 40n, executed: 5 },
    ...{ traded: 7n, clientId: "A.b:c/d-e_", placedAtMs: 1_700_000_000_000 },
    ...{ status: "filled", endedAtMs: 9 },
  });
});

test("HIST-PAGE-1 any page of any records is what a plain list gives, on disk as in memory", () => {
  const disk = onDisk();
  const orders = fc.uniqueArray(
    fc.record({
      id: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2 ** 50 })),
      user: fc.integer({ min: 1, max: 3 }),
      pair: fc.integer({ min: 1, max: 2 }),
    }),
    { selector: ({ id }) => id, maxLength: 40 },
  );
  const fromId = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500 }));
  const limit = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(orders, fromId, limit, (list, from, count) => {
      const store = new HistoryStore(disk);
      store.forgetAfter(0);
      store.add(happened(...list.map(({ id, user, pair }) => ended(id, { user, pair }))), 1e6);
      const mine = list.filter(({ user, pair }) => user === 1 && pair === 1);
      const ids = mine.map(({ id }) => id).sort((a, b) => b - a);
      const expected = from === 0 ? ids.slice(0, count) : ids.filter((id) => id >= from);
      const found = store.find(page({ fromId: from, limit: count }));
      expect(idsOf(found.records)).toEqual(from === 0 ? expected : expected.slice(-count));
    }),
    { numRuns: 100, seed: 5 },
  );
});
