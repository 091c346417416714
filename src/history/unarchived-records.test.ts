/** What the archive may not have yet: found by its user, bounded, and dropped when archived. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import {
  contractTrade,
  endedFuturesOrder,
  forceClosed,
  positionEnded,
} from "../../test/history/contract-events.ts";
import { endedEvent } from "../../test/support/order-event.ts";
import { seededRandom } from "../../test/support/random.ts";
import { someOrder, trade } from "../../test/views/trade-tape.ts";
import type { OrderEnded } from "../engine/orders/order-events.ts";
import type { PageQuery } from "./history.ts";
import type { UnarchivedRecord } from "./unarchived-record.ts";
import { FRESH_MAX, UnarchivedRecords } from "./unarchived-records.ts";

const ALICE = { area: "spot", user: 1, market: 1 } as const;

function ended(id: number, changes: Parameters<typeof someOrder>[0] = {}): OrderEnded {
  const order = someOrder({ id, ...changes });
  return endedEvent(order, { status: "canceled" }, 1_000 + id);
}

function page(changes: Partial<PageQuery> = {}): PageQuery {
  return { kind: "order", ...ALICE, limit: 100, fromId: 0, ...changes };
}

function idsOf(records: readonly UnarchivedRecord[]): number[] {
  return records.map(({ record }) => record.record.id);
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

test("HIST-OWN-1 a user's own records behind a position, newest first, and no other user's", () => {
  const unarchived = new UnarchivedRecords();
  const sides = { makerOrder: 9, makerUser: 1, takerOrder: 8, takerUser: 2 };
  unarchived.add(ended(9), 1);
  unarchived.add(ended(4, { user: 2 }), 2);
  unarchived.add(ended(5, { market: 2 }), 3);
  unarchived.add(trade({ id: 3, ...sides }), 4);
  unarchived.add(ended(2), 5);

  expect(idsOf(unarchived.find(page(), 0))).toEqual([9, 2]);
  expect(idsOf(unarchived.find(page(), 1))).toEqual([2]);
  expect(idsOf(unarchived.find(page({ fromId: 3 }), 0))).toEqual([9]);
  expect(idsOf(unarchived.find(page({ kind: "trade" }), 0))).toEqual([3]);
  expect(idsOf(unarchived.find(page({ kind: "trade", user: 2 }), 0))).toEqual([3]);
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

  const ask = (changes: Partial<PageQuery>) =>
    idsOf(unarchived.find(page({ ...own, ...changes }), 0));
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

  expect(idsOf(unarchived.find(page(), 0))).toEqual([5, 4, 3]);
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

test("HIST-BOUND-1 what went is not kept in memory by its neighbours", async () => {
  const unarchived = new UnarchivedRecords(100);
  const gone: WeakRef<OrderEnded>[] = [];
  for (let id = 1; id <= 150; id++) {
    const event = ended(id);
    if (id <= 50) gone.push(new WeakRef(event));
    unarchived.add(event, id);
  }

  expect(unarchived.order(ALICE, 50)).toBeUndefined();
  expect(unarchived.order(ALICE, 51)).toBeDefined();
  // What was looked at is held until the event loop goes on.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(gone.filter((ref) => ref.deref() !== undefined)).toEqual([]);
});

test("what is archived goes, also the last of a user, and more can come", () => {
  const unarchived = new UnarchivedRecords(4);
  for (let id = 1; id <= 4; id++) unarchived.add(ended(id, { user: 1 + (id % 2) }), id);

  unarchived.archived(3);
  expect(idsOf(unarchived.find(page(), 0))).toEqual([4]);
  expect(idsOf(unarchived.find(page({ user: 2 }), 0))).toEqual([]);
  unarchived.archived(9);
  expect(unarchived.size).toBe(0);
  for (let id = 5; id <= 9; id++) unarchived.add(ended(id), id);
  expect(idsOf(unarchived.find(page(), 0))).toEqual([9, 8, 7, 6]);
  unarchived.beginAt(0);
  expect(unarchived.gonePosition).toBe(0);
});

test("HIST-OWN-1 HIST-BOUND-1 at any moment, what is in the ring is found, and no more", () => {
  const random = seededRandom(17);
  const unarchived = new UnarchivedRecords(20);
  let kept: { id: number; name: string; position: number }[] = [];
  for (let position = 1; position <= 2_000; position++) {
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
    const newest = kept.findLast((each) => each.name === name)?.id;
    expect(unarchived.named({ kind: "name", ...ALICE, clientId: name })?.record.id).toBe(newest);
  }
});
