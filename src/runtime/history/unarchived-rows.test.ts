/** What an event leaves comes out of its row as the record of that event, whatever its numbers are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { END_REASONS } from "../../core/engine/orders/end-reasons.ts";
import { ORDER_STATUSES } from "../../core/engine/orders/order.ts";
import type { OrderEnded } from "../../core/engine/orders/order-events.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";
import { rankOf } from "./history.ts";
import { fitsOrder, fitsTrade } from "./record-cells.ts";
import { partsOf, recordOf } from "./records-of.ts";
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
const area = fc.constantFrom("spot" as const, "margin" as const);
const side = fc.constantFrom("buy" as const, "sell" as const);
const user = fc.integer({ min: 1, max: 8_000_000 });
const market = fc.integer({ min: 1, max: 4_000 });
const isForced = fc.constantFrom(undefined, undefined, undefined, true as const);
const instructions = fc.constantFrom(undefined, undefined, {
  timeInForce: "ioc" as const,
  selfTrade: undefined,
  triggerTicks: 7,
  isRise: true,
  isWaiting: false,
  rank: 0,
  unit: "quote" as const,
  list: 9,
  isPending: false,
  prevented: 0,
  preventedValue: 0n,
  slice: 0,
  hidden: 0,
  delta: 30,
  trailed: 90,
});

const ended: fc.Arbitrary<OrderEnded> = fc.record({
  type: fc.constant("OrderEnded" as const),
  id: whole,
  user,
  area,
  market,
  side,
  kind: fc.constantFrom("limit" as const, "market" as const),
  ticks: whole,
  lots: whole,
  budget: amount,
  executed: whole,
  traded: amount,
  clientId: fc.string({ maxLength: 64 }),
  placedAtMs: whole,
  futures: fc.constant(undefined),
  instructions,
  status: fc.constantFrom(...ORDER_STATUSES),
  timeMs: whole,
  isForced,
  reason: fc.option(fc.constantFrom(...END_REASONS), { nil: undefined }),
});

const traded: fc.Arbitrary<Traded> = fc.record({
  type: fc.constant("Traded" as const),
  id: fc.nat(),
  pair: market,
  ticks: whole,
  lots: whole,
  timeMs: whole,
  takerSide: side,
  makerOrder: whole,
  makerUser: user,
  makerArea: area,
  takerOrder: whole,
  takerUser: user,
  takerArea: area,
  buyerFee: fee,
  sellerFee: fee,
  isForced,
});

/** Each part of each event. */
function partsIn(events: readonly (OrderEnded | Traded)[]) {
  return events.flatMap((event) => partsOf(event).map((part) => ({ event, part })));
}

test("a record comes out of its row as its event tells it, beside others that come and go", () => {
  const shapes = new Set<string>();
  fc.assert(
    fc.property(fc.array(fc.oneof(ended, traded), { minLength: 1, maxLength: 12 }), (events) => {
      const rows = new UnarchivedRows(1_023);
      const parts = partsIn(events);
      // The rows go round: the records stand where others stood.
      for (let count = 0; count < 1_000; count++) {
        const { event, part } = parts[count % parts.length] as (typeof parts)[number];
        rows.add(event, part, count);
        rows.dropFirst();
      }
      const added = parts.map(({ event, part }, position) => rows.add(event, part, position));

      for (const [at, row] of added.entries()) {
        const { event, part } = parts[at] as (typeof parts)[number];
        const found = recordOf(event, part);
        const fits = event.type === "Traded" ? fitsTrade(event) : fitsOrder(event);
        shapes.add(`${part} ${fits}`);
        expect(rows.recordAt(row)).toEqual(found);
        expect(rows.position(row)).toBe(at);
        expect(rows.rank(row)).toBe(rankOf(found));
        expect(rows.kind(row)).toBe(found.kind);
        const { user, market, area } = found.record;
        expect([rows.user(row), rows.market(row), rows.area(row)]).toEqual([user, market, area]);
      }
    }),
    { seed: 210, numRuns: 60 },
  );
  expect(shapes.size).toBe(6);
});

test("CORE-BOUND-1 a record for which there is no row is our own mistake, and is said to be one", () => {
  const rows = new UnarchivedRows(1_023);
  const [event] = fc.sample(traded, { seed: 1, numRuns: 1 }) as [Traded];
  for (let count = 0; count < 1_023; count++) rows.add(event, "maker", count);

  expect(() => rows.add(event, "maker", 9)).toThrow(/has its row/);
});
