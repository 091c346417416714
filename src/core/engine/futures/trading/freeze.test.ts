/** What an order that opens freezes, and which loss its user must be able to pay besides. */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../../test/support/futures-desk.ts";

const FEES = {
  openMakerRate: 20_000,
  openTakerRate: 50_000,
  closeMakerRate: 20_000,
  closeTakerRate: 50_000,
};
const RICH = { USDT: "1000000", BTC: "1000" };
const INVERSE = {
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 100n,
  multiplierDecimals: 0,
} as const;
const ON = "on E-BTC-USD";

/** Value 0.001 BTC a contract, taker 0.05%, 20x. */
function frozen(fees: Partial<typeof FEES> = {}): FuturesDesk {
  const contract = { fees: { ...FEES, ...fees } };
  const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH }, { contract, adopted: 1 });
  desk.addContract({ ...contract, ...INVERSE });
  return desk;
}

function lockOf(desk: FuturesDesk, name: string, coin = "USDT"): string {
  return desk.account(name, coin).split("/")[1] ?? "";
}

test("FUT-FREEZE-1 margin and the higher of the two opening fees, each rounded up", () => {
  const desk = frozen();
  desk.lever("ann", 7);
  desk.trade("ann", "open buy 10 @ 20000");
  // 200 ÷ 7 = 28.571428571... and 200 × 0.0005 = 0.1
  expect(lockOf(desk, "ann")).toBe("28.67142858");

  const maker = frozen({ openMakerRate: 70_000 });
  maker.trade("ann", "open buy 10 @ 20000");
  expect(lockOf(maker, "ann")).toBe("10.14");

  const rebate = frozen({ openMakerRate: -20_000, openTakerRate: 0 });
  rebate.trade("ann", "open buy 10 @ 20000");
  expect(lockOf(rebate, "ann")).toBe("10");
});

test("FUT-FREEZE-1 an order that closes freezes nothing", () => {
  const desk = frozen();
  desk.markAt("20000");
  desk.trade("bob", "open sell 10 @ 20000");
  desk.trade("ann", "open buy 10 @ 20000");
  desk.trade("ann", "close sell 10 @ 25000");
  expect(lockOf(desk, "ann")).toBe("0");
});

/** What an order needs, read from the refusal of a user who has next to nothing. */
function neededFor(desk: FuturesDesk, words: string): string {
  desk.addUser("poor");
  desk.fund("poor", "0.00000001 USDT");
  desk.fund("poor", "0.00000001 BTC");
  const outcome = desk.send(desk.trading("poor", words));
  expect(outcome).toMatchObject({ ok: false, reason: "insufficient_balance" });
  return outcome.ok ? "" : `${(outcome as { needed?: string }).needed}`;
}

test("FUT-FREEZE-1 a linear sell below the best bid freezes for that bid, a buy never more than its limit", () => {
  const sell = frozen();
  sell.trade("bob", "open buy 1 @ 21000");
  // 10 × 21 ÷ 20 + 10 × 21 × 0.0005
  expect(neededFor(sell, "open sell 10 @ 20000")).toBe("10.605");

  const buy = frozen();
  buy.trade("bob", "open sell 1 @ 19000");
  expect(neededFor(buy, "open buy 10 @ 20000")).toBe("10.1");
});

test("FUT-FREEZE-1 an inverse buy above the best ask freezes for that ask, a sell never more than its limit", () => {
  const buy = frozen();
  buy.trade("bob", `open sell 1 @ 16000 ${ON}`);
  // 1000 ÷ 16000 = 0.0625: ÷ 20 and × 0.0005
  expect(neededFor(buy, `open buy 10 @ 20000 ${ON}`)).toBe("0.00315625");

  const sell = frozen();
  sell.trade("bob", `open buy 1 @ 25000 ${ON}`);
  expect(neededFor(sell, `open sell 10 @ 20000 ${ON}`)).toBe("0.002525");
});

test("FUT-FREEZE-1 an inverse freeze is rounded once, from the exact value", () => {
  const desk = frozen();
  desk.trade("ann", `open buy 1 @ 30000 ${ON}`);
  // 100 ÷ 30000 ÷ 20 = 0.000166666..., and 0.00333... × 0.0005 = 0.000001666...
  expect(lockOf(desk, "ann", "BTC")).toBe("0.00016834");
});

test("FUT-FREEZE-2 the part that trades is not frozen any more; the rest is, at the limit", () => {
  const desk = frozen();
  desk.markAt("20000");
  desk.trade("bob", "open buy 4 @ 20500");
  desk.trade("bob", "open buy 4 @ 20200");
  desk.trade("ann", "open sell 10 @ 20000");

  expect(desk.deals()).toEqual(["4 @ 20500", "4 @ 20200"]);
  expect(lockOf(desk, "ann")).toBe("2.02"); // 2 × 20 ÷ 20 + 2 × 20 × 0.0005
  desk.trade("cat", "open buy 1 @ 20000");
  expect(lockOf(desk, "ann")).toBe("1.01");
  desk.must({ type: "CancelAllFutures", ...desk.hand("ann"), contract: 0 });
  expect(lockOf(desk, "ann")).toBe("0");
});

test("FUT-FREEZE-2 an order that rests without a trade is frozen at its limit, whatever orders are beyond", () => {
  const desk = frozen();
  desk.markAt("20000");
  desk.trade("bob", "open buy 1 @ 20000 as own");
  desk.trade("ann", "open sell 10 @ 20100");
  expect(lockOf(desk, "ann")).toBe("10.1505");
});

test("FUT-FREEZE-3 the loss against the mark must be there too, and is not frozen", () => {
  const desk = frozen();
  desk.markAt("20000");
  const cases = [
    ["open buy 10 @ 20400 cross", "14.302"], // 10.2 + 0.102 + 4
    ["open buy 10 @ 19600 cross", "9.898"],
    ["open sell 10 @ 19600 cross", "13.898"],
    ["open sell 10 @ 20400 cross", "10.302"],
  ] as const;
  for (const [words, needed] of cases) {
    const fresh = frozen();
    fresh.markAt("20000");
    expect(neededFor(fresh, words)).toBe(needed);
  }
  desk.trade("ann", "open buy 10 @ 20400 cross");
  expect(lockOf(desk, "ann")).toBe("10.302");
});

test.each([
  // 1000/20400 ÷ 20, its fee, and 1000/20000 - 1000/20400 = 0.0009803921...
  [`open buy 10 @ 20400 cross ${ON}`, "0.0034559"],
  // 1000/19600 ÷ 20, its fee, and 1000/19600 - 1000/20000 = 0.0010204081...
  [`open sell 10 @ 19600 cross ${ON}`, "0.00359696"],
  [`open sell 10 @ 20400 cross ${ON}`, "0.0024755"],
])("FUT-FREEZE-3 inverse: `%s` needs %s; the loss is rounded up once", (words, needed) => {
  const desk = frozen();
  desk.markAt("20000");
  expect(neededFor(desk, words)).toBe(needed);
});

test("FUT-FREEZE-3 a market order loses over the levels it would take now, no further than its reach", () => {
  const desk = frozen();
  desk.markAt("20000");
  desk.trade("bob", "open sell 10 @ 20400 cross");
  desk.trade("bob", "open sell 10 @ 21000 cross");
  desk.trade("bob", "open sell 10 @ 22100 cross");
  // 400 ÷ 20 + 400 × 0.0005; 10 at 20400 and 9 at 21000 lose 4 and 9.
  expect(neededFor(desk, "open buy for 400 cross")).toBe("33.2");
});

test("FUT-FREEZE-3 a loss of the other side of the mark is none: gains are not counted either", () => {
  const desk = frozen();
  desk.markAt("20000");
  desk.trade("bob", "open sell 10 @ 19000 cross");
  expect(neededFor(desk, "open buy for 100 cross")).toBe("5.05");
});

test("FUT-FREEZE-4 an isolated order whose margin less its loss is not above maintenance is refused", () => {
  const desk = frozen({ openTakerRate: 0, openMakerRate: 0 });
  desk.markAt("20000");
  // At p: p ÷ 20 - (p - 20000) > p × 0.005, so p < 20000 ÷ 0.955 = 20942.4083...
  expect(desk.told("ann", "open buy 1 @ 20942.5")).toBe("born_in_liquidation");
  expect(desk.told("ann", "open buy 1 @ 20942.4")).toBe("accepted");
  expect(desk.told("bob", "open buy 1 @ 20942.5 cross")).toBe("accepted");
});

test("FUT-FREEZE-4 the maintenance rate is that of the tier the position would be in", () => {
  const coins = (whole: number) => BigInt(whole) * 10n ** 8n;
  const tiers = [
    { valueMax: coins(200), leverageMax: 20, maintenanceRate: 500_000 },
    { valueMax: coins(1000), leverageMax: 20, maintenanceRate: 4_500_000 },
  ];
  const desk = new FuturesDesk({ ann: RICH, bob: RICH }, { contract: { tiers } });
  desk.markAt("20000");
  // 20x: 5% of margin; at 20200 the loss is 1%.
  expect(desk.told("ann", "open buy 11 @ 20200")).toBe("born_in_liquidation");
  expect(desk.told("ann", "open buy 10 @ 20200")).toBe("accepted");
  desk.trade("bob", "open sell 15 @ 20200");
  expect(desk.position("ann", "buy")?.volume).toBe(10);
  expect(desk.told("ann", "open buy 1 @ 20200")).toBe("born_in_liquidation");
  expect(desk.told("ann", "open buy for 30")).toBe("born_in_liquidation");
  expect(desk.told("ann", "open buy 1 @ 20000")).toBe("accepted");
});
