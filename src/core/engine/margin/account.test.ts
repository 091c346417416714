/** A margin account is apart from its user's spot account; its debts are in order of assets. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { findAccount, findDebt, hasDebt, newMargin, openAccount, openDebt } from "./account.ts";

test("MARG-ACC-1 a user has one account, made with the first loan, and one debt of each asset, by asset", () => {
  const margin = newMargin();
  expect(findAccount(margin, 3)).toBeUndefined();

  const account = openAccount(margin, 3);
  for (const asset of [5, 2, 5, 9, 2]) openDebt(margin, account, asset).principal += 1n;

  expect(openAccount(margin, 3)).toBe(account);
  expect([findAccount(margin, 1), findAccount(margin, 2)]).toEqual([undefined, undefined]);
  expect(account.debts.map(({ asset, principal }) => [asset, principal])).toEqual([
    [2, 2n],
    [5, 2n],
    [9, 1n],
  ]);
  expect(findDebt(account, 9)?.principal).toBe(1n);
  expect(findDebt(account, 1)).toBeUndefined();
  expect([hasDebt(account), hasDebt(undefined), hasDebt(openAccount(margin, 1))]).toEqual([
    true,
    false,
    false,
  ]);
});

test("MARG-ACC-1 MARG-INT-2 a new debt begins with the sum of rates as it stands", () => {
  const margin = newMargin();
  margin.rateSums.push(0n, 77n);

  expect(openDebt(margin, openAccount(margin, 1), 2).rateSum).toBe(77n);
  expect(openDebt(margin, openAccount(margin, 1), 9).rateSum).toBe(0n);
});

/** Ann has the same in spot and in margin, and owes; Lee buys and sells in spot. */
function twoAreas(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "1000", ETH: "1" } });
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.addUser("lee");
  for (const asset of ["BTC", "ETH", "USDT"]) {
    desk.deposit("lee", `100000 ${asset}`);
    desk.deposit("ann", `5 ${asset}`);
  }
  desk.lend("100000 USDT", "0.0001");
  desk.index("BTC", "100");
  desk.index("ETH", "100");
  desk.place("ann", "sell 1 @ 200 on ETHUSDT");
  return desk;
}

test("MARG-ACC-1 whatever happens to a margin account, the user's spot account is as it was", () => {
  const desk = twoAreas();
  const spot = desk.balances("ann");
  desk.place("lee", "sell 25 @ 100");
  desk.placeMargin("ann", "buy 25 @ 100");
  desk.placeMargin("ann", "sell 5 @ 110");
  desk.passHours(5);
  desk.repay("ann", "0 USDT");
  expect(desk.balances("ann")).toEqual(spot);

  desk.index("BTC", "30"); // Everything in margin is sold, taken by the insurance or written off.
  desk.place("lee", "buy 25 @ 30");
  desk.place("lee", "buy 5 @ 95 on ETHUSDT");
  desk.index("BTC", "30.5");

  expect(desk.news()).toContain("ann is through: bad_debt");
  expect(desk.balances("ann")).toEqual(spot);
  expect(desk.balance("ann", "USDT")).toEqual({
    free: "0",
    locked: "0",
    borrowed: "0",
    interest: "0",
  });
});

test("MARG-ACC-1 spot orders neither see nor use margin money, nor the other way round", () => {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.deposit("ann", "10 BTC");

  expect(desk.refusal("ann", "buy 1 @ 100")).toBe("insufficient_balance");
  expect(desk.refusedMargin("ann", "sell 1 @ 100")).toBe("insufficient_balance");
});

test("MARG-ACC-1 all assets of the account are collateral for all its debt: one asset alone would be too little", () => {
  const desk = twoAreas();
  desk.place("lee", "sell 25 @ 100");
  desk.placeMargin("ann", "buy 25 @ 100");

  // 2,500 of BTC and 100 of ETH against 1,500 and its first hour.
  expect(desk.standing("ann").level).toBe("1.73316001");
});

test("MARG-ACC-1 an account that owes nothing any more is an account without debt", () => {
  const desk = twoAreas();
  desk.placeMargin("ann", "buy 11 @ 100");
  desk.deposit("ann", "200 USDT");
  desk.moveIn("ann", "200 USDT");
  desk.repay("ann", "0 USDT");

  expect(findAccount(desk.state.margin, desk.user("ann"))).toMatchObject({ debts: [] });
  expect(desk.standing("ann")).toEqual({ level: "999", state: "normal" });
  desk.index("ETH", "1");
  expect(desk.news()).toEqual([]);
});
