/** What each event of contracts leaves, fact by fact. */
import { expect, test } from "vitest";
import {
  contractTrade,
  endedFuturesOrder,
  forceClosed,
  positionEnded,
  someFuturesOrder,
} from "../../../test/history/contract-events.ts";
import { restedEvent } from "../../../test/support/order-event.ts";
import { trade } from "../../../test/views/trade-tape.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { type HistoryRecord, priceOf } from "./history.ts";
import { isRecorded, recordsOf } from "./records-of.ts";

function only(records: readonly HistoryRecord[]): HistoryRecord["record"] {
  const [found, ...rest] = records;
  expect(rest).toEqual([]);
  return found?.record as HistoryRecord["record"];
}

test("an ended order of contracts keeps its terms, its rates and what it traded", () => {
  const sizes = { side: "sell", ticks: 9, lots: 8, executed: 5, traded: 61n } as const;
  const ended = endedFuturesOrder(7, { user: 3, market: 2, ...sizes, placedAtMs: 4 });

  expect(recordsOf(ended)[0]?.kind).toBe("futures_order");
  expect(only(recordsOf(ended))).toEqual({
    id: 7,
    area: "futures",
    user: 3,
    market: 2,
    side: "sell",
    kind: "limit",
    action: "open",
    mode: "isolated",
    leverage: 25,
    timeInForce: "ioc",
    trigger: "stop_gain",
    triggerTicks: 77,
    ticks: 9,
    forcedPrice: 0n,
    lots: 8,
    budget: 0n,
    executed: 5,
    traded: 61n,
    openMakerRate: 1,
    openTakerRate: 2,
    closeMakerRate: -3,
    closeTakerRate: 4,
    clientId: "bourse:7",
    placedAtMs: 4,
    status: "canceled",
    endedAtMs: 1_007,
  });
});

test("HIST-PAGE-2 each side of a trade of contracts sees its own role and fee", () => {
  const both = {
    id: 1,
    area: "futures",
    market: 1,
    ticks: 10,
    forcedPrice: 0n,
    lots: 2,
    value: 20n,
  };
  const sides = { bidId: 11, askId: 10, bidUser: 2, askUser: 1, timeMs: 500 };
  const maker = { user: 1, orderId: 10, fee: -1n, isBuyer: false, isMaker: true };
  const taker = { user: 2, orderId: 11, fee: 3n, isBuyer: true, isMaker: false };

  expect(recordsOf(contractTrade()).map(({ record }) => record)).toEqual([
    { ...both, ...sides, ...maker },
    { ...both, ...sides, ...taker },
  ]);
});

test.each(["maker", "taker"] as const)(
  "HIST-FORCED-1 the exchange as %s keeps no record",
  (side) => {
    const event = contractTrade({ [`${side}User`]: 0, [`${side}Order`]: 0 });

    expect(only(recordsOf(event))).toMatchObject(
      side === "maker"
        ? { user: 2, isMaker: false, askId: 0, askUser: 0, bidUser: 2 }
        : { user: 1, isMaker: true, bidId: 0, bidUser: 0, askUser: 1 },
    );
  },
);

test("HIST-FORCED-1 a forced close is a filled close order without fees, and one own trade", () => {
  const [order, trade, ...rest] = recordsOf(forceClosed());

  expect(rest).toEqual([]);
  expect(order).toEqual({
    kind: "futures_order",
    record: {
      id: 20,
      area: "futures",
      user: 1,
      market: 1,
      side: "sell",
      kind: "limit",
      action: "close",
      mode: "cross",
      leverage: 50,
      timeInForce: "gtc",
      trigger: "none",
      triggerTicks: 0,
      ticks: 0,
      forcedPrice: 1_033_333_333n,
      lots: 3,
      budget: 0n,
      executed: 3,
      traded: 31n,
      openMakerRate: 0,
      openTakerRate: 0,
      closeMakerRate: 0,
      closeTakerRate: 0,
      clientId: "bourse:20",
      placedAtMs: 700,
      status: "filled",
      endedAtMs: 700,
      force: "liquidation",
    },
  });
  expect(trade).toEqual({
    kind: "futures_trade",
    record: {
      id: 6,
      area: "futures",
      user: 1,
      market: 1,
      orderId: 20,
      bidId: 0,
      askId: 20,
      bidUser: 0,
      askUser: 1,
      ticks: 0,
      forcedPrice: 1_033_333_333n,
      lots: 3,
      value: 31n,
      fee: 0n,
      isBuyer: false,
      isMaker: false,
      timeMs: 700,
      force: "liquidation",
    },
  });
  expect(recordsOf(forceClosed({ reason: "netting" }))).toEqual([order, trade]);
  expect(recordsOf(forceClosed({ side: "buy" }))[1]?.record).toMatchObject({
    isBuyer: true,
    bidId: 20,
    askId: 0,
    bidUser: 1,
    askUser: 0,
  });
});

test("HIST-FORCED-2 what the exchange traded says so, and the other side of it does not", () => {
  const forces = (event: ExchangeEvent) =>
    recordsOf(event).map(({ record }) => ("force" in record ? record.force : undefined));

  expect(forces(forceClosed({ reason: "deleveraging" }))).toEqual(["deleveraging", "deleveraging"]);
  expect(forces(contractTrade({ isForced: true }))).toEqual([undefined, "liquidation"]);
  expect(forces({ ...endedFuturesOrder(1), isForced: true })).toEqual(["liquidation"]);
  expect(forces(endedFuturesOrder(1))).toEqual([undefined]);
  expect(forces(trade({ isForced: true }))).toEqual([undefined, "liquidation"]);
  expect(forces(trade({}))).toEqual([undefined, undefined]);
  expect(forces(positionEnded({ force: "deleveraging" }))).toEqual(["deleveraging"]);
});

test("HIST-PROFIT-1 a position that ended leaves all it brought", () => {
  const { type: _, contract: market, ...rest } = positionEnded({ contract: 3 });

  expect(recordsOf(positionEnded({ contract: 3 }))).toEqual([
    { kind: "profit", record: { ...rest, area: "futures", market } },
  ]);
});

test("a price of futures is a whole number of ticks, or that of a forced close, in 10^-8", () => {
  const contract = { pricePrecision: 1 };

  expect(priceOf({ ticks: 305_005, forcedPrice: 0n }, contract)).toBe(3_050_050_000_000n);
  expect(priceOf({ ticks: 0, forcedPrice: 7n }, contract)).toBe(7n);
  expect(priceOf({ ticks: 0, forcedPrice: 0n }, contract)).toBe(0n);
  expect(priceOf({ ticks: 2 ** 53 - 1, forcedPrice: 0n }, { pricePrecision: 8 })).toBe(
    2n ** 53n - 1n,
  );
});

test("other events leave nothing", () => {
  const rested = restedEvent(someFuturesOrder());

  expect(recordsOf(rested)).toEqual([]);
  expect(isRecorded(rested)).toBe(false);
});
