/** How near a position is to its liquidation: exact, rounded towards it, and told from 80% on. */
import { expect, test } from "vitest";
import { endangered, neededOf, stateOf } from "./risk.ts";

const rates = (marginRate: string) => ({ marginRate, keepRate: "0.005", maxFeeRate: "0.001" });

test.each([
  ["0.6", 1],
  ["0.012", 50],
  ["0.0121", 50],
  ["0.0119", 51],
  ["0.0061", 99],
  ["0.006", 100],
  ["0.001", 100],
  ["-0.2", 100],
  ["0", 100],
])(
  "a margin of %s of the value needs %i%% of it where 0.6%% keeps the position",
  (rate, needed) => {
    expect(neededOf(rates(rate))).toBe(needed);
  },
);

test("half of the margin is a caution, four fifths are a danger", () => {
  expect([49, 50, 79, 80, 100].map(stateOf)).toEqual([
    "safe",
    "caution",
    "caution",
    "danger",
    "danger",
  ]);
});

test("those in danger are told, the nearest first, and none that is held no more", () => {
  const held = (id: number, rate: string, volume = "1") => ({ id, volume, ...rates(rate) });
  const all = [held(1, "0.0074"), held(2, "0.02"), held(3, "0.0061"), held(4, "0.0061", "0")];
  expect(endangered(all).map(({ id }) => id)).toEqual([3, 1]);
});
