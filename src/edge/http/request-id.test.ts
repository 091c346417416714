/** The number of a request as the client sees it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { requestIdOf } from "./request.ts";

test("USER-REQUEST-1 a request's id is its number in base 36, whatever came before it", () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat(), { minLength: 1 }), (numbers) => {
      for (const number of numbers) expect(requestIdOf(number)).toBe(number.toString(36));
    }),
  );
  for (const number of [0, 1, 36 ** 4 - 1, 36 ** 4, 36 ** 4 + 1, 2 * 36 ** 4, Date.now() * 1024]) {
    expect(requestIdOf(number)).toBe(number.toString(36));
  }
});
