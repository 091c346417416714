/** The orders that wait for a price: which are taken at which price, and which is the oldest. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { newOrder, type Order, type Side, type Trigger } from "../orders/order.ts";
import { NO_ORDER, type OrderRow } from "../orders/order-rows.ts";
import { OrderTable } from "../orders/order-table.ts";
import {
  addWaiting,
  isTriggered,
  newTriggers,
  oldestSince,
  removeWaiting,
  type Triggers,
  takeTriggered,
  waitsForRise,
} from "./triggers.ts";

/** The ids of all waiting orders, lowest first; those that have left stay in the queue a while longer. */
function allWaiting({ queue, rows }: Triggers, byId: OrderTable): number[] {
  return queue.filter((id) => {
    const order = byId.find(id);
    return order !== NO_ORDER && rows.terms(order).isWaiting && rows.level(order) !== 0;
  });
}

const RATES = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 };

function waiting(id: number, side: Side, trigger: Trigger, triggerTicks: number): Order {
  const plain = { user: 1, area: "futures", market: 1, ticks: 1, lots: 1 } as const;
  const terms = { action: "close", mode: "cross", leverage: 1, timeInForce: "gtc" } as const;
  return newOrder({
    ...plain,
    id,
    side,
    placedAtMs: id * 10,
    futures: { ...terms, trigger, triggerTicks, isWaiting: true, rates: RATES, frozen: 0n },
  });
}

function enter(byId: OrderTable, order: Order): OrderRow {
  const row = byId.rows.add(order);
  byId.add(row);
  return row;
}

/** The row is another order's as soon as one comes. */
function end({ rows }: Triggers, byId: OrderTable, order: OrderRow): void {
  byId.remove(order);
  rows.drop(order);
  rows.freeEnded();
}

function idOf({ id }: Order): number {
  return id;
}

function idsOf({ rows }: Triggers, orders: readonly OrderRow[]): number[] {
  return orders.map((order) => rows.id(order));
}

test("FUT-COND-1 whether an order waits for a rise or a fall", () => {
  const ways = (["buy", "sell"] as const).map((side) =>
    (["stop_loss", "stop_gain", "up", "down"] as const).map((trigger) =>
      waitsForRise(waiting(1, side, trigger, 5)),
    ),
  );
  expect(ways).toEqual([
    [true, false, true, false],
    [false, true, true, false],
  ]);
});

test("FUT-COND-2 the trigger price itself triggers; no price triggers nothing", () => {
  const up = waiting(1, "buy", "up", 5);
  const down = waiting(1, "buy", "down", 5);
  expect([4, 5, 6].map((ticks) => isTriggered(up, ticks))).toEqual([false, true, true]);
  expect([4, 5, 6].map((ticks) => isTriggered(down, ticks))).toEqual([true, true, false]);
  expect(isTriggered(down, 0)).toBe(false);
});

test("FUT-COND-3 FUT-COND-5 any run of waiting, leaving and prices is that of a plain list", () => {
  const step = fc.record({
    what: fc.constantFrom("add", "add", "add", "leave", "price", "expire"),
    side: fc.constantFrom<Side>("buy", "sell"),
    trigger: fc.constantFrom<Trigger>("stop_loss", "stop_gain", "up", "down"),
    number: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 250, size: "max" }), (steps) => {
      const byId = new OrderTable();
      const triggers = newTriggers(byId.rows);
      let plain: Order[] = [];
      let id = 0;
      let most = 0;
      for (const { what, side, trigger, number } of steps) {
        const chosen = plain[number % Math.max(1, plain.length)];
        if (what === "add") {
          id++;
          const order = waiting(id, side, trigger, number);
          addWaiting(triggers, enter(byId, order), byId);
          plain.push(order);
        } else if (what === "leave" && chosen) {
          const left = byId.find(chosen.id);
          removeWaiting(triggers, left);
          end(triggers, byId, left);
          plain = plain.filter((order) => order !== chosen);
        } else if (what === "price") {
          const due = plain.filter((order) => isTriggered(order, number));
          plain = plain.filter((order) => !due.includes(order));
          expect(idsOf(triggers, takeTriggered(triggers, number))).toEqual(due.map(idOf));
        } else if (what === "expire") {
          const beforeMs = (id - number) * 10;
          const [oldest] = plain;
          const isDue = oldest && oldest.placedAtMs <= beforeMs;
          const found = oldestSince(triggers, beforeMs, byId);
          expect(found).toBe(isDue ? byId.find(oldest.id) : NO_ORDER);
        }
        expect(triggers.waiting).toBe(plain.length);
        // Orders that left are forgotten in time (CORE-BOUND-1).
        most = Math.max(most, plain.length);
        expect(triggers.queue.length).toBeLessThanOrEqual(2 * most + 66);
      }
      expect(allWaiting(triggers, byId)).toEqual(plain.map(idOf));
    }),
    { seed: 29, numRuns: runs(20, 60) },
  );
});

test("LOG-SNAP-1 loaded backwards the orders wait in the same order", () => {
  const byId = new OrderTable();
  const triggers = newTriggers(byId.rows);
  for (const id of [5, 3, 9]) {
    addWaiting(triggers, enter(byId, waiting(id, "buy", "up", 7)), byId);
  }
  expect(allWaiting(triggers, byId)).toEqual([3, 5, 9]);
  expect(idsOf(triggers, takeTriggered(triggers, 7))).toEqual([3, 5, 9]);
});
