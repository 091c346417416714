/** A column beside rows against a Map. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { SideColumn } from "./side-column.ts";

test("a column holds for each row what was set last, and nothing where nothing was set or all is cleared", () => {
  const row = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 4_090, max: 20_000 }));
  const step = fc.record({ row, value: fc.option(fc.nat(), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const column = new SideColumn<number>();
      const model = new Map<number, number>();
      for (const { row: at, value } of steps) {
        if (value === undefined) {
          column.clear(at);
          model.delete(at);
        } else {
          column.set(at, value);
          model.set(at, value);
        }
      }

      for (const { row: at } of steps) expect(column.get(at)).toBe(model.get(at));
      expect(column.get(30_000)).toBeUndefined();
      const inOrder = [...model].sort(([one], [other]) => one - other);
      expect([...column.values()]).toEqual(inOrder.map(([, value]) => value));
    }),
    { seed: 204, numRuns: 200 },
  );
});
