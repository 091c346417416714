/** Orders that trail: against a list that looks at each of them, what a price that moves on costs, and prices that no double counts exactly. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/support/some-order.ts";
import { plainInstructions } from "../orders/instructions.ts";
import type { Side } from "../orders/order.ts";
import { type OrderRow, OrderRows } from "../orders/order-rows.ts";
import { DELTA, trailingTicks } from "./trailing-price.ts";
import {
  followPrice,
  joinTrails,
  leaveTrails,
  newTrails,
  ordersIn,
  type Trails,
  takeTriggered,
} from "./trails.ts";

class Stand {
  readonly rows = new OrderRows(100_000);
  readonly trails: Trails;
  private id = 0;

  constructor(side: Side) {
    this.trails = newTrails(this.rows, side);
  }

  begin(delta: number, ticks: number): OrderRow {
    const { side } = this.trails;
    const instructions = { ...plainInstructions(), isWaiting: true, delta, peak: { ticks } };
    const order = this.rows.add(someOrder({ id: ++this.id, side, instructions }));
    joinTrails(this.trails, order);
    return order;
  }

  /** Prices that the orders have seen, and their bands, as they stand. */
  get peaks() {
    return this.trails.peaks.map(({ ticks, bands }) => [ticks, bands.map(({ delta }) => delta)]);
  }
}

const side = fc.constantFrom<Side>("buy", "sell");
const delta = fc.oneof(fc.constantFrom(10, 11, 2_000), fc.integer({ min: 10, max: 2_000 }));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 900, max: 1_100 }).map((ticks) => ({ ticks })) },
  { weight: 4, arbitrary: delta.map((begins) => ({ begins })) },
  { weight: 2, arbitrary: fc.nat(40).map((leaves) => ({ leaves })) },
);

test("SPOT-TRAIL-2 SPOT-TRAIL-3 whatever begins, leaves and is triggered, each order has seen what a list of all has", () => {
  fc.assert(
    fc.property(side, fc.array(step, { maxLength: 200, size: "max" }), (side, steps) => {
      const stand = new Stand(side);
      const { trails, rows } = stand;
      const naive = new Map<OrderRow, { delta: number; best: number }>();
      const better = side === "sell" ? Math.max : Math.min;
      let last = 1_000;
      for (const at of steps) {
        if ("begins" in at) {
          naive.set(stand.begin(at.begins, last), { delta: at.begins, best: last });
        } else if ("leaves" in at) {
          const order = [...naive.keys()][at.leaves];
          if (order === undefined) continue;
          leaveTrails(trails, order);
          naive.delete(order);
        } else {
          last = at.ticks;
          for (const one of naive.values()) one.best = better(one.best, last);
          followPrice(trails, last);
          const triggered = [...naive].filter(([, { delta, best }]) => {
            const trigger = trailingTicks(side, best, delta);
            return side === "sell" ? last <= trigger : last >= trigger;
          });
          expect(takeTriggered(trails, last).sort()).toEqual(
            triggered.map(([order]) => order).sort(),
          );
          for (const [order] of triggered) naive.delete(order);
        }
        const standing = [...ordersIn(trails)].sort();
        expect(standing).toEqual([...naive.keys()].sort());
        const seen = standing.map((order) => rows.instructions(order)?.peak?.ticks);
        expect(seen).toEqual(standing.map((order) => naive.get(order)?.best));
        expect(trails.byTrigger.size).toBeLessThanOrEqual(2 * trails.peaks.length + 8);
      }
    }),
    { numRuns: runs(100, 3_000), seed: 46 },
  );
});

test.each(["sell", "buy"] as const)(
  "SPOT-TRAIL-2 %s: a price that goes on and on has one peak, and few entries in the heap",
  (side) => {
    const stand = new Stand(side);
    const sign = side === "sell" ? 1 : -1;
    for (let at = 0; at < 20_000; at++) {
      const ticks = 100_000 + sign * at;
      followPrice(stand.trails, ticks);
      if (at < 1_000) stand.begin(10 + (at % 50), ticks);
      expect(stand.trails.byTrigger.size).toBeLessThanOrEqual(8);
    }
    expect(stand.trails.peaks.map(({ orders }) => orders)).toEqual([1_000]);
  },
);

test("SPOT-TRAIL-2 orders that began lower stand behind, and a new best price takes in all that it passes", () => {
  const stand = new Stand("sell");
  for (const [delta, ticks] of [
    [100, 1_000],
    [200, 990],
    [100, 985],
    [50, 990],
  ] as const)
    stand.begin(delta, ticks);
  expect(stand.peaks).toEqual([
    [1_000, [100]],
    [990, [50, 200]],
    [985, [100]],
  ]);
  followPrice(stand.trails, 995);
  expect(stand.peaks).toEqual([
    [1_000, [100]],
    [995, [50, 100, 200]],
  ]);
  followPrice(stand.trails, 1_000);
  expect(stand.peaks).toEqual([[1_000, [50, 100, 200]]]);
});

test("NUM-ROUND-1 SPOT-TRAIL-2 a trigger is the exact one, rounded away from the best price, however large", () => {
  const ticks = fc.oneof(
    fc.integer({ min: 1, max: 10 ** 6 }),
    fc.maxSafeNat().map((most) => Math.max(1, most)),
  );
  const inBounds = fc.integer({ min: DELTA.least, max: DELTA.most });
  fc.assert(
    fc.property(side, ticks, inBounds, (side, ticks, delta) => {
      const trigger = BigInt(trailingTicks(side, ticks, delta));
      const exact = BigInt(ticks) * BigInt(side === "sell" ? 10_000 - delta : 10_000 + delta);
      const isOutside = trigger > BigInt(Number.MAX_SAFE_INTEGER);
      const over = side === "sell" ? exact - trigger * 10_000n : trigger * 10_000n - exact;
      // Above every price that a symbol has it need not be exact.
      if (isOutside) expect(exact > BigInt(Number.MAX_SAFE_INTEGER) * 10_000n).toBe(true);
      else expect([over >= 0n, over < 10_000n]).toEqual([true, true]);
    }),
    { numRuns: runs(1_000, 100_000), seed: 47 },
  );
});
