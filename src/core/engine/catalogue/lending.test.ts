/** The terms of lending: caps and rates of assets, levels of accounts. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { type MarginRules, rulesFor, type SetLoanTerms } from "./lending.ts";

const ONE = 100_000_000;

function termsOf(changes: Partial<SetLoanTerms>): SetLoanTerms {
  return { type: "SetLoanTerms", asset: 2, hourlyRate: 0, cap: 1n, request: 0, ...changes };
}

test("MARG-TERMS-1 an asset without a cap is not lent; with one it is, to each user up to it", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" }, bob: { USDT: "100" } });
  desk.lend("1000 USDT", "0", "50 USDT");
  desk.index("BTC", "100");

  expect(desk.refusedMargin("ann", "buy 1.51 @ 100")).toBe("loan_cap_reached");
  expect(desk.margin("ann", "buy 1.5 @ 100")).toMatchObject({ ok: true });
  expect(desk.margin("bob", "buy 1.5 @ 100")).toMatchObject({ ok: true });
  desk.terms("USDT", "0", 0n);
  expect(desk.refusedMargin("ann", "buy 0.0001 @ 100")).toBe("insufficient_balance");
});

test("MARG-TERMS-1 a rate of 0 is a rate: the loan costs nothing", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT", "0");
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 2 @ 100");

  desk.passHours(1000);

  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "0" });
});

test("MARG-TERMS-1 a new rate counts for the hours that tick after it", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT", "0.0001");
  desk.index("BTC", "100");
  desk.placeMargin("ann", "buy 2 @ 100");
  desk.passHours(2);

  desk.terms("USDT", "0.001", desk.units("50 USDT").amount);
  desk.passHours(1);

  expect(desk.balance("ann", "USDT")).toMatchObject({ borrowed: "100", interest: "0.13" });
});

test("NUM-RATE-2 MARG-TERMS-1 an hourly rate has 12 decimals and is at most 1%", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.index("BTC", "100");
  desk.lend("1000 USDT", "0.000000000001");
  desk.placeMargin("ann", "buy 2 @ 100");
  expect(desk.balance("ann", "USDT").interest).toBe("0.0000000001");

  expect(desk.send(termsOf({ hourlyRate: 10 ** 10 }))).toMatchObject({ ok: true });
  expect(desk.refusalOf(termsOf({ hourlyRate: 10 ** 10 + 1 }))).toBe("rate_out_of_range");
});

test.each<[string, Partial<SetLoanTerms>, string]>([
  ["an asset that exists", { asset: 3 }, "asset_not_found"],
  ["a cap that is not negative", { cap: -1n }, "rate_out_of_range"],
])("MARG-TERMS-1 terms have %s", (_, changes, reason) => {
  expect(new MarginDesk().refusalOf(termsOf(changes))).toBe(reason);
});

/** 1 + tenths/10 × (i - 1), i = L/(L-1), cut at 8 decimals. */
function levelFor(leverage: number, tenths: bigint): number {
  return Number(100_000_000n + (tenths * 10_000_000n) / BigInt(leverage - 1));
}

test("MARG-TERMS-2 for each leverage from 2 to 20 the levels follow from it, and are taken", () => {
  const desk = new MarginDesk();
  for (let leverageMax = 2; leverageMax <= 20; leverageMax++) {
    const rules = rulesFor(leverageMax);

    expect(rules).toEqual({
      leverageMax,
      transferLevel: 2 * ONE,
      callLevel: levelFor(leverageMax, 6n),
      liquidationLevel: levelFor(leverageMax, 2n),
      clearanceRate: ONE / 50,
      liquidationRange: ONE / 10,
    });
    desk.must({ type: "SetMarginRules", ...rules, request: 0 });
    expect(desk.state.catalogue.marginRules).toEqual(rules);
    expect(desk.events).toEqual([{ type: "MarginRulesChanged", ...rules }]);
  }
});

test("MARG-TERMS-2 leverage is 3 unless set: 1.3 and 1.1", () => {
  const { marginRules } = new MarginDesk().state.catalogue;

  expect(marginRules).toMatchObject({
    leverageMax: 3,
    callLevel: 130_000_000,
    liquidationLevel: 110_000_000,
  });
});

/** Each one step beyond what is sound, and beside it the last that is. */
test.each<[string, Partial<MarginRules>, Partial<MarginRules>]>([
  ["a leverage from 2", { leverageMax: 1 }, { leverageMax: 2 }],
  ["a leverage up to 20", { ...rulesFor(21) }, { ...rulesFor(20) }],
  ["liquidation above 1", { liquidationLevel: ONE }, { liquidationLevel: ONE + 1 }],
  [
    "liquidation below the warning",
    { liquidationLevel: 1.3 * ONE },
    { liquidationLevel: 1.3 * ONE - 1 },
  ],
  ["the warning below L/(L-1)", { callLevel: 1.5 * ONE }, { callLevel: 1.5 * ONE - 1 }],
  ["transfer out from L/(L-1)", { transferLevel: 1.5 * ONE - 1 }, { transferLevel: 1.5 * ONE }],
  ["transfer out up to 1000", { transferLevel: 1000 * ONE + 1 }, { transferLevel: 1000 * ONE }],
  ["a fee below all there is", { clearanceRate: ONE }, { clearanceRate: ONE - 1 }],
  ["a range below the price itself", { liquidationRange: ONE }, { liquidationRange: ONE - 1 }],
  ["no number beyond reason", { callLevel: Number.MAX_SAFE_INTEGER }, {}],
])("MARG-TERMS-2 sound rules have %s", (_, bad, good) => {
  const desk = new MarginDesk();
  const type = "SetMarginRules";

  expect(desk.refusalOf({ type, ...rulesFor(3), ...bad, request: 0 })).toBe("rules_contradict");
  expect(desk.send({ type, ...rulesFor(3), ...good, request: 0 })).toMatchObject({ ok: true });
});

test("MARG-TERMS-2 new levels count for every account from the command that sets them", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" }, bob: { USDT: "120" } });
  desk.lend("1000 USDT");
  desk.index("BTC", "100");
  desk.addUser("lee");
  desk.deposit("lee", "10 BTC");
  for (const name of ["ann", "bob"]) {
    desk.place("lee", "sell 2 @ 100");
    desk.placeMargin(name, "buy 2 @ 100");
  }
  desk.index("BTC", "70");
  expect([desk.standing("ann"), desk.standing("bob")]).toEqual([
    { level: "1.4", state: "trade_only" },
    { level: "1.75", state: "normal" },
  ]);

  desk.must({ type: "SetMarginRules", ...rulesFor(3), callLevel: 1.45 * ONE, request: 0 });
  expect(desk.news()).toEqual(["ann is warned"]);
  desk.must({ type: "SetMarginRules", ...rulesFor(2), request: 0 });

  // Leverage 2 brings liquidation to 1.2 and the warning to 1.6; i is 2.
  expect([desk.standing("ann").state, desk.standing("bob").state]).toEqual([
    "margin_call",
    "trade_only",
  ]);
  desk.must({
    type: "SetMarginRules",
    ...rulesFor(2),
    liquidationLevel: 1.4 * ONE,
    request: 0,
  });
  expect(desk.news()).toEqual(["ann is liquidated"]);
});
