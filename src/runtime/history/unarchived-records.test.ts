/** What the archive may not have yet: found by its user, bounded, and dropped when archived. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  contractTrade,
  endedFuturesOrder,
  forceClosed,
  positionEnded,
} from "../../../test/history/contract-events.ts";
import { someEvents } from "../../../test/history/some-events.ts";
import { endedEvent } from "../../../test/support/order-event.ts";
import { seededRandom } from "../../../test/support/random.ts";
import { runs } from "../../../test/support/runs.ts";
import { someOrder, trade } from "../../../test/views/trade-tape.ts";
import type { SideColumn } from "../../core/base/rows/side-column.ts";
import { AREAS } from "../../core/engine/ledger/area.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import { type HistoryRecord, type PageQuery, RECORDS, type RecordKind } from "./history.ts";
import { partsOf, recordOf } from "./records-of.ts";
import { FRESH_MAX, UnarchivedRecords } from "./unarchived-records.ts";

const ALICE = { area: "spot", user: 1, market: 1 } as const;

function ended(id: number, changes: Parameters<typeof someOrder>[0] = {}): OrderEnded {
  const order = someOrder({ id, ...changes });
  return endedEvent(order, { status: "canceled" }, 1_000 + id);
}

function page(changes: Partial<PageQuery> = {}): PageQuery {
  return { kind: "order", ...ALICE, limit: 100, fromId: 0, ...changes };
}

function found(unarchived: UnarchivedRecords, query: PageQuery, position = 0): HistoryRecord[] {
  return unarchived.find(query, position).map((record) => unarchived.recordAt(record));
}

function idsOf(unarchived: UnarchivedRecords, query: PageQuery, position = 0): number[] {
  return found(unarchived, query, position).map(({ record }) => record.id);
}

test("HIST-OWN-1 a user's own records behind a position, newest first, and no other user's", () => {
  const unarchived = new UnarchivedRecords();
  const sides = { makerOrder: 9, makerUser: 1, takerOrder: 8, takerUser: 2 };
  unarchived.add(ended(9), 1);
  unarchived.add(ended(4, { user: 2 }), 2);
  unarchived.add(ended(5, { market: 2 }), 3);
  unarchived.add(trade({ id: 3, ...sides }), 4);
  unarchived.add(ended(2), 5);

  expect(idsOf(unarchived, page())).toEqual([9, 2]);
  expect(idsOf(unarchived, page(), 1)).toEqual([2]);
  expect(idsOf(unarchived, page({ fromId: 3 }))).toEqual([9]);
  expect(idsOf(unarchived, page({ kind: "trade" }))).toEqual([3]);
  expect(idsOf(unarchived, page({ kind: "trade", user: 2 }))).toEqual([3]);
  expect(unarchived.order(ALICE, 9)?.record).toMatchObject({ id: 9, status: "canceled" });
  expect(unarchived.order(ALICE, 4)).toBeUndefined();
  expect(unarchived.order({ ...ALICE, user: 2 }, 3)).toBeUndefined();
});

test("SPOT-CLIENT-4 SPOT-CLIENT-5 the newest with a client id, but no rejected item", () => {
  const unarchived = new UnarchivedRecords();
  unarchived.add(ended(1, { clientId: "a" }), 1);
  unarchived.add(ended(2, { clientId: "a", market: 2 }), 2);
  unarchived.add({ ...ended(3, { clientId: "a" }), status: "rejected" }, 3);
  unarchived.add(ended(4), 4);

  const named = (clientId: string) =>
    unarchived.named({ kind: "name", ...ALICE, clientId })?.record.id ?? 0;
  expect(named("a")).toBe(2);
  expect(named("bourse:4")).toBe(4);
  expect(named("b")).toBe(0);
});

test("HIST-FORCED-1 HIST-PROFIT-1 what contracts leave is found at once, also by id and name", () => {
  const unarchived = new UnarchivedRecords();
  const own = { area: "futures", user: 1, market: 1 } as const;
  unarchived.add(endedFuturesOrder(2, { clientId: "a" }), 1);
  unarchived.add({ ...endedFuturesOrder(3, { clientId: "a", market: 2 }), status: "rejected" }, 2);
  unarchived.add(contractTrade({ id: 5 }), 3);
  unarchived.add(forceClosed({ orderId: 9, tradeId: 6 }), 4);
  unarchived.add(positionEnded({ id: 1, contract: 2 }), 5);

  const ask = (changes: Partial<PageQuery>) => idsOf(unarchived, page({ ...own, ...changes }));
  expect(ask({ kind: "futures_order" })).toEqual([9, 2]);
  expect(ask({ kind: "futures_trade" })).toEqual([6, 5]);
  expect(ask({ kind: "futures_trade", user: 2 })).toEqual([5]);
  expect(ask({ kind: "profit" })).toEqual([]);
  expect(ask({ kind: "profit", market: 0 })).toEqual([1]);
  expect(unarchived.order(own, 9)?.record).toMatchObject({ id: 9, status: "filled" });
  expect(unarchived.order(ALICE, 9)).toBeUndefined();
  expect(unarchived.order(own, 6)).toBeUndefined();
  const named = (clientId: string) =>
    unarchived.named({ kind: "name", ...own, clientId })?.record.id;
  expect([named("a"), named("bourse:9"), named("bourse:6")]).toEqual([3, 9, undefined]);
  expect(unarchived.named({ kind: "name", ...ALICE, clientId: "a" })).toBeUndefined();
  expect(unarchived.size).toBe(7);
  unarchived.archived(4);
  expect([unarchived.size, unarchived.order(own, 9), named("a")]).toEqual([
    1,
    undefined,
    undefined,
  ]);
});

test("HIST-BOUND-1 the oldest go when it is full, and it says up to where", () => {
  const unarchived = new UnarchivedRecords(3);
  for (let id = 1; id <= 5; id++) unarchived.add(ended(id), 10 * id);

  expect(idsOf(unarchived, page())).toEqual([5, 4, 3]);
  expect(unarchived.gonePosition).toBe(20);
  expect(unarchived.size).toBe(3);
});

test("HIST-BOUND-1 no more than 100,000 are kept", () => {
  const unarchived = new UnarchivedRecords();
  const event = ended(7);
  for (let position = 1; position <= FRESH_MAX + 50; position++) unarchived.add(event, position);

  expect(unarchived.size).toBe(FRESH_MAX);
  expect(unarchived.gonePosition).toBe(50);
  expect(unarchived.find(page(), 0)).toHaveLength(100);
});

test("HIST-BOUND-1 however many came, there is room for as many as may be kept, and nothing of the others", () => {
  const unarchived = new UnarchivedRecords(2_000);
  const forced = (id: number) => ({ ...ended(id), isForced: true }) as const;
  for (let id = 1; id <= 20_000; id++) {
    unarchived.add(id % 2 === 0 ? forced(id) : ended(id, { clientId: `c${id}` }), id);
  }

  expect(unarchived.order(ALICE, 17_999)).toBeUndefined();
  expect(unarchived.order(ALICE, 18_001)?.record).toMatchObject({ clientId: "c18001" });
  expect(unarchived.order(ALICE, 18_002)?.record).toMatchObject({ force: "liquidation" });
  const { pages, clientIds, whole } = unarchived["rows"] as unknown as RowsInside;
  expect(pages.length).toBe(2);
  const rows = Array.from({ length: 2_100 }, (_, row) => row);
  expect(rows.filter((row) => clientIds.get(row) !== undefined)).toHaveLength(2_000);
  expect(rows.filter((row) => whole.get(row) !== undefined)).toHaveLength(1_000);
});

interface RowsInside {
  readonly pages: readonly unknown[];
  readonly clientIds: SideColumn<string>;
  readonly whole: SideColumn<object>;
}

test("what is archived goes, also the last of a user, and more can come", () => {
  const unarchived = new UnarchivedRecords(4);
  for (let id = 1; id <= 4; id++) unarchived.add(ended(id, { user: 1 + (id % 2) }), id);

  unarchived.archived(3);
  expect(idsOf(unarchived, page())).toEqual([4]);
  expect(idsOf(unarchived, page({ user: 2 }))).toEqual([]);
  unarchived.archived(9);
  expect(unarchived.size).toBe(0);
  for (let id = 5; id <= 9; id++) unarchived.add(ended(id), id);
  expect(idsOf(unarchived, page())).toEqual([9, 8, 7, 6]);
  unarchived.beginAt(0);
  expect(unarchived.gonePosition).toBe(0);
});

test("HIST-OWN-1 HIST-BOUND-1 at any moment, what is in the ring is found, and no more", () => {
  const random = seededRandom(17);
  const unarchived = new UnarchivedRecords(20);
  let kept: { id: number; name: string; position: number }[] = [];
  for (let position = 1; position <= runs(5_000, 5_000); position++) {
    const name = `c${Math.floor(random() * 8)}`;
    unarchived.add(ended(position, { clientId: name }), position);
    kept = [...kept, { id: position, name, position }].slice(-20);
    if (random() < 0.1) {
      const upTo = position - Math.floor(random() * 25);
      unarchived.archived(upTo);
      kept = kept.filter((each) => each.position > upTo);
    }
    if (random() < 0.7) continue;
    const id = position - Math.floor(random() * 30);
    const isKept = kept.some((each) => each.id === id);
    expect(unarchived.order(ALICE, id) !== undefined).toBe(isKept);
    const clientId = `c${Math.floor(random() * 8)}`;
    const newest = kept.findLast((each) => each.name === clientId)?.id;
    expect(unarchived.named({ kind: "name", ...ALICE, clientId })?.record.id).toBe(newest);
  }
});

test("HIST-OWN-1 what is asked of an unarchived record is true of the one that the archive will have", () => {
  const kinds = Object.keys(RECORDS).filter(
    (kind) => kind !== "candles" && kind !== "funding",
  ) as RecordKind[];
  fc.assert(
    fc.property(someEvents, (events) => {
      for (const event of events) {
        const unarchived = new UnarchivedRecords();
        unarchived.add(event, 1);
        for (const part of partsOf(event)) {
          const record = recordOf(event, part);
          const { area, user, market } = record.record;
          const own = page({ kind: record.kind, area, user, market });
          expect(found(unarchived, own)).toContainEqual(record);
          expect(unarchived.find(own, 1)).toEqual([]);
          // HIST-LATEST-1: trades and profits of all markets together are asked for, orders are not.
          const isOrder = record.kind === "order" || record.kind === "futures_order";
          expect(unarchived.find({ ...own, market: 0 }, 0).length > 0).toBe(!isOrder);
          const foundIn = (changes: Partial<PageQuery>) =>
            found(unarchived, { ...own, ...changes });
          expect(foundIn({ market: market + 1 })).toEqual([]);
          expect(foundIn({ user: user + 10 })).toEqual([]);
          for (const kind of kinds) {
            if (kind !== record.kind) expect(foundIn({ kind })).not.toContainEqual(record);
          }
          for (const other of AREAS) {
            if (other !== area) expect(foundIn({ area: other })).not.toContainEqual(record);
          }
        }
      }
    }),
    { numRuns: runs(100, 100), seed: 8 },
  );
});
