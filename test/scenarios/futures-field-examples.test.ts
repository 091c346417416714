/**
 * The worked examples of the rulebook about the fields of accounts and positions, run from its own
 * file. Every number comes from `given`, every field of `expect` is asked for.
 */
import { expect, test } from "vitest";
import { STATUS_CODES, typeCodeOf } from "../../src/contract/futures/order-words.ts";
import { present } from "../../src/core/base/assert.ts";
import { availableOf } from "../../src/core/engine/futures/account.ts";
import { maintenanceAt, tierAt } from "../../src/core/engine/futures/contract-value.ts";
import { priceWithoutSurplus } from "../../src/core/engine/futures/liquidation-price.ts";
import { formatUnits, tenTo, unitsOf } from "../../src/core/money/decimal.ts";
import { divHalfUp } from "../../src/core/money/rounding.ts";
import { exampleNamed, plain } from "../support/examples.ts";
import { Holdings } from "../support/holdings.ts";

type Words = Readonly<Record<string, string>>;

/** A figure that is kept in 10^-8. */
function shown(value: bigint): string {
  return formatUnits(value, 8);
}

/** Half-up at fewer decimals, for keys that end in ...AtNDecimals. */
function shownAt(value: bigint, decimals: number): string {
  return formatUnits(divHalfUp(value, tenTo(8 - decimals)), decimals);
}

/** What the file shows with more digits than a ratio has. */
function cut(ratio: unknown): string {
  const [whole = "", fraction = ""] = `${ratio}`.split(".");
  return `${plain(`${whole}.${fraction.slice(0, 8)}`)}`;
}

function money(units: bigint, scale = 8): string {
  return formatUnits(units, scale);
}

const KINDS = ["inverse", "linear"] as const;

interface Filled {
  readonly contract: { readonly side: 0 | 1; readonly multiplier: string };
  readonly fills: readonly [string, number, string][];
}

/** A long that was opened in these fills. */
function opened({ contract, fills }: Filled) {
  const desk = new Holdings();
  const [, , mark] = present(fills[0], "a fill");
  const market = desk.list({ kind: KINDS[contract.side], multiplier: contract.multiplier, mark });
  const parts = fills.map(([, volume, price]) =>
    new Holdings().hold(market, { side: "buy", volume, price }),
  );
  const cost = parts.reduce((total, part) => total + part.cost, 0n);
  const volume = parts.reduce((total, part) => total + part.volume, 0);
  return desk.fieldsOf(desk.hold(market, { side: "buy", volume, cost }));
}

test("FUT-01 FUT-FIELD-1 the average price of a linear position comes from its cost", () => {
  const { given, expect: expected } = exampleNamed("FUT-01");

  const { position, openPrice, averagePrice: avgPrice } = opened(given as unknown as Filled);

  expect({
    volume: position.volume,
    openCost: money(position.openCost),
    openPrice: shown(openPrice),
    avgPrice: shown(avgPrice),
  }).toEqual(expected);
});

test("FUT-02 FUT-FIELD-1 the average price of an inverse position is a harmonic one", () => {
  const { given, expect: expected } = exampleNamed("FUT-02");

  const { position, openPrice } = opened(given as unknown as Filled);

  expect({
    volume: position.volume,
    openCost: money(position.openCost),
    openPrice: shown(openPrice),
    openPriceAt2Decimals: shownAt(openPrice, 2),
  }).toEqual(expected);
});

test("FUT-03 FUT-FIELD-4 profit at the mark, long and short", () => {
  const { given, expect: expected } = exampleNamed("FUT-03");
  const { contract, positions } = given as unknown as {
    contract: Words;
    positions: { side: string; volume: number; openPrice: string; mark: string }[];
  };

  const unRealizedAmount = positions.map(({ side, volume, openPrice, mark }) => {
    const desk = new Holdings();
    const market = desk.list({ multiplier: contract["multiplier"] ?? "", mark });
    const words = { side: side === "BUY" ? "buy" : "sell", volume, price: openPrice } as const;
    return money(desk.fieldsOf(desk.hold(market, words)).unrealized);
  });

  expect({ unRealizedAmount }).toEqual(expected);
});

test("FUT-09 FUT-FIELD-4 FUT-FIELD-5 FUT-FIELD-7 an isolated long after a settlement of profit", () => {
  const { given, expect: expected } = exampleNamed("FUT-09");
  const { contract, position: told } = given as unknown as {
    contract: Words;
    position: Words & { volume: number };
  };
  const desk = new Holdings();
  const market = desk.list({
    multiplier: contract["multiplier"] ?? "",
    pricePrecision: 4,
    mark: told["markPrice"] ?? "",
    maintenanceRate: told["keepRate"] ?? "",
    maxFeeRate: told["maxFeeRate"] ?? "",
  });
  const position = desk.hold(market, {
    side: "buy",
    mode: "isolated",
    volume: Number(told.volume),
    price: told["avgPrice"] ?? "",
    openPrice: told["openPrice"] ?? "",
    margin: desk.units(told["holdAmount"] ?? ""),
  });

  const fields = desk.fieldsOf(position);

  expect({
    reducePriceAt4Decimals: shownAt(fields.liquidationPrice, 4),
    unRealizedAmount: money(fields.unrealized),
    openRealizedAmount: money(fields.profitSinceOpening),
    positionBalance: money(fields.balance),
    marginRate: shown(fields.marginRatio),
  }).toEqual(expected);
  expect([fields.averagePrice, fields.openPrice].map(shown)).toEqual([
    told["avgPrice"],
    told["openPrice"],
  ]);
});

test("FUT-10 FUT-FIELD-8 FUT-FIELD-9 the fields of a cross account", () => {
  const { given, expect: expected } = exampleNamed("FUT-10");
  const told = given as Words & { leverage: number; marginCoinScale: number };
  const scale = Number(told.marginCoinScale);
  const desk = new Holdings(scale);
  const mark = told["crossPositionsValue"] ?? "";
  const market = desk.list({ mark, pricePrecision: 5 });
  const cost = desk.units(mark) - desk.units(told["crossUnRealized"] ?? "");
  const { leverage } = told;
  desk.hold(market, { side: "buy", volume: 1, cost, leverage: Number(leverage) });
  desk.have(told["accountNormal"] ?? "", told["accountLock"]);

  const fields = desk.account();

  expect({
    totalEquity: money(fields.crossEquity, scale),
    totalPositionNormal: money(fields.crossMargin, scale),
    totalCost: money(fields.totalCost, scale),
    totalMarginRate: shown(fields.crossMarginRatio),
    sumMarginRate: shown(fields.totalMarginRatio),
    available: money(availableOf(desk.state, 1, 1), scale),
  }).toEqual({
    ...expected,
    totalMarginRate: cut(expected["totalMarginRate"]),
    sumMarginRate: cut(expected["sumMarginRate"]),
  });
});

test("FUT-14 FUT-FIELD-7 the liquidation price of another exchange's example", () => {
  const { given, expect: expected } = exampleNamed("FUT-14");
  const {
    contract,
    position: told,
    keepRate,
    maxFeeRate,
  } = given as unknown as {
    contract: Words;
    position: Words;
    keepRate: string;
    maxFeeRate: string;
  };
  const desk = new Holdings();
  const mark = told["openPrice"] ?? "";
  const market = desk.list({
    multiplier: contract["multiplier"] ?? "",
    mark,
    maintenanceRate: keepRate,
    maxFeeRate,
  });
  const position = desk.hold(market, {
    side: "buy",
    mode: "isolated",
    volume: Number(told["volume"]),
    price: mark,
    margin: desk.units(told["holdAmount"] ?? ""),
  });

  expect({ reducePrice: shown(desk.fieldsOf(position).liquidationPrice) }).toEqual(expected);
});

test("FUT-15 FUT-FIELD-7 the bankruptcy price is where nothing is left", () => {
  const { given, expect: expected } = exampleNamed("FUT-15");
  const { cases } = given as unknown as {
    cases: { contract: "linear" | "inverse"; side: string; entry: string; leverage: number }[];
  };

  const bankruptcyPrice = cases.map(({ contract: kind, side, entry, leverage }) => {
    const { contract } = new Holdings().list({ kind, mark: entry });
    // So large that cost and margin come out whole: a contract costs one coin for each leverage.
    const ticks = present(unitsOf(entry, 2), entry);
    const volume = kind === "linear" ? leverage : Number(ticks) * leverage;
    const cost =
      kind === "linear"
        ? BigInt(volume) * ticks * contract.unit
        : (BigInt(volume) * contract.unit) / ticks;
    const held = { volume, cost, rate: 0 };
    const money = cost / BigInt(leverage);
    const sides = side === "BUY" ? { buy: held } : { sell: held };
    return shown(priceWithoutSurplus(contract, sides, money));
  });

  expect({ bankruptcyPrice }).toEqual(expected);
});

test("FUT-21 FUT-RISK-1 a tier's keepRate counts for the whole value", () => {
  const { given, expect: expected } = exampleNamed("FUT-21");
  const { tiers, values } = given as unknown as {
    tiers: { bracket: number; maxPositionValue: string; keepRate: string; maxLeverage: number }[];
    values: string[];
  };
  const desk = new Holdings();
  const listed = tiers.map(({ maxPositionValue, keepRate, maxLeverage }) => {
    const rate = desk.rate(keepRate);
    return {
      valueMax: desk.units(maxPositionValue),
      leverageMax: maxLeverage,
      maintenanceRate: rate,
    };
  });

  const result = values.map((value) => {
    const market = desk.list({ tiers: listed, mark: value });
    const position = desk.hold(market, { side: "buy", volume: 1, price: value });
    const at = tierAt(market.contract, { lots: 1, ticks: market.mark });
    return {
      value: money(desk.fieldsOf(position).balance),
      bracket: at + 1,
      keepRate: shown(BigInt(desk.fieldsOf(position).maintenanceRate)),
      maxLeverage: listed[at]?.leverageMax,
      maintenance: money(maintenanceAt(market.contract, { lots: 1, ticks: market.mark })),
    };
  });

  expect({ result }).toEqual(expected);
});

test.each(["FUT-34", "FUT-35"])(
  "%s FUT-FIELD-7 liquidation and bankruptcy price of both sides, isolated",
  (id) => {
    const { given, expect: expected } = exampleNamed(id);
    const told = given as unknown as Words & {
      contract: { side: 0 | 1; multiplier: string };
      volume: number;
      leverage: number;
    };
    const { contract, volume, leverage, openPrice = "", keepRate = "", maxFeeRate = "" } = told;
    const desk = new Holdings();
    const { multiplier } = contract;
    const kind = KINDS[contract.side];
    const market = desk.list({
      kind,
      multiplier,
      mark: openPrice,
      maintenanceRate: keepRate,
      maxFeeRate,
    });
    const asked = { mode: "isolated", volume, leverage, price: openPrice } as const;
    const pricesOf = (side: "buy" | "sell") => {
      const position = desk.hold(market, { ...asked, side });
      position.margin = position.cost / BigInt(leverage);
      const held = { volume, cost: position.cost, rate: 0 };
      const bankruptcy = priceWithoutSurplus(market.contract, { [side]: held }, position.margin);
      return {
        reducePrice: shown(desk.fieldsOf(position).liquidationPrice),
        bankruptcyPrice: shown(bankruptcy),
        position,
      };
    };

    const { position, ...long } = pricesOf("buy");
    const { position: _, ...short } = pricesOf("sell");

    const openCost = money(position.openCost);
    expect({ openCost, holdAmount: money(position.margin), long, short }).toEqual(expected);
  },
);

interface HeldExample {
  readonly side: string;
  readonly volume: number;
  readonly multiplier: string;
  readonly avgPrice: string;
  readonly mark: string;
  readonly leverage?: number;
  readonly holdAmount?: string;
}

test("FUT-36 FUT-FIELD-8 FUT-FIELD-9 an account with cross and isolated positions", () => {
  const { given, expect: expected } = exampleNamed("FUT-36");
  const { accountNormal, accountLock, cross, isolated } = given as unknown as {
    accountNormal: string;
    accountLock: string;
    cross: HeldExample[];
    isolated: HeldExample[];
  };
  const desk = new Holdings();
  const hold = (mode: "cross" | "isolated") => (one: HeldExample) =>
    desk.hold(desk.list({ multiplier: one.multiplier, mark: one.mark }), {
      side: one.side === "BUY" ? "buy" : "sell",
      mode,
      volume: one.volume,
      price: one.avgPrice,
      leverage: one.leverage ?? 20,
      margin: desk.units(one.holdAmount ?? "0"),
    });
  cross.map(hold("cross"));
  isolated.map(hold("isolated"));
  desk.have(accountNormal, accountLock);

  const fields = desk.account();

  expect({
    partPositionNormal: money(fields.isolatedMargin),
    totalPositionNormal: money(fields.crossMargin),
    unrealizedAmount: money(fields.unrealized),
    totalEquity: money(fields.crossEquity),
    partEquity: money(fields.isolatedEquity),
    totalCost: money(fields.totalCost),
    totalMarginRate: shown(fields.crossMarginRatio),
    sumMarginRate: shown(fields.totalMarginRatio),
    available: money(availableOf(desk.state, 1, 1)),
  }).toEqual(expected);
});

test("FUT-38 FUT-FIELD-7 a cross position is carried by what the others leave", () => {
  const { given, expect: expected } = exampleNamed("FUT-38");
  const { accountNormal, A, other } = given as unknown as {
    accountNormal: string;
    A: Words;
    other: Words;
  };
  const desk = new Holdings();
  const holdAt = (told: Words, mark: string) =>
    desk.hold(desk.list({ mark, maintenanceRate: told["keepRatePlusFee"] ?? "" }), {
      side: "buy",
      volume: Number(told["baseQty"]),
      price: told["avgPrice"] ?? "",
    });
  const own = holdAt(A, A["avgPrice"] ?? "");
  holdAt(other, other["mark"] ?? "");
  desk.have(accountNormal);

  expect({ reducePriceA: shown(desk.fieldsOf(own).liquidationPrice) }).toEqual(expected);
});

const STATES = {
  INIT: "waiting",
  NEW: "new",
  FILLED: "filled",
  PARTIALLY_FILLED: "partially_filled",
  CANCELLED: "canceled",
  REJECTED: "rejected",
} as const;
const TIMES = { none: "gtc", IOC: "ioc", FOK: "fok", POST_ONLY: "post_only" } as const;

test("FUT-40 FUT-FIELD-10 the numbers of types and states", () => {
  const { given, expect: expected } = exampleNamed("FUT-40");
  const { orders } = given as unknown as {
    orders: { type: string; timeInForce: keyof typeof TIMES; state: keyof typeof STATES }[];
  };

  const codes = orders.map(({ type, timeInForce, state }) => {
    const kind = type === "MARKET" ? "market" : "limit";
    const code = typeCodeOf({ kind, timeInForce: TIMES[timeInForce] });
    return { type: code, status: STATUS_CODES[STATES[state]] };
  });

  expect({ codes }).toEqual(expected);
});
