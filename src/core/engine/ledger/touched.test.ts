/** The balances posted to: no more than fit, and forgotten when they are taken. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { spotWallet } from "./ledger.ts";
import { Touched } from "./touched.ts";

function takeAll<T>(touched: Touched<T>): T[] {
  const taken: T[] = [];
  for (let item = touched.take(); item !== undefined; item = touched.take()) taken.push(item);
  return taken;
}

test("CORE-TRIP-1 each wallet is there once, however often it was posted to, until it is taken", () => {
  const desk = new Desk({ ann: { USDT: "1" }, bob: { USDT: "1" } });
  const { ledger } = desk.state;
  const wallets = ["ann", "bob"].map((name) => spotWallet(ledger, desk.user(name), 2));
  for (let round = 0; round < 2; round++) {
    const taken = takeAll(ledger.touched);
    expect(taken.toSorted()).toEqual(wallets);
    for (const wallet of taken) ledger.wallets.setTouched(wallet, false);
    for (const name of ["ann", "bob", "ann", "bob"]) desk.deposit(name, "1 USDT");
  }
});

test("CORE-TRIP-2 CORE-BOUND-1 no more than fit are kept, and that there were more is told once", () => {
  const touched = new Touched<number>(4);
  expect([1, 2, 3, 4].map((item) => touched.add(item))).toEqual([true, true, true, true]);
  expect(touched.takeOverfull()).toBe(false);

  expect(touched.add(5)).toBe(false);

  expect(takeAll(touched)).toHaveLength(4);
  expect([touched.takeOverfull(), touched.takeOverfull()]).toEqual([true, false]);
});
