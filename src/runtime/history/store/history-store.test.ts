/** The store of what ended: pages, names, and that each span of the log is written once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contractTrade,
  endedFuturesOrder,
  forceClosed,
  positionEnded,
} from "../../../../test/history/contract-events.ts";
import { diskStoresOfFile } from "../../../../test/history/disk-stores.ts";
import { plainPage, queriesOf, someEvents, spans } from "../../../../test/history/some-events.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder, trade } from "../../../../test/views/trade-tape.ts";
import type { ExchangeEvent } from "../../../core/engine/events.ts";
import { AREAS } from "../../../core/engine/ledger/area.ts";
import type { OrderEnded } from "../../../core/engine/orders/order-events.ts";
import type { Traded } from "../../../core/engine/spot/spot.ts";
import { type HistoryRecord, type PageQuery, rankOf } from "../history.ts";
import { recordsOf } from "../records-of.ts";
import type { KeyValueStore } from "../rows/key-value-store.ts";
import { keysOf, namedIn, numberedKey } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import { type Happened, HistoryStore } from "./history-store.ts";
import { MemoryStore } from "./memory-store.ts";

const onDisk = diskStoresOfFile();

const ALICE = { area: "spot", user: 1, market: 1 } as const;
const BOB = { ...ALICE, user: 2 };

function ended(id: number, changes: Parameters<typeof someOrder>[0] = {}): OrderEnded {
  const order = someOrder({ id, ...changes });
  return endedEvent(order, { status: "canceled" }, 1_000 + id);
}

function traded(id: number, maker = 1, taker = 2): Traded {
  const sides = { makerOrder: 10, makerUser: maker, takerOrder: 11, takerUser: taker };
  return trade({ id, ...sides, timeMs: 500 + id });
}

/** Each event is a command of its own, from position 1 on. */
function happened(...events: ExchangeEvent[]): Happened[] {
  return events.map((event, at) => ({ event, position: at + 1 }));
}

function page(changes: Partial<PageQuery> = {}): PageQuery {
  return { kind: "order", ...ALICE, limit: 100, fromId: 0, ...changes };
}

function idsOf(records: readonly HistoryRecord[]): number[] {
  return records.map(({ record }) => record.id);
}

const STORES: readonly (readonly [string, () => KeyValueStore])[] = [
  ["in memory", () => new MemoryStore()],
  ["on disk", onDisk],
];

describe.each(STORES)("%s", (_, makeStore) => {
  test("HIST-PAGE-1 without an id the newest, with one the lowest from it on, newest first", () => {
    const store = new HistoryStore(makeStore());
    store.add(happened(ended(7), ended(3), ended(300), ended(256), ended(5)), 5);

    const ask = (changes: Partial<PageQuery>) => idsOf(store.find(page(changes)).records);
    expect(ask({})).toEqual([300, 256, 7, 5, 3]);
    expect(ask({ limit: 2 })).toEqual([300, 256]);
    expect(ask({ fromId: 4, limit: 2 })).toEqual([7, 5]);
    expect(ask({ fromId: 7 })).toEqual([300, 256, 7]);
    expect(ask({ fromId: 301 })).toEqual([]);
    expect(ask({ user: 2 })).toEqual([]);
    expect(ask({ market: 2 })).toEqual([]);
  });

  test("HIST-PAGE-2 a trade with oneself is two records of one id, the taker's first", () => {
    const store = new HistoryStore(makeStore());
    store.add(happened(traded(1), traded(2, 1, 1), traded(3)), 3);

    const { records } = store.find(page({ kind: "trade" }));
    const rows = records.map(({ kind, record }) => kind === "trade" && [record.id, record.isMaker]);
    expect(rows).toEqual([
      [3, true],
      [2, false],
      [2, true],
      [1, true],
    ]);
    expect(idsOf(store.find(page({ kind: "trade", user: 2 })).records)).toEqual([3, 1]);
  });

  test("HIST-PAGE-3 a trade with oneself is not split by a page from an id on, only by the newest", () => {
    const store = new HistoryStore(makeStore());
    store.add(happened(traded(1), traded(2, 1, 1), traded(3), traded(4, 1, 1)), 4);

    const ask = (changes: Partial<PageQuery>) =>
      idsOf(store.find(page({ kind: "trade", ...changes })).records);
    expect(ask({ fromId: 2, limit: 1 })).toEqual([2, 2]);
    expect(ask({ fromId: 1, limit: 2 })).toEqual([2, 2, 1]);
    expect(ask({ fromId: 1, limit: 3 })).toEqual([2, 2, 1]);
    expect(ask({ fromId: 1, limit: 5 })).toEqual([4, 4, 3, 2, 2, 1]);
    expect(ask({ limit: 1 })).toEqual([4]);
    expect(ask({ limit: 4 })).toEqual([4, 4, 3, 2]);
  });
});

describe.each(STORES)("%s", (_, makeStore) => {
  test("HIST-ONCE-1 a span that comes again, whole or in part, changes nothing", () => {
    const store = new HistoryStore(makeStore());
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
    const store = new HistoryStore(makeStore());
    const rejected: OrderEnded = { ...ended(4, { clientId: "a" }), status: "rejected" };
    const events = [ended(1, { clientId: "a" }), ended(2, { clientId: "a" }), ended(3), rejected];
    store.add(happened(...events, ended(5, { clientId: "b", market: 2 })), 5);

    const named = (clientId: string, owner = ALICE as typeof BOB) =>
      idsOf(store.find({ kind: "name", ...owner, clientId }).records);
    expect(named("a")).toEqual([2]);
    expect(named("b")).toEqual([]);
    expect(named("b", { ...ALICE, market: 2 } as unknown as typeof BOB)).toEqual([5]);
    expect(named("bourse:3")).toEqual([3]);
    expect(named("bourse:2")).toEqual([]);
    expect(named("a", BOB)).toEqual([]);
    expect(named("c")).toEqual([]);
  });

  test("HIST-REBUILD-1 what came after a position is forgotten, and can be written again", () => {
    const store = new HistoryStore(makeStore());
    const events = happened(ended(1, { clientId: "a" }), traded(1), ended(2, { clientId: "a" }));
    store.add(events, 3);
    const before = [...store.all()];
    for (const position of [0, 1, 2, 3]) {
      const later = before.filter((each) => each.position > position);
      expect(store.countBetween(position, Number.POSITIVE_INFINITY).count).toBe(later.length);
    }

    store.forgetAfter(1);
    expect(idsOf(store.find(page()).records)).toEqual([1]);
    expect(store.find(page({ kind: "trade" })).records).toEqual([]);
    store.add(events, 3);

    expect([...store.all()]).toEqual(before);
    expect(idsOf(store.find({ kind: "name", ...ALICE, clientId: "a" }).records)).toEqual([2]);
  });

  test("a transaction that breaks off leaves nothing", () => {
    const store = new HistoryStore(makeStore());
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

describe.each(STORES)("%s", (_, makeStore) => {
  test("HIST-PROFIT-1 profits go by their own id, of one contract or of all", () => {
    const store = new HistoryStore(makeStore());
    const profits = [1, 2, 1, 2].map((contract, at) => positionEnded({ id: at + 1, contract }));
    store.add(happened(...profits, positionEnded({ id: 5, user: 2 })), 5);

    const ask = (changes: Partial<PageQuery>) =>
      idsOf(store.find(page({ kind: "profit", area: "futures", ...changes })).records);
    expect(ask({ market: 1 })).toEqual([3, 1]);
    expect(ask({ market: 2 })).toEqual([4, 2]);
    expect(ask({ market: 0 })).toEqual([4, 3, 2, 1]);
    expect(ask({ market: 0, fromId: 2, limit: 2 })).toEqual([3, 2]);
    expect(ask({ market: 0, user: 2 })).toEqual([5]);
    expect(ask({ market: 0, kind: "futures_order" })).toEqual([]);
    store.forgetAfter(2);
    expect(ask({ market: 0 })).toEqual([2, 1]);
  });

  test("HIST-NAME-1 names of futures are their own; a rejected condition order has borne its name", () => {
    const store = new HistoryStore(makeStore());
    const rejected = { ...endedFuturesOrder(4, { clientId: "a" }), status: "rejected" } as const;
    const margin = ended(5, { area: "margin", clientId: "a" });
    store.add(
      happened(ended(3, { clientId: "a" }), rejected, margin, forceClosed({ orderId: 9 })),
      4,
    );

    const named = (clientId: string, area: PageQuery["area"] = "futures") =>
      store.find({ kind: "name", ...ALICE, area, clientId }).records.map(({ record }) => record.id);
    expect(AREAS.map((area) => named("a", area))).toEqual([[3], [5], [4]]);
    expect(named("bourse:9")).toEqual([9]);
    expect(named("bourse:9", "spot")).toEqual([]);
  });
});

test("every field of every kind comes back from the disk", () => {
  const store = new HistoryStore(onDisk());
  const events = [
    { ...ended(5, { clientId: "a" }), timeMs: 1_001 },
    traded(6),
    endedFuturesOrder(7, { ticks: 2 ** 53 - 1, budget: 10n ** 40n, clientId: "b" }),
    contractTrade({ id: 8, makerOrder: 1, value: 2n ** 70n }),
    forceClosed({ price: -(2n ** 70n) }),
    positionEnded({ closeVolume: 2n ** 60n }),
  ];
  store.add(happened(...events), 10);

  const found = new Map(
    [...store.all()].map((each) => [`${each.kind} ${rankOf(each)} ${each.record.user}`, each]),
  );
  for (const { event, position } of happened(...events)) {
    for (const record of recordsOf(event)) {
      const name = `${record.kind} ${rankOf(record)} ${record.record.user}`;
      expect(found.get(name)).toEqual({ ...record, position });
    }
  }
});

test("HIST-FORCED-2 a forced record of before, which does not say so, is held to be the same, and no other", () => {
  const store = new HistoryStore(new MemoryStore());
  const [kept] = recordsOf(endedFuturesOrder(7));
  const [forced] = recordsOf({ ...endedFuturesOrder(8), isForced: true });
  store.add(happened(endedFuturesOrder(7), { ...endedFuturesOrder(8), isForced: true }), 10);
  const withForce = (found: HistoryRecord, force: "liquidation" | undefined) =>
    ({ kind: found.kind, record: { ...found.record, force } }) as HistoryRecord;

  if (!kept || !forced) throw new Error("an ended order leaves a record");
  expect(store.holds(withForce(kept, "liquidation"), 1)).toBe(true);
  expect(store.holds(forced, 2)).toBe(true);
  expect(store.holds(withForce(forced, undefined), 2)).toBe(false);
});

test("SPOT-FIELD-4 a record that was written before it said why the order ended is the one that is meant, and no other reason is", () => {
  const store = new HistoryStore(new MemoryStore());
  const silent = endedFuturesOrder(7);
  const told = { ...endedFuturesOrder(8), reason: "fill_or_kill" } as const;
  store.add(happened(silent, told), 10);
  const [first, second] = [{ ...silent, reason: "post_only" } as const, told].map(
    (event) => recordsOf(event)[0] ?? expect.fail("no record"),
  );
  const [other] = recordsOf({ ...told, reason: "post_only" });

  expect(store.holds(first ?? expect.fail(), 1)).toBe(true);
  expect(store.holds(second ?? expect.fail(), 2)).toBe(true);
  expect(store.holds(other ?? expect.fail(), 2)).toBe(false);
});

test("HIST-PAGE-1 HIST-LATEST-1 any page of any records is what a plain list gives, on disk as in memory", () => {
  const disk = onDisk();
  fc.assert(
    fc.property(someEvents, spans, (events, span) => {
      for (const keyValues of [disk, new MemoryStore()]) {
        const store = new HistoryStore(keyValues);
        store.forgetAfter(0);
        store.add(happened(...events), 1e6);
        for (const query of queriesOf(span)) {
          expect(store.find(query).records).toEqual(plainPage(events, query));
        }
      }
    }),
    { numRuns: runs(60, 60), seed: 5 },
  );
});

/** Whether a record is there; one that cannot be read is not. */
function isHeld(store: HistoryStore, found: HistoryRecord, position: number): boolean {
  try {
    return store.holds(found, position);
  } catch (error) {
    if (error instanceof HistoryDamaged) return false;
    throw error;
  }
}

test("HIST-ONCE-1 what is there is held against what was written, record by record", () => {
  fc.assert(
    fc.property(someEvents, fc.nat(), (events, pick) => {
      const keyValues = new MemoryStore();
      const store = new HistoryStore(keyValues);
      store.add(happened(...events), 1e6);
      const left = happened(...events).flatMap(({ event, position }) =>
        recordsOf(event).map((found) => ({ found, position })),
      );
      const keys = left.flatMap(({ found }) => keysOf(found));
      expect([...store.all()]).toHaveLength(keys.length);
      expect(left.every(({ found, position }) => store.holds(found, position))).toBe(true);

      const lost = left[pick % left.length];
      if (!lost) return;
      keyValues.remove(numberedKey(1 + (pick % left.length)));
      const missed = left.filter(({ found, position }) => !isHeld(store, found, position));
      expect(missed).toContain(lost);
      // Its name is missed with it, where others have borne that before.
      const name = namedIn(lost.found)?.clientId;
      for (const one of missed) if (one !== lost) expect(namedIn(one.found)?.clientId).toBe(name);
    }),
    { numRuns: runs(60, 60), seed: 6 },
  );
});
