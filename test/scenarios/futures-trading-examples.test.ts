/**
 * The worked examples of the rulebook about futures trading, run from its own file by the real engine.
 * Every number comes from `given`, every field of `expect` is asked for.
 */
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import type { ContractRules } from "../../src/core/engine/catalogue/contract.ts";
import { averagePriceOf, unrealizedOf } from "../../src/core/engine/futures/contract-value.ts";
import type { PositionEnded } from "../../src/core/engine/futures/futures.ts";
import type { Position } from "../../src/core/engine/futures/futures-state.ts";
import { realizedOf } from "../../src/core/engine/futures/position.ts";
import { clearingOf } from "../../src/core/engine/ledger/clearing.ts";
import { bigOf } from "../../src/core/money/amount.ts";
import { formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import { parseRate } from "../../src/core/money/rate.ts";
import { exampleNamed } from "../support/examples.ts";
import { FuturesDesk } from "../support/futures-desk.ts";

type Words = Readonly<Record<string, string>>;

const RICH = { USDT: "10000000", BTC: "10000" };
const FREE = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 };

/** What an example says of its contract. */
interface Told {
  readonly side?: number;
  readonly multiplier?: string;
}

function rulesOf({ side = 1, multiplier = "0.001" }: Told, precision = 1): Partial<ContractRules> {
  const decimals = multiplier.split(".")[1]?.length ?? 0;
  return {
    name: side === 1 ? "E-BTC-USDT" : "E-BTC-USD",
    kind: side === 1 ? "linear" : "inverse",
    multiplier: present(unitsOf(multiplier, decimals), multiplier),
    multiplierDecimals: decimals,
    pricePrecision: precision,
  };
}

/** A, P1 and P2, X, and a market maker M, who all have plenty; without a mark, and a wide range. */
function desk(rules: Partial<ContractRules> = {}): FuturesDesk {
  const people = { A: RICH, P1: RICH, P2: RICH, X: RICH, M: RICH };
  return new FuturesDesk(people, { contract: { priceRange: 99_000_000, ...rules } });
}

function rate(written: string): number {
  return present(parseRate(written), written);
}

const MARGIN = 8;
const shown = (units: bigint) => formatUnits(units, MARGIN);

/** A opens, or closes, all of it at a price with the market maker. */
function meet(at: FuturesDesk, words: string): void {
  const [action = "", side = "", volume = "", , price = ""] = words.split(" ");
  const other = side === "buy" ? "sell" : "buy";
  at.trade("M", `open ${other} ${volume} @ ${price} cross`);
  at.trade("A", `${action} ${side} ${volume} @ ${price}`);
}

function ended(at: FuturesDesk, name: string): PositionEnded {
  const record = at.events.find(
    (event) => event.type === "PositionEnded" && event.user === at.user(name),
  );
  return present(record, "a profit record") as PositionEnded;
}

function held(at: FuturesDesk, name: string, side: "buy" | "sell"): Position {
  return present(at.position(name, side), `a position of ${name}`);
}

test("NUM-02 NUM-COST-1 the cost of a partial close is rounded against the customer", () => {
  const { given, expect: expected } = exampleNamed("NUM-02");
  const { fills, closes } = given as { fills: string[][]; closes: string[][] };
  const at = desk(rulesOf({ multiplier: "1" }, 2));
  for (const [, volume, price] of fills) meet(at, `open buy ${volume} @ ${price}`);
  const [first, second] = closes as [string[], string[]];

  meet(at, `close sell ${first[0]} @ ${first[1]}`);
  const position = held(at, "A", "buy");
  const after = { profit: position.closeProfit, cost: position.cost };
  meet(at, `close sell ${second[0]} @ ${second[1]}`);
  const { closeProfit } = ended(at, "A");

  expect({
    closeProfitAfterFirst: shown(after.profit),
    remainingCost: shown(after.cost),
    closeProfitSecond: shown(closeProfit - after.profit),
    closeProfitTotal: shown(closeProfit),
  }).toEqual(expected);
});

test("FUT-04 FUT-VALUE-2 FUT-VALUE-3 closing profit of inverse contracts", () => {
  const { given, expect: expected } = exampleNamed("FUT-04");
  const { contract, closes } = given as { contract: Told; closes: Words[] };
  const profits = closes.map(({ side, volume, openPrice, closePrice }) => {
    const at = desk(rulesOf(contract));
    const own = side === "BUY" ? "buy" : "sell";
    meet(at, `open ${own} ${volume} @ ${openPrice}`);
    meet(at, `close ${own === "buy" ? "sell" : "buy"} ${volume} @ ${closePrice}`);
    return shown(ended(at, "A").closeProfit);
  });
  expect({ closeProfit: profits }).toEqual(expected);
});

test("FUT-06 FUT-SETTLE-2 FUT-SETTLE-6 open and close an isolated position", () => {
  const { given, expect: expected } = exampleNamed("FUT-06");
  const { contract, position, openTakerFeeRate, closeTakerFeeRate } = given as {
    contract: Told;
    position: Record<string, string | number>;
    openTakerFeeRate: string;
    closeTakerFeeRate: string;
  };
  const { volume, openPrice, closePrice, leverageLevel } = position;
  const openTakerRate = rate(openTakerFeeRate);
  const fees = { ...FREE, openTakerRate, closeTakerRate: rate(closeTakerFeeRate) };
  const at = desk({ ...rulesOf(contract), fees });
  at.lever("A", Number(leverageLevel));
  const before = at.money(at.account("A").split("/")[0] ?? "");

  meet(at, `open sell ${volume} @ ${openPrice}`);
  const openMargin = held(at, "A", "sell").margin;
  meet(at, `close buy ${volume} @ ${closePrice}`);

  const record = ended(at, "A");
  const { closeProfit, tradeFee, fundingReceived: capitalFee, settleProfit } = record;
  const change = at.money(at.account("A").split("/")[0] ?? "") - before;
  expect({
    openMargin: shown(openMargin),
    closeProfit: shown(closeProfit),
    tradeFee: shown(tradeFee),
    capitalFee: shown(capitalFee),
    settleProfit: shown(settleProfit),
    shareAmount: "0",
    historyRealizedAmount: shown(closeProfit + tradeFee + capitalFee + settleProfit),
    accountNormalChange: shown(change),
    openEndPrice: shown(record.openEndPrice),
    volume: Number(record.closeVolume),
  }).toEqual(expected);
});

test("FUT-07 FUT-VALUE-1 FUT-FEE-1 amount and fee of a maker's trade", () => {
  const { given, expect: expected } = exampleNamed("FUT-07");
  const { contract, trade, makerFeeRate } = given as {
    contract: Told;
    trade: { price: string; qty: number };
    makerFeeRate: string;
  };
  const at = desk({ ...rulesOf(contract), fees: { ...FREE, openMakerRate: rate(makerFeeRate) } });
  at.trade("A", `open sell ${trade.qty} @ ${trade.price}`);
  at.trade("M", `open buy ${trade.qty} @ ${trade.price}`);

  const traded = at.events.flatMap((event) => (event.type === "ContractTraded" ? [event] : []));
  const [{ value, makerFee } = { value: 0n, makerFee: 0n }] = traded;
  expect({ amount: shown(value), fee: shown(makerFee) }).toEqual(expected);
});

test("FUT-08 FUT-STATE-3 what a canceled order had traded", () => {
  const { given, expect: expected } = exampleNamed("FUT-08");
  const { contract, order } = given as { contract: Told; order: Record<string, string | number> };
  const at = desk(rulesOf(contract));
  at.trade("M", `open sell ${order["dealVolume"]} @ ${order["price"]}`);
  const id = at.trade("A", `open buy ${order["volume"]} @ ${order["price"]}`);
  const { traded, executed } = present(at.state.orders.byId.get(id), "the order");
  at.cancelTrade("A", id);

  expect(at.fate(id)).toBe("canceled 1/2");
  expect(shown(traded)).toBe(expected["dealMoney"]);
  const average = averagePriceOf(at.contract(), traded, BigInt(executed));
  expect(shown(average)).toBe(expected["avgPrice"]);
});

interface Asked {
  readonly side: string;
  readonly volume: number;
  readonly price: string;
}

test("FUT-11 FUT-FREEZE-1 FUT-FREEZE-3 initial margin and open loss", () => {
  const { given, expect: expected } = exampleNamed("FUT-11");
  const { contract, leverage, mark, orders } = given as {
    contract: Told;
    leverage: number;
    mark: string;
    orders: Asked[];
  };
  for (const { side, volume, price } of orders) {
    const { freeze, openLoss, mustBeAvailable } = expected[side] as Words;
    const words = `open ${side.toLowerCase()} ${volume} @ ${price} cross`;
    const have = (amount: string) => {
      const at = new FuturesDesk({ B: { USDT: amount } }, { contract: rulesOf(contract, 2) });
      at.lever("B", leverage);
      at.markAt(mark);
      return at;
    };
    const enough = have(mustBeAvailable ?? "");
    const short = have(formatUnits(enough.money(mustBeAvailable ?? "") - 1n, MARGIN));
    expect(short.told("B", words)).toBe("insufficient_balance");
    enough.trade("B", words);
    expect(enough.account("B")).toBe(`${openLoss}/${freeze}`);
  }
});

test.each(["FUT-12", "FUT-13"])("%s FUT-FREEZE-1 the freeze of a resting order", (id) => {
  const { given, expect: expected } = exampleNamed(id);
  const { contract, order, leverage, openTakerFeeRate } = given as {
    contract: Told;
    order: Asked;
    leverage: number;
    openTakerFeeRate: string;
  };
  const openTakerRate = rate(openTakerFeeRate);
  const frozen = (takerRate: number) => {
    const at = desk({ ...rulesOf(contract), fees: { ...FREE, openTakerRate: takerRate } });
    at.lever("A", leverage);
    at.trade("A", `open ${order.side.toLowerCase()} ${order.volume} @ ${order.price}`);
    const coin = contract.side === 1 ? "USDT" : "BTC";
    return { at, lock: at.account("A", coin).split("/")[1] ?? "" };
  };
  const { at, lock } = frozen(openTakerRate);
  const { lock: margin } = frozen(0);
  expect({
    value: shown(
      bigOf(at.state.futures.contractAccounts.get(at.user("A"))?.[0]?.openingLong.value ?? 0),
    ),
    margin,
    feeReserve: shown(at.money(lock) - at.money(margin)),
    accountLock: lock,
  }).toEqual(expected);
});

test("FUT-22 FUT-POS-1 FUT-CLOSE-1 hedge mode and closable volume", () => {
  const { given, expect: expected } = exampleNamed("FUT-22");
  const { contract, leverage, mark } = given as { contract: Told; leverage: number; mark: string };
  const at = desk(rulesOf(contract));
  at.lever("A", leverage);
  at.markAt(mark);
  meet(at, "open buy 100 @ 20000");
  meet(at, "open sell 60 @ 19990");
  const pending: number[] = [];
  const note = () => pending.push(held(at, "A", "buy").pending);

  const first = at.trade("A", "close sell 70 @ 20100");
  note();
  const refused = at.told("A", "close sell 31 @ 20200");
  note();
  at.trade("A", "close sell 30 @ 20200");
  note();
  at.cancelTrade("A", first);
  note();

  expect(refused).toBe("close_above_position"); // -1156
  expect({
    long: { volume: held(at, "A", "buy").volume, pendingCloseVolume: pending },
    short: { volume: held(at, "A", "sell").volume },
    refused: "-1156",
  }).toEqual(expected);
});

test.each(["FUT-23", "FUT-24"])("%s FUT-MARKET-2 a value is spent level by level", (id) => {
  const { given, expect: expected } = exampleNamed(id);
  const { contract, asks, order, leverage, openTakerFeeRate } = given as {
    contract: Told;
    asks: [number, string][];
    order: { volume: string };
    leverage: number;
    openTakerFeeRate: string;
  };
  const fees = { ...FREE, openTakerRate: rate(openTakerFeeRate) };
  const at = desk({ ...rulesOf(contract), fees });
  at.lever("A", leverage);
  for (const [lots, price] of asks) at.trade("M", `open sell ${lots} @ ${price}`);

  const placed = at.trade("A", `open buy for ${order.volume} isolated`);

  const { margin, cost, tradeFee, volume } = held(at, "A", "buy");
  expect(at.fate(placed)).toBe(`filled ${volume}/0`);
  expect({
    status: "FILLED",
    origQty: order.volume,
    executedQty: volume,
    dealMoney: shown(cost),
    tradeFee: shown(tradeFee),
    holdAmount: shown(margin),
    accountLock: at.account("A", contract.side === 1 ? "USDT" : "BTC").split("/")[1],
  }).toEqual(expected);
});

const TRIGGERS = ["none", "stop_loss", "stop_gain", "up", "down"];

test("FUT-29 FUT-COND-1 FUT-COND-2 which last price triggers", () => {
  const { given, expect: expected } = exampleNamed("FUT-29");
  const { lastPrices, orders } = given as { lastPrices: string[]; orders: Words[] };
  // One of its triggers has two decimals.
  const at = desk(rulesOf({}, 2));
  at.trade("M", "open sell 50 @ 20000");
  at.trade("A", "open buy 50 @ 20000");
  at.trade("M", "open buy 50 @ 20000");
  at.trade("A", "open sell 50 @ 20000");
  const far = { BUY: 100, SELL: 900_000 };
  const ids = orders.map(({ triggerType, side, open, triggerPrice }) => {
    const price = far[side as "BUY" | "SELL"];
    const when = `${TRIGGERS[Number(triggerType)]} ${triggerPrice}`;
    return at.trade("A", `${open} ${side} 1 @ ${price}`.toLowerCase().concat(` when ${when}`));
  });
  const triggeredAtIndex: (number | null)[] = ids.map(() => null);

  lastPrices.forEach((price, index) => {
    at.trade("P1", `open sell 1 @ ${price}`);
    at.trade("P2", `open buy 1 @ ${price}`);
    ids.forEach((id, order) => {
      const isLive = !at.fate(id).startsWith("waiting");
      if (isLive && triggeredAtIndex[order] === null) triggeredAtIndex[order] = index;
    });
  });

  expect({ triggeredAtIndex }).toEqual(expected);
});

test("FUT-30 FUT-TIF-1 FUT-TIF-2 FUT-TIF-3 FUT-STATE-1 time in force", () => {
  const { given, expect: expected } = exampleNamed("FUT-30");
  const { asks, orders } = given as {
    asks: [number, string][];
    orders: (Asked & { timeInForce: string })[];
  };
  const results = orders.map(({ timeInForce, volume, price }) => {
    const at = desk();
    for (const [lots, level] of asks) at.trade("M", `open sell ${lots} @ ${level}`);
    const force = timeInForce === "none" ? "" : ` ${timeInForce.toLowerCase()}`;
    const id = at.trade("A", `open buy ${volume} @ ${price}${force}`);
    const [status = "", traded = ""] = at.fate(id).split(" ");
    return {
      status: status.toUpperCase().replace("CANCELED", "CANCELLED"),
      executedQty: Number(traded.split("/")[0]),
      accountLockZero: at.account("A").endsWith("/0"),
    };
  });
  expect({ results }).toEqual(expected);
});

test("FUT-33 FUT-SETTLE-7 the buyer gains exactly what the sellers lose", () => {
  const { given, expect: expected } = exampleNamed("FUT-33");
  const { contract, resting, taker, mark } = given as {
    contract: Told;
    resting: [string, string, number, string][];
    taker: [string, string, number, string];
    mark: string;
  };
  const at = desk(rulesOf(contract));
  const [buyer, , lots, price] = taker;
  for (const [name, , volume, level] of resting) at.trade(name, `open sell ${volume} @ ${level}`);
  at.trade(buyer, `open buy ${lots} @ ${price}`);
  at.markAt(mark);

  const position = held(at, buyer, "buy");
  const openPrice = averagePriceOf(at.contract(), position.openCost, BigInt(position.volume));
  const result = (one: Position) => ({ unRealizedAmount: shown(unrealizedOf(one)) });
  expect({
    X: { openPrice: shown(openPrice), ...result(position) },
    P1: result(held(at, "P1", "sell")),
    P2: result(held(at, "P2", "sell")),
    clearing: shown(clearingOf(at.state.ledger, 1)),
  }).toEqual(expected);
});

test("FUT-37 FUT-SETTLE-6 a partial close releases margin in proportion", () => {
  const { given, expect: expected } = exampleNamed("FUT-37");
  const { contract, open, close } = given as {
    contract: Told;
    open: Record<string, string | number>;
    close: Record<string, string | number>;
  };
  const openTakerRate = rate(`${open["openTakerFeeRate"]}`);
  const fees = { ...FREE, openTakerRate, closeTakerRate: rate(`${close["closeTakerFeeRate"]}`) };
  const at = desk({ ...rulesOf(contract), fees });
  at.lever("A", Number(open["leverage"]));
  meet(at, `open buy ${open["volume"]} @ ${open["price"]}`);
  const before = at.money(at.account("A").split("/")[0] ?? "");

  meet(at, `close sell ${close["volume"]} @ ${close["price"]}`);

  const position = held(at, "A", "buy");
  const change = at.money(at.account("A").split("/")[0] ?? "") - before;
  const { closeValue, closeVolume } = position;
  expect({
    holdAmountAfter: shown(position.margin),
    volume: position.volume,
    closeVolume: Number(closeVolume),
    closeProfit: shown(position.closeProfit),
    closePrice: shown(averagePriceOf(at.contract(), closeValue, closeVolume)),
    tradeFee: shown(position.tradeFee),
    realizedAmount: shown(realizedOf(position)),
    accountNormalChangeOfClose: shown(change),
  }).toEqual(expected);
});
