/** What the index of a contract is made of. */
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { contractIndexOf } from "./contract-index.ts";

const CROSS_PAIR = "E-ETH-BTC";

/** A desk with E-BTC-USDT and a contract of ETH in BTC, four decimals. */
function deskOfTwo(): RiskDesk {
  const desk = new RiskDesk({ lee: { BTC: "10" }, ann: { BTC: "10" } });
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHBTC", pricePrecision: 3 }, "ETH", "BTC");
  desk.addContract({ name: CROSS_PAIR, multiplierDecimals: 2, pricePrecision: 4 });
  return desk;
}

function indexOf(desk: RiskDesk, on?: string) {
  return contractIndexOf(desk.state, desk.market(on), desk.timeMs);
}

function tradeSpot(desk: RiskDesk, price: string): void {
  desk.deposit("lee", "5 ETH");
  desk.deposit("ann", "5 BTC");
  desk.place("lee", `sell 1 @ ${price} on ETHBTC`);
  desk.place("ann", `buy 1 @ ${price} on ETHBTC`);
}

test("FUT-MARK-1 the index of a contract is its base in its quote, half-up", () => {
  const desk = deskOfTwo();
  desk.index("ETH", "1500");

  desk.index("BTC", "20000");
  expect(indexOf(desk, CROSS_PAIR)).toEqual({ ticks: 750, isStale: false });
  desk.index("ETH", "1501");
  expect(indexOf(desk, CROSS_PAIR).ticks).toBe(751); // 0.07505
  desk.index("ETH", "1500.9");
  expect(indexOf(desk, CROSS_PAIR).ticks).toBe(750); // 0.075045
});

test("FUT-MARK-1 a quote that is no asset counts as USDT", () => {
  const desk = new RiskDesk({}, { contract: { name: "E-BTC-USD", kind: "inverse" } });

  desk.index("BTC", "20000.04");

  expect(indexOf(desk).ticks).toBe(200_000);
});

test("FUT-MARK-1 an unknown index is the last trade of the pair, else of the contract, else nothing", () => {
  const desk = deskOfTwo();
  desk.index("BTC", "20000");
  expect(indexOf(desk, CROSS_PAIR)).toEqual({ ticks: 0, isStale: false });

  desk.trade("max", `open sell 1 @ 0.0777 cross on ${CROSS_PAIR}`);
  desk.trade("ann", `open buy 1 @ 0.0777 cross on ${CROSS_PAIR}`);
  expect(indexOf(desk, CROSS_PAIR).ticks).toBe(777);
  tradeSpot(desk, "0.081");
  expect(indexOf(desk, CROSS_PAIR).ticks).toBe(810);
  desk.index("ETH", "1600");
  expect(indexOf(desk, CROSS_PAIR).ticks).toBe(800);
});

test("FUT-MARK-1 a base without a source follows its USDT pair, as the index does", () => {
  const desk = new RiskDesk({ ann: { BTC: "1" } });
  desk.deposit("ann", "1 BTC");
  desk.deposit("max", "99999 USDT");

  desk.place("ann", "sell 1 @ 19999.5");
  desk.place("max", "buy 1 @ 19999.5");

  expect(indexOf(desk)).toEqual({ ticks: 199_995, isStale: false });
});

test("FUT-MARK-1 a price below half a tick is one tick, one that no book can hold is none", () => {
  const desk = new RiskDesk();
  desk.addAsset("DUST", 8);
  desk.addContract({ name: "E-DUST-USDT", multiplierDecimals: 0, pricePrecision: 8 });

  desk.index("DUST", "0.000000000000000001");
  expect(indexOf(desk, "E-DUST-USDT").ticks).toBe(1);
  desk.index("DUST", "1000000000000");
  expect(indexOf(desk, "E-DUST-USDT").ticks).toBe(0);
});

test("FUT-RISK-5 an index is stale when that of its base or of its quote is", () => {
  const desk = deskOfTwo();
  desk.feed("1500", "ETH");
  desk.index("BTC", "20000");
  desk.advance(10_000);
  expect(indexOf(desk, CROSS_PAIR).isStale).toBe(false);

  desk.advance(1);
  expect(indexOf(desk, CROSS_PAIR)).toEqual({ ticks: 750, isStale: true });
  desk.feed("1500", "ETH");
  expect(indexOf(desk, CROSS_PAIR).isStale).toBe(false);
  desk.feed("20000", "BTC");
  desk.withdrawIndex("BTC");
  desk.advance(9000);
  desk.feed("1500", "ETH");
  desk.advance(1001);
  expect(indexOf(desk, CROSS_PAIR).isStale).toBe(true);
});
