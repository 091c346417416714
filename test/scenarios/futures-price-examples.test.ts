/**
 * The worked examples of the rulebook about marks, funding and the settlement of profit, run from its
 * own file by the real engine. Every number comes from `given`, every field of `expect` is asked for.
 * FUT-20 is with the index (src/core/engine/prices).
 */
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import { realizedTotalOf } from "../../src/core/engine/futures/position-fields.ts";
import { runningRateOf } from "../../src/core/engine/futures/prices/funding.ts";
import { fundedIndex, indexWithBasis, setMark } from "../../src/core/engine/futures/prices/mark.ts";
import {
  impactPrice,
  type Price,
  premiumOf,
} from "../../src/core/engine/futures/prices/premium.ts";
import { formatUnits, tenTo, unitsOf } from "../../src/core/money/decimal.ts";
import { divHalfUp } from "../../src/core/money/rounding.ts";
import { faceOf, money, oneTier, rateOf, type Words } from "../support/contract-words.ts";
import { exampleNamed } from "../support/examples.ts";
import { RiskDesk } from "../support/risk-desk.ts";

const HOUR_MS = 3_600_000;

test("FUT-05 FUT-FUND-5 an inverse contract through a funding time and a close", () => {
  const { given, expect: expected } = exampleNamed("FUT-05");
  const { contract, open, funding, close } = given as unknown as Record<string, Words>;
  const rate = rateOf(funding?.["rate"] ?? "");
  const rules = { interestRate: rate, fundingClamp: rate, fundingHours: 1 };
  const desk = new RiskDesk(
    { A: { BTC: "10" } },
    {
      contract: {
        name: "E-BTC-USD",
        kind: "inverse",
        ...faceOf(contract?.["multiplier"] ?? ""),
        ...rules,
      },
    },
  );
  desk.markAt(funding?.["mark"] ?? "");
  const long = desk.hold("A", `long ${open?.["volume"]} @ ${open?.["price"]}`);
  const short = present(desk.position("max", "sell"), "the other side");

  desk.passHours(1);
  desk.bids([[open?.["volume"] ?? "", close?.["price"] ?? ""]]);
  desk.trade("A", `close sell ${open?.["volume"]} @ ${close?.["price"]}`);

  expect({
    capitalFee: money(long.fundingReceived),
    closeProfit: money(long.closeProfit),
    tradeFee: money(long.tradeFee),
    historyRealizedAmount: money(realizedTotalOf(long)),
    counterpartyCapitalFee: money(short.fundingReceived),
  }).toEqual(expected);
});

test("FUT-16 FUT-FUND-3 the rate from the average premium", () => {
  const { given, expect: expected } = exampleNamed("FUT-16");
  const { interestRate, clamp, cap, averagePremium } = given as unknown as {
    interestRate: string;
    clamp: string;
    cap: string;
    averagePremium: string[];
  };
  const desk = new RiskDesk(
    {},
    {
      contract: {
        interestRate: rateOf(interestRate),
        fundingClamp: rateOf(clamp),
        tiers: oneTier(cap.split(" ")[0] ?? ""),
      },
    },
  );

  const rates = averagePremium.map((premium) =>
    runningRateOf({ ...desk.market(), premiumCount: 1, premiumSum: BigInt(rateOf(premium)) }),
  );

  expect({ fundingRate: rates.map((rate) => formatUnits(BigInt(rate), 8)) }).toEqual(expected);
});

test("FUT-17 FUT-FUND-1 FUT-FUND-2 impact price, premium, weighted mean", () => {
  const { given, expect: expected } = exampleNamed("FUT-17");
  const { bids, asks, indexPrice, impactNotional, samples } = given as unknown as {
    bids: [string, string][];
    asks: [string, string][];
    indexPrice: string;
    impactNotional: string;
    samples: string[];
  };
  const impact = present(unitsOf(impactNotional, 8), impactNotional);
  const rules = { impactNotional: impact, interestRate: 0, fundingClamp: 0 };
  const desk = new RiskDesk({}, { contract: rules });
  desk.markAt(indexPrice);
  const inLots = (levels: [string, string][]) =>
    levels.map(([quantity, price]) => [Number(quantity) * 1000, price] as const);
  desk.bids(inLots(bids));
  desk.asks(inLots(asks));
  const { contract, book } = desk.market();
  const shown = (price: Price | undefined) => {
    const { top, bottom } = present(price, "a side that is not too thin");
    return formatUnits(divHalfUp(top * tenTo(8), bottom * tenTo(contract.pricePrecision)), 8);
  };
  const sum = samples.reduce((total, each, at) => total + BigInt((at + 1) * rateOf(each)), 0n);
  const mean = runningRateOf({
    ...desk.market(),
    premiumCount: samples.length,
    premiumSum: sum,
  });

  expect({
    impactBid: shown(impactPrice(contract, book.bids)),
    impactAsk: shown(impactPrice(contract, book.asks)),
    premiumIndex: formatUnits(premiumOf(desk.market()), 8),
    averagePremium: formatUnits(BigInt(mean), 8),
  }).toEqual(expected);
});

test("FUT-18 FUT-FUND-5 payers are rounded up, receivers down, the rest is the insurance's", () => {
  const { given, expect: expected } = exampleNamed("FUT-18");
  const { contract, mark, fundingRate, positions } = given as unknown as {
    contract: Words;
    mark: string;
    fundingRate: string;
    positions: { user: string; side: string; volume: number }[];
  };
  const rate = rateOf(fundingRate);
  const desk = new RiskDesk(
    { A: { BTC: "1" }, B: { BTC: "1" }, C: { BTC: "1" } },
    {
      contract: {
        name: "E-BTC-USD",
        kind: "inverse",
        ...faceOf(contract["multiplier"] ?? ""),
        interestRate: rate,
        fundingClamp: rate,
        fundingHours: 1,
      },
    },
  );
  desk.markAt(mark);
  const shorts = positions.filter(({ side }) => side === "SELL");
  for (const { user, volume } of shorts) desk.trade(user, `open sell ${volume} @ ${mark} cross`);
  const longs = positions.filter(({ side }) => side === "BUY");
  for (const { user, volume } of longs) desk.trade(user, `open buy ${volume} @ ${mark} cross`);

  desk.passHours(1);

  const fees = positions.map(({ user, side }) => {
    const position = desk.position(user, side === "BUY" ? "buy" : "sell");
    return [user, money(position?.fundingReceived ?? 0n)];
  });
  expect({
    capitalFee: Object.fromEntries(fees),
    insuranceFundGain: desk.futuresFunds("BTC").insurance,
  }).toEqual(expected);
});

test("FUT-19 FUT-MARK-3 the mark is the median of three prices", () => {
  const { given, expect: expected } = exampleNamed("FUT-19");
  const { indexPrice, lastSettledFundingRate, averageBasis, lastPrice } = given as unknown as Words;
  const { hoursToFunding, fundingIntervalHours } = given as unknown as Record<string, number>;
  const desk = new RiskDesk({}, { contract: { fundingHours: Number(fundingIntervalHours) } });
  const ticks = (price: string | undefined) => Number(present(unitsOf(price ?? "", 1), `${price}`));
  const market = {
    ...desk.market(),
    index: ticks(indexPrice),
    fundingRate: rateOf(lastSettledFundingRate ?? ""),
    basis: [2 * ticks(averageBasis)],
    last: ticks(lastPrice),
  };
  const atMs = (Number(fundingIntervalHours) - Number(hoursToFunding)) * HOUR_MS;

  setMark(desk.state, market, atMs);

  expect({
    price1: formatUnits(BigInt(fundedIndex(market, atMs)), 1),
    price2: formatUnits(BigInt(indexWithBasis(market)), 1),
    markPrice: formatUnits(BigInt(market.mark), 1),
  }).toEqual(expected);
});

test("FUT-31 FUT-PROFIT-1 what is gained becomes money, avgPrice moves to the mark, openPrice stays", () => {
  const { given, expect: expected } = exampleNamed("FUT-31");
  const { contract, fills, markBefore, settlementMark } = given as unknown as {
    contract: { multiplier: string };
    fills: [string, number, string][];
    markBefore: string;
    settlementMark: string;
  };
  const rules = { ...faceOf(contract.multiplier), settlementHours: 1, interestRate: 0 };
  const desk = new RiskDesk({ A: { USDT: "10000" } }, { contract: rules });
  const [first, second, third] = fills.map(([, lots, price]) => ({ lots, price }));
  desk.markAt(first?.price ?? "");
  const long = desk.hold("A", `long ${first?.lots} @ ${first?.price}`);
  desk.hold("A", `long ${second?.lots} @ ${second?.price}`);
  const beforeClose = { avgPrice: money(desk.fields(long).averagePrice) };
  desk.bids([[third?.lots ?? 0, third?.price ?? ""]]);
  desk.trade("A", `close sell ${third?.lots} @ ${third?.price}`);
  desk.markAt(markBefore);
  const closed = desk.fields(long);
  const afterClose = {
    closeProfit: money(long.closeProfit),
    unRealizedAmount: money(closed.unrealized),
  };
  desk.markAt(settlementMark);

  desk.passHours(1);

  const settled = desk.fields(long);
  expect({
    beforeClose,
    afterClose,
    afterSettlement: {
      settleProfit: money(long.settleProfit),
      avgPrice: money(settled.averagePrice),
      openPrice: money(settled.openPrice),
      unRealizedAmount: money(settled.unrealized),
      openRealizedAmount: money(settled.profitSinceOpening),
      realizedAmount: money(settled.realized),
      historyRealizedAmount: money(settled.realizedTotal),
    },
  }).toEqual(expected);
});
