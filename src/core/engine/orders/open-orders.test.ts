/** The open orders of each user: a list, newest first, and a count for each pair. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { someOrder } from "../../../../test/support/some-order.ts";
import { openOrdersOf } from "../read/orders.ts";
import { emptyState } from "../state.ts";
import {
  enterOrder,
  leaveOrder,
  nextOrderId,
  nextTradeId,
  openCountOf,
  serverMadeId,
} from "./open-orders.ts";
import { clientIdOf, type Order, openStatusOf } from "./order.ts";
import type { OrderRow } from "./order-rows.ts";

test("SPOT-CHECK-12 a user's orders and their counts are what was entered and has not left", () => {
  const step = fc.record({
    user: fc.integer({ min: 1, max: 3 }),
    pair: fc.integer({ min: 1, max: 3 }),
    leaves: fc.boolean(),
    which: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { orders } = emptyState();
      const { rows } = orders.byId;
      let model: { readonly order: Order; readonly row: OrderRow }[] = [];
      for (const { user, pair, leaves, which } of steps) {
        const leaver = leaves ? model[which % Math.max(model.length, 1)] : undefined;
        if (leaver) leaveOrder(orders, leaver.row);
        model = model.filter((one) => one !== leaver);
        if (leaver) continue;
        const order = someOrder({ id: nextOrderId(orders), user, market: pair });
        const row = rows.add(order);
        model.push({ order, row });
        enterOrder(orders, row);
      }

      for (const user of [1, 2, 3, 4]) {
        const all = model.map(({ order }) => order);
        const own = all.filter((order) => order.user === user).reverse();
        expect([...openOrdersOf(orders, { area: "spot", user })].map(({ id }) => id)).toEqual(
          own.map(({ id }) => id),
        );
        for (const pair of [1, 2, 3]) {
          const count = own.filter((order) => order.market === pair).length;
          expect(openCountOf(orders, { area: "spot", user }, pair)).toBe(count);
        }
      }
    }),
    { seed: 54, numRuns: 200 },
  );
});

test("orders that come in any order, as from a snapshot, stand in the order of their ids", () => {
  const { orders } = emptyState();
  for (const id of [5, 2, 9, 1]) enterOrder(orders, orders.byId.rows.add(someOrder({ id })));

  expect([...openOrdersOf(orders, { area: "spot", user: 1 })].map(({ id }) => id)).toEqual([
    9, 5, 2, 1,
  ]);
});

test("ids of orders and trades are counters of their own", () => {
  const { orders } = emptyState();

  expect([nextOrderId(orders), nextOrderId(orders), nextTradeId(orders)]).toEqual([1, 2, 1]);
});

test("SPOT-CLIENT-6 an order sent without a client id shows bourse: and its id", () => {
  expect(clientIdOf(someOrder({ id: 12 }))).toBe("bourse:12");
  expect(clientIdOf(someOrder({ id: 12, clientId: "mine" }))).toBe("mine");
  expect(serverMadeId("bourse:12")).toBe(12);
  for (const other of ["mine", "bourse:", "bourse:x", "Bourse:1", "bourse:1 "]) {
    expect(serverMadeId(other)).toBe(0);
  }
});

test("SPOT-STATE-1 SPOT-STATE-7 an open order is new until something of it has traded", () => {
  expect(openStatusOf(someOrder({ id: 1 }))).toBe("new");
  expect(openStatusOf(someOrder({ id: 1, executed: 1 }))).toBe("partially_filled");
});
