/**
 * The worked examples of the rulebook about liquidation and deleveraging, run from its own file by the
 * real engine. Every number comes from `given`, every field of `expect` is asked for.
 */
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import { scoreOf } from "../../src/core/engine/futures/liquidation/deleverage.ts";
import { priceWithoutSurplus } from "../../src/core/engine/futures/liquidation-price.ts";
import { formatUnits, tenTo, unitsOf } from "../../src/core/money/decimal.ts";
import { faceOf, money, oneTier, rateOf } from "../support/contract-words.ts";
import { exampleNamed, plain } from "../support/examples.ts";
import { RiskDesk } from "../support/risk-desk.ts";

type Levels = readonly (readonly [number, string])[];

interface Liquidated {
  readonly contract: { readonly multiplier: string };
  readonly position: { readonly volume: number; readonly openPrice: string; leverage: number };
  readonly keepRate: string;
  readonly maxFeeRate: string;
  readonly mark: string;
  readonly bids: Levels;
  readonly insuranceFund: string;
}

test.each(["FUT-25", "FUT-26"])(
  "%s FUT-LIQ-4 FUT-LIQ-5 FUT-LIQ-6 takeover at the bankruptcy price, the fund, deleveraging",
  (id) => {
    const { given, expect: expected } = exampleNamed(id);
    const told = given as unknown as Liquidated;
    const { volume, openPrice, leverage } = told.position;
    const desk = new RiskDesk(
      { A: { USDT: "1000" }, B: { USDT: "100000" } },
      {
        contract: {
          ...faceOf(told.contract.multiplier),
          tiers: oneTier(told.keepRate),
          maxFeeRate: rateOf(told.maxFeeRate),
        },
      },
    );
    desk.insureFutures(`${told.insuranceFund} USDT`);
    desk.markAt(openPrice);
    desk.lever("A", leverage);
    desk.trade("B", `open sell ${volume} @ ${openPrice} cross`);
    desk.trade("A", `open buy ${volume} @ ${openPrice}`);
    const long = present(desk.position("A", "buy"), "A's");
    const short = present(desk.position("B", "sell"), "B's");
    const reducePrice = desk.fields(long).liquidationPrice;
    const before = desk.account("A");
    desk.bids(told.bids);

    desk.markAt(told.mark);

    const forced = desk.events.filter((event) => event.type === "ForceClosed");
    const adl = forced.filter(({ reason }) => reason === "deleveraging");
    const { B } = expected as { B: object };
    expect({
      reducePrice: money(reducePrice),
      bankruptcyPrice: money(forced[0]?.price ?? 0n),
      A: {
        realized: money(long.closeProfit),
        accountNormalChange: before === desk.account("A") ? "0" : "some",
      },
      insuranceFundAfter: desk.futuresFunds().insurance,
      adlVolume: adl.reduce((sum, { lots }) => sum + lots, 0),
      B:
        "closeProfit" in B
          ? { volume: short.volume, closeProfit: money(short.closeProfit) }
          : { volume: short.volume },
    }).toEqual(expected);
  },
);

test("FUT-27 FUT-ADL-1 FUT-ADL-2 the queue of deleveraging and its price", () => {
  const { given, expect: expected } = exampleNamed("FUT-27");
  const { contract, liquidated, keepRate, mark, shorts } = given as unknown as {
    contract: { multiplier: string };
    liquidated: { volume: number; openPrice: string; leverage: number; bankruptcyPrice: string };
    keepRate: string;
    mark: string;
    shorts: { user: string; volume: number; openPrice: string; leverage: number }[];
  };
  const balances = { USDT: "1000" };
  const desk = new RiskDesk(
    { A: balances, B: balances, C: balances, D: balances },
    { contract: { ...faceOf(contract.multiplier), tiers: oneTier(keepRate) } },
  );
  desk.markAt(liquidated.openPrice);
  for (const { user, volume, openPrice, leverage } of shorts) {
    desk.lever(user, leverage);
    desk.hold(user, `short ${volume} @ ${openPrice}`);
  }
  desk.lever("A", liquidated.leverage);
  desk.trade("max", `close sell ${liquidated.volume} @ ${liquidated.openPrice}`);
  desk.trade("A", `open buy ${liquidated.volume} @ ${liquidated.openPrice}`);
  const market = desk.market();
  const markBefore = market.mark;
  market.mark = Number(mark) * 10; // Only to ask for the scores that the next second will find.
  const scores = shorts.map(({ user }) => {
    const { top, bottom } = scoreOf(desk.state, present(desk.position(user, "sell"), user));
    return [user, formatUnits((top * tenTo(8)) / bottom, 8)];
  });
  market.mark = markBefore;

  desk.markAt(mark);

  const forced = desk.events.filter((event) => event.type === "ForceClosed");
  const adl = forced.filter(({ reason }) => reason === "deleveraging");
  const profits = new Map(
    adl.map(({ user, lots, value }) => {
      const { openPrice = "" } = present(shorts[user - desk.user("B")], "a short");
      return [user, (desk.money(openPrice) * BigInt(lots)) / 100n - value];
    }),
  );
  expect({
    scores: Object.fromEntries(scores),
    deleveraged: adl.map(({ user, lots }) => ({
      user: desk.nameOf(user),
      volume: lots,
      closeProfit: money(profits.get(user) ?? 0n),
    })),
    A: { volume: desk.position("A", "buy")?.volume ?? 0 },
  }).toEqual(expected);
  expect(forced.map(({ price }) => money(price))).toEqual(
    forced.map(() => liquidated.bankruptcyPrice),
  );
});

test("FUT-28 FUT-CROSS-1 FUT-CROSS-4 of a cross account first the orders, then everything", () => {
  const { given, expect: expected } = exampleNamed("FUT-28");
  const { contract, A, keepRate, maxFeeRate, insuranceFund, bids, marks } = given as unknown as {
    contract: { multiplier: string };
    A: {
      deposit: string;
      position: { volume: number; openPrice: string; leverage: number };
      openOrder: { volume: number; price: string };
    };
    keepRate: string;
    maxFeeRate: string;
    insuranceFund: string;
    bids: Levels;
    marks: [string, string];
  };
  const desk = new RiskDesk(
    { A: { USDT: A.deposit } },
    {
      contract: {
        ...faceOf(contract.multiplier),
        tiers: oneTier(keepRate),
        maxFeeRate: rateOf(maxFeeRate),
      },
    },
  );
  desk.insureFutures(`${insuranceFund} USDT`);
  desk.markAt(A.position.openPrice);
  desk.lever("A", A.position.leverage);
  const long = desk.hold("A", `long ${A.position.volume} @ ${A.position.openPrice} cross`);
  const order = desk.trade("A", `open buy ${A.openOrder.volume} @ ${A.openOrder.price} cross`);
  const reducePriceWithOrder = money(desk.fields(long).liquidationPrice);
  desk.bids(bids);

  desk.markAt(marks[0]);
  const after18690 = {
    orderStatus: desk.happened().includes(`order ${order} canceled`) ? "CANCELLED" : "",
    accountLock: desk.account("A").split("/")[1],
    volume: long.volume,
  };
  const reducePriceWithoutOrder = money(desk.fields(long).liquidationPrice);
  desk.markAt(marks[1]);

  const [taken] = desk.events.filter((event) => event.type === "ForceClosed");
  expect({
    reducePriceWithOrder,
    reducePriceWithoutOrder,
    after18690,
    after18600: {
      volume: long.volume,
      accountNormal: desk.account("A").split("/")[0],
      bankruptcyPrice: money(taken?.price ?? 0n),
      insuranceFund: desk.futuresFunds().insurance,
    },
  }).toEqual(expected);
});

test("FUT-32 FUT-LIQ-5 the fund gains or pays when the engine closes between two bankruptcy prices", () => {
  const { given, expect: expected } = exampleNamed("FUT-32");
  const { contract, positions, fill, insuranceFund } = given as unknown as {
    contract: { multiplier: string };
    positions: { user: string; volume: number; bankruptcyPrice: string }[];
    fill: string;
    insuranceFund: string;
  };
  const balances = { USDT: "1000" };
  const desk = new RiskDesk(
    { A: balances, B: balances },
    { contract: faceOf(contract.multiplier) },
  );
  desk.insureFutures(`${insuranceFund} USDT`);
  desk.markAt("9000");
  for (const { user, volume, bankruptcyPrice } of positions) {
    desk.lever(user, 100);
    const long = desk.hold(user, `long ${volume} @ 9000`);
    const wanted = desk.money(`${9000 - Number(bankruptcyPrice)}`) - long.margin;
    desk.addMargin(user, "buy", money(wanted));
    const held = { volume: long.volume, cost: long.cost, rate: 0 };
    const ruin = priceWithoutSurplus(desk.contract(), { buy: held }, long.margin);
    expect(money(ruin)).toBe(bankruptcyPrice);
  }
  const volume = positions.reduce((sum, each) => sum + each.volume, 0);
  desk.bids([[volume, fill]]);

  const funds = ["8750", "8710"].map((mark) => {
    desk.markAt(mark);
    return Number(desk.futuresFunds().insurance);
  });

  const [afterA = 0, afterB = 0] = funds;
  expect({
    fundChange: { A: `${afterA - Number(insuranceFund)}`, B: `${afterB - afterA}` },
    fundAfter: `${afterB}`,
  }).toEqual(expected);
});

test("FUT-39 FUT-LIQ-2 FUT-LIQ-3 first down to the next lower tier", () => {
  const { given, expect: expected } = exampleNamed("FUT-39");
  const told = given as unknown as {
    contract: { multiplier: string };
    tiers: { maxPositionValue: string; keepRate: string }[];
    maxFeeRate: string;
    closeTakerFeeRate: string;
    position: { volume: number; openPrice: string; leverage: number };
    bids: Levels;
    mark: string;
  };
  const tiers = told.tiers.map(({ maxPositionValue, keepRate }) => ({
    valueMax:
      maxPositionValue === "none"
        ? tenTo(30)
        : present(unitsOf(maxPositionValue, 8), maxPositionValue),
    leverageMax: 50,
    maintenanceRate: rateOf(keepRate),
  }));
  const none = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0 };
  const desk = new RiskDesk(
    { A: { USDT: "1000" } },
    {
      contract: {
        ...faceOf(told.contract.multiplier),
        tiers,
        maxFeeRate: rateOf(told.maxFeeRate),
        fees: { ...none, closeTakerRate: rateOf(told.closeTakerFeeRate) },
      },
    },
  );
  const { volume, openPrice, leverage } = told.position;
  desk.markAt(openPrice);
  desk.lever("A", leverage);
  const long = desk.hold("A", `long ${volume} @ ${openPrice}`);
  const before = desk.account("A");
  desk.bids(told.bids);

  desk.markAt(told.mark);

  expect({
    volume: long.volume,
    closeVolume: Number(long.closeVolume),
    closePrice: money(desk.fields(long).closePrice),
    closeProfit: money(long.closeProfit),
    holdAmount: money(long.margin),
    insuranceFundGain: desk.futuresFunds().insurance,
    accountNormalChange: desk.account("A") === before ? "0" : "some",
    freezeLock: long.isFrozen ? 1 : 0,
  }).toEqual(plain(expected));
});
