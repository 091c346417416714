/** The cost of a holding that leaves in parts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { closedCostOf } from "./cost.ts";

const RUN = { seed: 24, numRuns: 500 };
const profitIs = fc.constantFrom("value_minus_cost" as const, "cost_minus_value" as const);
const parts = fc.array(fc.bigInt({ min: 1n, max: 1000n }), { minLength: 1, maxLength: 12 });

test("NUM-COST-1 however a holding leaves, its parts cost together what it cost", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), parts, profitIs, (cost, closes, sign) => {
      let volume = closes.reduce((sum, part) => sum + part, 0n);
      let openCost = cost;
      let gone = 0n;

      for (const closed of closes) {
        const part = closedCostOf({ openCost, volume, closed, profitIs: sign });
        openCost -= part;
        volume -= closed;
        gone += part;
      }

      expect([gone, openCost, volume]).toEqual([cost, 0n, 0n]);
    }),
    RUN,
  );
});

test("NUM-COST-1 the profit shown now is never too large: the cost is rounded against it", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n }), parts, (openCost, closes) => {
      const volume = closes.reduce((sum, part) => sum + part, 1n);
      const closed = closes[0] ?? 1n;

      const high = closedCostOf({ openCost, volume, closed, profitIs: "value_minus_cost" });
      const low = closedCostOf({ openCost, volume, closed, profitIs: "cost_minus_value" });

      expect(high * volume >= openCost * closed).toBe(true);
      expect(low * volume <= openCost * closed).toBe(true);
      expect(high - low <= 1n).toBe(true);
    }),
    RUN,
  );
});

test.each([0n, 4n])("NUM-COST-1 a close of %d of 3 is a fault", (closed) => {
  const close = { openCost: 9n, volume: 3n, closed, profitIs: "value_minus_cost" as const };
  expect(() => closedCostOf(close)).toThrow("a close takes some of the volume");
});
