/** The average price of an order on a pair, as it is shown. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { averagePrice } from "./average-price.ts";

test.each([
  [0, 0n, "0"],
  [3, 10_000n, "33.33333333"],
  [3, 20_000n, "66.66666667"],
  [2, 1n, "0.005"],
  [200_000_000, 1n, "0"],
  [100_000_000, 1n, "0"],
  [1_000_000, 1n, "0.00000001"],
  [2_000_000, 1n, "0.00000001"],
  [2_000_001, 1n, "0"],
])(
  "NUM-ROUND-4 the average of %d lots worth %d ticks is shown as %s",
  (executed, traded, shown) => {
    expect(averagePrice(new Desk().pair(), { executed, traded })).toBe(shown);
  },
);
