/** Where an arrow key leads. */
import { expect, test } from "vitest";
import { targetOf } from "./roving.ts";

test("arrows walk and stop at both ends, Home and End jump, other keys move nothing", () => {
  const from = (at: number, key: string) => targetOf({ key, direction: "vertical", at, count: 3 });

  expect([from(0, "ArrowDown"), from(2, "ArrowDown"), from(0, "ArrowUp")]).toEqual([1, 2, 0]);
  expect([from(1, "Home"), from(1, "End")]).toEqual([0, 2]);
  expect([from(1, "ArrowLeft"), from(1, "x")]).toEqual([-1, -1]);
  expect(targetOf({ key: "End", direction: "vertical", at: -1, count: 0 })).toBe(-1);
});
