/** A record that goes into a row comes out of it as it was, whatever its numbers are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ORDER_STATUSES } from "../../core/engine/orders/order.ts";
import type { UserRecord } from "./history.ts";
import { fitsCells } from "./record-cells.ts";
import { UnarchivedRows } from "./unarchived-rows.ts";

const SAFE = 2n ** 53n - 1n;

const whole = fc.oneof(fc.nat({ max: 9 }), fc.maxSafeNat());
const amount = fc.oneof(
  fc.constantFrom(0n, 1n, SAFE, SAFE + 1n, 10n ** 40n),
  fc.bigInt({ min: 0n, max: 2n * SAFE }),
);
const fee = fc.oneof(
  amount,
  amount.map((value) => -value),
);
const owner = {
  area: fc.constantFrom("spot" as const, "margin" as const),
  user: fc.integer({ min: 1, max: 8_000_000 }),
  market: fc.integer({ min: 1, max: 4_000 }),
};
const liquidation = fc.constantFrom({}, {}, {}, { force: "liquidation" as const });
const instructions = fc.constantFrom(
  {},
  {},
  {
    instructions: {
      timeInForce: "ioc" as const,
      selfTrade: undefined,
      triggerTicks: 7,
      isWaiting: false,
    },
  },
);

const order = fc
  .record({
    id: whole,
    ...owner,
    side: fc.constantFrom("buy" as const, "sell" as const),
    kind: fc.constantFrom("limit" as const, "market" as const),
    ticks: whole,
    lots: whole,
    budget: amount,
    executed: whole,
    traded: amount,
    clientId: fc.string({ minLength: 1, maxLength: 64 }),
    placedAtMs: whole,
    status: fc.constantFrom(...ORDER_STATUSES),
    endedAtMs: whole,
  })
  .chain((record) => fc.tuple(fc.constant(record), liquidation, instructions))
  .map(([record, forced, asked]) => ({
    kind: "order" as const,
    record: { ...record, ...forced, ...asked },
  }));

const trade = fc
  .record({
    id: fc.nat(),
    ...owner,
    orderId: whole,
    bidId: whole,
    askId: whole,
    ticks: whole,
    lots: whole,
    isBuyer: fc.boolean(),
    isMaker: fc.boolean(),
    fee,
    timeMs: whole,
  })
  .chain((record) => fc.tuple(fc.constant(record), liquidation))
  .map(([record, forced]) => ({ kind: "trade" as const, record: { ...record, ...forced } }));

test("a record comes out of its row as it went in, beside others that come and go", () => {
  const shapes = new Set<boolean>();
  const record: fc.Arbitrary<UserRecord> = fc.oneof(order, trade);
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 12 }), (records) => {
      const rows = new UnarchivedRows(1_023);
      // The rows go round: the records stand where others stood.
      for (let count = 0; count < 1_000; count++) {
        rows.add(records[count % records.length] as UserRecord, count);
        rows.dropFirst();
      }
      const added = records.map((found, position) => rows.add(found, position));

      for (const [at, row] of added.entries()) {
        const found = records[at] as UserRecord;
        shapes.add(fitsCells(found));
        expect(rows.recordAt(row)).toEqual(found);
        expect(rows.position(row)).toBe(at);
        expect(rows.user(row)).toBe(found.record.user);
      }
    }),
    { seed: 210, numRuns: 60 },
  );
  expect(shapes).toEqual(new Set([true, false]));
});

test("CORE-BOUND-1 a record for which there is no row is our own mistake, and is said to be one", () => {
  const rows = new UnarchivedRows(1_023);
  const [found] = fc.sample(trade, { seed: 1, numRuns: 1 });
  for (let count = 0; count < 1_023; count++) rows.add(found as UserRecord, count);

  expect(() => rows.add(found as UserRecord, 9)).toThrow(/has its row/);
});
