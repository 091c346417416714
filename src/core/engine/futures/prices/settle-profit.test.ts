/** The settlement of profit, for contracts that have it. */
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";

const RULES = { settlementHours: 1, interestRate: 0 };
const INVERSE = {
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 100n,
  multiplierDecimals: 0,
} as const;

test("FUT-PROFIT-1 profit of a cross position goes to the account, of an isolated one to its margin, a loss likewise", () => {
  const desk = new RiskDesk({ ann: { USDT: "1000" }, ben: { USDT: "1000" } }, { contract: RULES });
  desk.markAt("20000");
  const long = desk.hold("ann", "long 100 @ 20000 cross");
  const short = desk.hold("ben", "short 100 @ 20000");
  desk.markAt("20400");

  desk.passHours(1);

  expect(desk.account("ann")).toBe("1040/0");
  expect(desk.account("ben")).toBe("900/0");
  expect([short.margin, short.settleProfit]).toEqual([desk.money("60"), desk.money("-40")]);
  expect([long.cost, long.openCost]).toEqual([desk.money("2040"), desk.money("2000")]);
});

test("FUT-PROFIT-1 the profit of a close counts from the last settlement, openCost in proportion", () => {
  const desk = new RiskDesk({ ann: { USDT: "1000" } }, { contract: RULES });
  desk.markAt("20000");
  const long = desk.hold("ann", "long 100 @ 20000 cross");
  desk.markAt("20400");
  desk.passHours(1);
  desk.bids([[50, "20500"]]);

  desk.trade("ann", "close sell 50 @ 20500");

  expect(long.closeProfit).toBe(desk.money("5"));
  expect([long.cost, long.openCost]).toEqual([desk.money("1020"), desk.money("1000")]);
});

test("FUT-PROFIT-1 of an inverse position what rounding leaves stays in its cost", () => {
  const desk = new RiskDesk({ ann: { BTC: "1" } }, { contract: { ...RULES, ...INVERSE } });
  desk.markAt("26017.7");
  const long = desk.hold("ann", "long 7 @ 26017.7 cross");
  const short = desk.position("max", "sell");
  desk.markAt("27011.3");

  desk.passHours(1);

  expect(long.cost).toBe(2_591_508n); // 700 / 27011.3 = 0.025915079...; rounded up.
  expect(short?.cost).toBe(2_591_507n);
  expect(long.settleProfit + (short?.settleProfit ?? 0n)).toBe(-1n);
});

test.each([
  ["halted", (desk: RiskDesk) => void desk.haltContract()],
  ["without a price that can be trusted", (desk: RiskDesk) => desk.advance(11_000)],
])("FUT-PROFIT-1 a contract that is %s lets the time pass", (_, stop) => {
  const desk = new RiskDesk({ ann: { USDT: "1000" } }, { contract: RULES });
  desk.feed("20000");
  desk.second();
  const long = desk.hold("ann", "long 100 @ 20000");
  desk.feed("20400");
  desk.second();
  desk.timeMs = desk.state.hourMs + 3_600_000;
  desk.feed("20400");
  stop(desk);

  desk.tick();

  expect(long.settleProfit).toBe(0n);
});

test("FUT-PROFIT-1 risk counts from the settled cost", () => {
  const desk = new RiskDesk({ ann: { USDT: "1000" } }, { contract: RULES });
  desk.markAt("20000");
  const long = desk.hold("ann", "long 100 @ 20000");
  desk.markAt("20400");
  desk.passHours(1);

  desk.markAt("19100");

  expect(long.volume).toBe(100);
  expect(desk.fields(long).unrealized).toBe(desk.money("-130"));
  desk.markAt("19095");
  expect(desk.happened()).toContain("position of ann: taken_over"); // 140 - 130.5 <= 9.5475
});
