/** The table of open orders against a Map, which is what it replaces. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../../../../test/support/random.ts";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/support/some-order.ts";
import { NO_ORDER, type OrderRow } from "./order-rows.ts";
import { OrderTable } from "./order-table.ts";

function compare(table: OrderTable, model: ReadonlyMap<number, OrderRow>): void {
  expect(table.size).toBe(model.size);
  const ids = [...model.keys()].sort((a, b) => a - b);
  expect(table.sorted().map(({ id }) => id)).toEqual(ids);
}

test("a table of orders finds what a Map finds, whatever is added and removed", () => {
  // Ids that share their low bits share a home slot, which is where such a table goes wrong.
  const id = fc.oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: 0, max: 20 }).map((count) => 7 + count * 1024),
    fc.integer({ min: 0, max: 20 }).map((count) => 2 ** 40 + 1020 + count),
  );
  fc.assert(
    fc.property(fc.array(id, { maxLength: 120 }), (ids) => {
      const table = new OrderTable();
      const model = new Map<number, OrderRow>();

      for (const one of ids) {
        const known = model.get(one);
        if (known) table.remove(known);
        else table.add(table.rows.add(someOrder({ id: one })));
        const added = table.find(one);
        if (known) model.delete(one);
        else if (added !== NO_ORDER) model.set(one, added);
        expect(table.find(one)).toBe(model.get(one) ?? NO_ORDER);
      }

      compare(table, model);
      for (const one of ids) expect(table.get(one)?.id).toBe(model.has(one) ? one : undefined);
    }),
    { seed: 51, numRuns: runs(300, 300) },
  );
});

test("CORE-BOUND-1 the table grows with its orders and loses none", () => {
  const random = seededRandom(52);
  const table = new OrderTable();
  const model = new Map<number, OrderRow>();

  for (let id = 1; id <= 20_000; id++) {
    const order = table.rows.add(someOrder({ id }));
    table.add(order);
    model.set(id, order);
    const drawn = 1 + Math.floor(random() * id);
    const removed = model.get(drawn);
    if (!removed || random() < 0.4) continue;
    table.remove(removed);
    model.delete(drawn);
  }

  compare(table, model);
  const ids = Array.from({ length: 20_002 }, (_, id) => id);
  expect(ids.filter((id) => table.find(id) !== (model.get(id) ?? NO_ORDER))).toEqual([]);
});

test("an order that is not there cannot be removed", () => {
  const table = new OrderTable();
  const order = table.rows.add(someOrder({ id: 3 }));

  expect(() => table.remove(order)).toThrow("was in the index");
});

/** The longest run of used slots in the index: no search walks further. */
function longestRun(table: OrderTable): number {
  const slots = table["index"]["slots"];
  let longest = 0;
  for (let at = 1, run = 0; at < slots.length; at += 2) {
    run = slots[at] === 0 ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

test.each([1, 8, 50, 128, 1_000, 1_024, 4_096, 65_536])(
  "SEC-50 however far apart the ids of open orders are, a search is short: one of %d",
  (stride) => {
    const table = new OrderTable();
    for (let count = 1; count <= 20_000; count++) {
      table.add(table.rows.add(someOrder({ id: count * stride })));
    }

    expect(longestRun(table)).toBeLessThan(64);
  },
);
