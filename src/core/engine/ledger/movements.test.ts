/** Deposits and withdrawals: each once, however often it is sent. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { substanceOf } from "../../../../test/support/substance.ts";
import type { Deposit } from "./movements.ts";

test("LEDGER-MOVE-1 a deposit adds to the free balance and takes the same from EXTERNAL", () => {
  const desk = new Desk({ bob: {} });

  desk.deposit("bob", "100 USDT");

  expect(desk.balances("bob")).toMatchObject({ USDT: "100/0" });
  expect(desk.external()).toMatchObject({ USDT: "-100" });
  expect(desk.events).toMatchObject([{ type: "Moved", timeMs: desk.timeMs }]);
});

test("LEDGER-MOVE-2 a withdrawal takes free money only; what is locked stays", () => {
  const desk = new Desk({ bob: { USDT: "100" } });
  desk.place("bob", "buy 1 @ 60");

  expect(desk.withdraw("bob", "41 USDT")).toEqual({
    ok: false,
    reason: "insufficient_balance",
    had: "4000000000",
    needed: "4100000000",
  });
  expect(desk.balances("bob")).toMatchObject({ USDT: "40/60" });
  expect(desk.withdraw("bob", "40 USDT")).toMatchObject({ ok: true });
  expect(desk.balances("bob")).toMatchObject({ USDT: "0/60" });
  expect(desk.external()).toMatchObject({ USDT: "-60" });
});

test("LEDGER-MOVE-3 the same id with the same content moves money once, with the same answer", () => {
  const desk = new Desk({ bob: {} });
  const first = desk.deposit("bob", "100 USDT", "d-1");
  const before = substanceOf(desk.state);

  const second = desk.deposit("bob", "100 USDT", "d-1");

  expect(second).toEqual(first);
  expect(substanceOf(desk.state)).toEqual(before);
  expect(desk.events).toEqual([]);
});

test("LEDGER-MOVE-3 a withdrawal sent again is answered the same, though the money is gone by now", () => {
  const desk = new Desk({ bob: { USDT: "10" } });
  const first = desk.withdraw("bob", "10 USDT", "w-1");

  expect(desk.withdraw("bob", "10 USDT", "w-1")).toEqual(first);
  expect(desk.balances("bob")).toMatchObject({ USDT: "0/0" });
});

test("LEDGER-MOVE-3 the same id with another content is refused", () => {
  const desk = new Desk({ bob: {}, eve: {} });
  desk.deposit("bob", "100 USDT", "d-1");

  expect(desk.deposit("bob", "200 USDT", "d-1")).toMatchObject({ reason: "movement_id_used" });
  expect(desk.deposit("bob", "100 BTC", "d-1")).toMatchObject({ reason: "movement_id_used" });
  expect(desk.deposit("eve", "100 USDT", "d-1")).toMatchObject({ reason: "movement_id_used" });
  expect(desk.withdraw("bob", "100 USDT", "d-1")).toMatchObject({ reason: "movement_id_used" });
  expect(desk.balances("bob")).toMatchObject({ USDT: "100/0" });
});

test("LEDGER-MOVE-3 a refused movement has not used its id", () => {
  const desk = new Desk({ bob: {} });
  desk.withdraw("bob", "5 USDT", "w-1");
  desk.deposit("bob", "5 USDT");

  expect(desk.withdraw("bob", "5 USDT", "w-1")).toMatchObject({ ok: true });
});

test("LEDGER-MOVE-3 CORE-BOUND-1 the newest ids are remembered, the oldest falls out", () => {
  const desk = new Desk({ bob: {} }, { limits: { movementIds: 3 } });
  for (const id of ["a", "b", "c", "d"]) desk.deposit("bob", "1 USDT", id);

  for (const id of ["b", "c", "d"]) desk.deposit("bob", "1 USDT", id);
  expect(desk.balances("bob")).toMatchObject({ USDT: "4/0" });
  desk.deposit("bob", "1 USDT", "a");
  expect(desk.balances("bob")).toMatchObject({ USDT: "5/0" });
  expect(desk.state.movements.byId.size).toBe(3);
});

test.each<[string, Partial<Deposit>, string]>([
  ["an id", { id: "" }, "movement_id_malformed"],
  ["an id of the permitted letters", { id: "a b" }, "movement_id_malformed"],
  ["an id of at most 64 letters", { id: "x".repeat(65) }, "movement_id_malformed"],
  ["a user that exists", { user: 9 }, "user_not_found"],
  ["an asset that exists", { asset: 9 }, "asset_not_found"],
  ["an amount above zero", { amount: 0n }, "amount_not_positive"],
  ["no negative amount", { amount: -1n }, "amount_not_positive"],
  ["no more than can be kept", { amount: 10n ** 40n + 1n }, "amount_too_large"],
])("LEDGER-MOVE-1 LEDGER-MOVE-2 a movement has %s", (_, changes, reason) => {
  const desk = new Desk({ bob: {} });
  const moved = { id: "x", user: 1, asset: 1, amount: 1n, request: 0, ...changes };

  expect(desk.refusalOf({ type: "Deposit", ...moved })).toBe(reason);
  expect(desk.refusalOf({ type: "Withdraw", ...moved })).toBe(reason);
});
