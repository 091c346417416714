/** The balances posted to: each once, no more than fit, and forgotten when they are taken. */
import { expect, test } from "vitest";
import { type Touchable, Touched } from "./touched.ts";

function takeAll<T extends Touchable>(touched: Touched<T>): T[] {
  const taken: T[] = [];
  for (let item = touched.take(); item; item = touched.take()) taken.push(item);
  return taken;
}

const some = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ at, isTouched: false }));

test("CORE-TRIP-1 each is there once, however often it was touched, until it is taken", () => {
  const touched = new Touched();
  const items = some(3);
  for (let round = 0; round < 2; round++) {
    for (let again = 0; again < 3; again++) for (const item of items) touched.add(item);

    expect(new Set(takeAll(touched))).toEqual(new Set(items));
    expect(items.map(({ isTouched }) => isTouched)).toEqual([false, false, false]);
    expect([takeAll(touched), touched.takeOverfull()]).toEqual([[], false]);
  }
});

test("CORE-TRIP-2 CORE-BOUND-1 no more than fit are kept, and that there were more is told once", () => {
  const touched = new Touched<Touchable>(4);
  const items = some(5);
  for (const item of items.slice(0, 4)) touched.add(item);
  expect(touched.takeOverfull()).toBe(false);

  for (const item of items) touched.add(item);

  expect(takeAll(touched)).toHaveLength(4);
  expect([touched.takeOverfull(), touched.takeOverfull()]).toEqual([true, false]);
  expect(items.some(({ isTouched }) => isTouched)).toBe(false);
});
