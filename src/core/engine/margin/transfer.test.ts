/** Money into a margin account, out of it, and back to the loan pool. */

import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { viewOf } from "../../../../test/support/wallet-view.ts";
import { newDigest } from "../../base/records/digest.ts";
import { marginWallet, newLedger, transfer } from "../ledger/ledger.ts";
import { SILENT_AFTER_MS } from "../prices/index-prices.ts";
import type { Transfer } from "./margin.ts";

/** Ann holds 2 BTC worth 100 each and owes 100 USDT: level 2. In spot Ann has 50 USDT. */
function levelTwo(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "200", bought: "2" });
  desk.deposit("ann", "50 USDT");
  expect(desk.standing("ann").level).toBe("2");
  return desk;
}

function transferring(desk: MarginDesk, changes: Partial<Transfer>): Transfer {
  const who = { user: desk.user("ann"), key: desk.key("ann"), request: 0 };
  const money = { asset: desk.asset("USDT"), amount: 1n };
  return { type: "Transfer", ...who, from: "spot", to: "margin", ...money, ...changes };
}

test("LEDGER-TRANSFER-1 MARG-TRANSFER-1 money moves from free to free, and only when its user says so", () => {
  const desk = new MarginDesk({ ann: {} });
  desk.deposit("ann", "50 USDT");
  expect(desk.balance("ann", "USDT").free).toBe("0");

  expect(desk.moveIn("ann", "30 USDT")).toEqual({ ok: true, answer: { transferId: 1 } });
  expect(desk.moveOut("ann", "10 USDT")).toEqual({ ok: true, answer: { transferId: 2 } });

  expect(desk.balances("ann")).toMatchObject({ USDT: "30/0" });
  expect(desk.balance("ann", "USDT")).toMatchObject({ free: "20", locked: "0" });
  expect(desk.events).toEqual([
    {
      type: "Transferred",
      id: 2,
      user: desk.user("ann"),
      from: "margin",
      to: "spot",
      asset: desk.asset("USDT"),
      amount: 1_000_000_000n,
      timeMs: desk.timeMs,
    },
  ]);
});

test("LEDGER-TRANSFER-1 a transfer keeps its user and its asset, and takes what was free: else it is a fault", () => {
  const ledger = newLedger(newDigest());
  const spot = viewOf(ledger, "spot", 1, 1);
  spot.free = 5n;
  spot.locked = 5n;

  transfer(ledger, spot.wallet, marginWallet(ledger, 1, 1), 5n);
  expect([spot.free, viewOf(ledger, "margin", 1, 1).free]).toEqual([0n, 5n]);
  expect(() => transfer(ledger, spot.wallet, marginWallet(ledger, 1, 1), 1n)).toThrow("was free");
  expect(() => transfer(ledger, spot.wallet, marginWallet(ledger, 2, 1), 1n)).toThrow(
    "with its user",
  );
  expect(() => transfer(ledger, spot.wallet, marginWallet(ledger, 1, 2), 1n)).toThrow(
    "with its user",
  );
});

test("MARG-TRANSFER-1 money that is free in spot goes in at any time, also in liquidation", () => {
  const desk = levelTwo();
  desk.place("ann", "buy 0.4 @ 100");

  expect(desk.refusalOf(transferring(desk, { amount: 1_000_000_001n }))).toBe(
    "insufficient_balance",
  );
  desk.index("BTC", "50");
  expect(desk.standing("ann").state).toBe("liquidation");
  expect(desk.moveIn("ann", "10 USDT")).toMatchObject({ ok: true });
});

test("MARG-TRANSFER-2 without debt anything that is free goes out, whether it has an index or not", () => {
  const desk = new MarginDesk({ ann: { USDT: "100", ETH: "5" } });
  desk.placeMargin("ann", "buy 0.4 @ 100");

  expect(desk.moveOut("ann", "60.00000001 USDT")).toEqual({
    ok: false,
    reason: "insufficient_balance",
    had: "60",
    needed: "60.00000001",
  });
  expect(desk.moveOut("ann", "60 USDT")).toMatchObject({ ok: true });
  expect(desk.moveOut("ann", "5 ETH")).toMatchObject({ ok: true });
});

test("MARG-TRANSFER-2 with debt money goes out only while the level after it is at least 2", () => {
  const desk = levelTwo();
  const out = (what: string) =>
    transferring(desk, { from: "margin", to: "spot", ...desk.units(what) });
  expect(desk.refusalOf(out("0.00000001 BTC"))).toBe("level_too_low");
  desk.moveIn("ann", "10 USDT");

  expect(desk.refusalOf(out("0.10000001 BTC"))).toBe("level_too_low");
  expect(desk.send(out("0.1 BTC"))).toMatchObject({ ok: true });
  expect(desk.standing("ann").level).toBe("2");
  expect(desk.refusalOf(out("0.00000001 USDT"))).toBe("level_too_low");
});

test("MARG-TRANSFER-2 with debt the level must be known: not with a stale index, nor without that of a debt", () => {
  const desk = levelTwo();
  desk.withdrawIndex("BTC");
  desk.index("BTC", "1000", "feed");
  const out = transferring(desk, { from: "margin", to: "spot", ...desk.units("0.1 BTC") });
  desk.advance(SILENT_AFTER_MS + 1);

  expect(desk.refusalOf(out)).toBe("index_not_known");
  desk.index("BTC", "1000", "feed");
  expect(desk.send(out)).toMatchObject({ ok: true });
});

test("MARG-TRANSFER-2 an asset without an index counts 0, and goes out when the rest is enough", () => {
  const desk = levelTwo();
  desk.addAsset("ETH", 8);
  desk.deposit("ann", "5 ETH");
  desk.moveIn("ann", "5 ETH");

  expect(desk.moveOut("ann", "5 ETH")).toMatchObject({ ok: true });
});

test("MARG-TRANSFER-2 open orders count as filled: what they would give away must stay behind", () => {
  const desk = new MarginDesk({ ann: { BTC: "3" } });
  desk.lend("100000 USDT");
  desk.owe("ann", { usdt: "10000", bought: "0.5" });
  desk.placeMargin("ann", "sell 1 @ 4000"); // An order for an accomplice, 16,000 below the index.
  const out = (what: string) =>
    transferring(desk, { from: "margin", to: "spot", ...desk.units(what) });

  // Of 70,000 must stay 16,000 and twice the debt of 10,000.
  expect(desk.refusalOf(out("1.70000001 BTC"))).toBe("level_too_low");
  expect(desk.send(out("1.7 BTC"))).toMatchObject({ ok: true });
  desk.addUser("friend");
  desk.deposit("friend", "4000 USDT");
  desk.place("friend", "buy 1 @ 4000");
  expect(desk.house("USDT")).toMatchObject({ marginBadDebt: "0", loanPool: "94000" });
  expect(desk.standing("ann")).toEqual({ level: "2.66666666", state: "normal" });
});

test.each<[string, Partial<Transfer>, string]>([
  ["two areas", { to: "spot" }, "area_is_the_same"],
  ["an asset that exists", { asset: 9 }, "asset_not_found"],
  ["an amount above zero", { amount: 0n }, "amount_not_positive"],
  ["no negative amount", { amount: -1n }, "amount_not_positive"],
  ["a key that is the user's", { key: 0 }, "key_not_allowed"],
])("MARG-TRANSFER-1 a transfer has %s", (_, changes, reason) => {
  const desk = levelTwo();

  expect(desk.refusalOf(transferring(desk, changes))).toBe(reason);
});

test("USER-FREEZE-2 a frozen user moves no money between accounts, but repays and is liquidated", () => {
  const desk = levelTwo();
  desk.moveIn("ann", "10 USDT");
  desk.freeze("ann");

  expect(desk.refusalOf(transferring(desk, {}))).toBe("user_frozen");
  const out = transferring(desk, { from: "margin", to: "spot" });
  expect(desk.refusalOf(out)).toBe("user_frozen");
  expect(desk.refusedMargin("ann", "sell 1 @ 100")).toBe("user_frozen");
  expect(desk.repay("ann", "0 USDT")).toEqual({ ok: true, answer: { repaid: 1_000_000_000n } });
  desk.index("BTC", "49.5");
  expect(desk.news()).toEqual(["ann is liquidated"]);
});

test("MARG-REPAY-4 an amount is cut to what is owed, and must be free as far as it is used", () => {
  const desk = levelTwo();
  desk.moveIn("ann", "50 USDT");
  const ask = (what: string) => {
    const outcome = desk.repay("ann", what);
    return outcome.ok ? outcome.answer : outcome;
  };

  expect(ask("50.00000001 USDT")).toEqual({
    ok: false,
    reason: "insufficient_balance",
    had: "50",
    needed: "50.00000001",
  });
  expect(ask("49 USDT")).toEqual({ repaid: 4_900_000_000n });
  desk.deposit("ann", "100 USDT");
  desk.moveIn("ann", "100 USDT");
  expect(ask("1000 USDT")).toEqual({ repaid: 5_100_000_000n });
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "0", free: "50" });
});

test("MARG-REPAY-4 without an amount all that is owed and free is repaid", () => {
  const desk = levelTwo();
  expect(desk.repay("ann", "0 USDT")).toEqual({ ok: true, answer: { repaid: 0n } });
  desk.moveIn("ann", "30 USDT");

  expect(desk.repay("ann", "0 USDT")).toEqual({ ok: true, answer: { repaid: 3_000_000_000n } });
  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "70", free: "0" });
});

test("MARG-REPAY-4 a repayment of an asset that is not owed is answered with 0, and changes nothing", () => {
  const desk = levelTwo();
  const before = desk.balance("ann", "BTC");

  expect(desk.repay("ann", "1 BTC")).toEqual({ ok: true, answer: { repaid: 0n } });
  expect(desk.repay("ann", "0 BTC")).toEqual({ ok: true, answer: { repaid: 0n } });
  expect([desk.balance("ann", "BTC"), desk.events]).toEqual([before, []]);
});

test.each([
  ["an asset that exists", { asset: 9 }, "asset_not_found"],
  ["no negative amount", { amount: -1n }, "amount_not_positive"],
] as const)("MARG-REPAY-4 a repayment has %s", (_, changes, reason) => {
  const desk = levelTwo();
  const who = { user: desk.user("ann"), key: desk.key("ann"), request: 0 };

  expect(desk.refusalOf({ type: "Repay", ...who, asset: 1, amount: 1n, ...changes })).toBe(reason);
});

test("MARG-REPAY-4 a repayment brings an account out of liquidation by itself", () => {
  const desk = levelTwo();
  desk.index("BTC", "50");
  expect(desk.standing("ann").state).toBe("liquidation");
  desk.moveIn("ann", "50 USDT");

  expect(desk.news()).toEqual(["ann repays 50 USDT", "ann is through: recovered"]);
});
