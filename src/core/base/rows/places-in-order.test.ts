/** Sorting by digits against sorting by comparing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { placesInOrder } from "./places-in-order.ts";

const number = fc.oneof(
  fc.nat(5),
  fc.nat(10_000),
  fc.maxSafeNat(),
  fc.constantFrom(2 ** 11, 2 ** 22 - 1, 2 ** 22, 2 ** 33, 2 ** 44, Number.MAX_SAFE_INTEGER),
);

test("places are those of the numbers when compared, and equal numbers stay as they come", () => {
  fc.assert(
    fc.property(fc.array(number, { maxLength: 200 }), (numbers) => {
      const places = numbers.map((_, place) => place);
      const compared = places.sort((one, other) => {
        return (numbers[one] as number) - (numbers[other] as number);
      });

      expect([...placesInOrder(Float64Array.from(numbers))]).toEqual(compared);
    }),
    { numRuns: runs(200, 10_000), seed: 1 },
  );
});
