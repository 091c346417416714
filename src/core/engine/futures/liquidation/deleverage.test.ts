/** Deleveraging: which position comes first, at what price, and what it does to it. */
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { present } from "../../../base/assert.ts";
import { deleverage, scoreOf } from "./deleverage.ts";

const BALANCES = { USDT: "100000", BTC: "100" };

function deskOf(...names: string[]): RiskDesk {
  const balances = Object.fromEntries(["ann", ...names].map((name) => [name, BALANCES]));
  const desk = new RiskDesk(balances);
  desk.markAt("20000");
  return desk;
}

/** ann's long of so many from 20000, with the others on the other side of it. */
function liquidateLong(desk: RiskDesk, lots: number): string[] {
  desk.trade("max", `close sell ${lots} @ 20000`);
  desk.trade("ann", `open buy ${lots} @ 20000`);
  desk.markAt("19050");
  return desk.happened().filter((line) => line.startsWith("deleveraging"));
}

test("FUT-ADL-1 larger scores first: more leverage, more profit; positions with a loss last", () => {
  const desk = deskOf("ben", "cas", "dan", "eve");
  desk.lever("cas", 50);
  desk.hold("ben", "short 10 @ 20000");
  desk.hold("cas", "short 10 @ 20000");
  desk.hold("dan", "short 10 @ 21000");
  desk.hold("eve", "short 10 @ 18500 cross");

  const order = liquidateLong(desk, 40);

  // ben 0.0475 × 9.8, cas 0.0475 × 14, dan 0.093 × 6.4; eve loses.
  expect(order.map((line) => line.split(" ")[1])).toEqual(["cas", "dan", "ben", "eve"]);
});

test("FUT-ADL-1 of positions with the same loss the one with more leverage comes first", () => {
  const desk = deskOf("ben", "cas");
  desk.hold("ann", "long 20 @ 20000");
  desk.markAt("19100");
  desk.lever("ben", 5);
  for (const name of ["ben", "cas"]) {
    desk.trade("max", "close buy 10 @ 18700");
    desk.trade(name, "open sell 10 @ 18700");
  }

  desk.markAt("19050");

  const order = desk.happened().filter((line) => line.startsWith("deleveraging"));
  expect(order.map((line) => line.split(" ")[1])).toEqual(["cas", "ben"]);
});

test("FUT-ADL-1 equal scores go by position id, each up to its volume", () => {
  const desk = deskOf("ben", "cas");
  desk.hold("cas", "short 10 @ 20000");
  desk.hold("ben", "short 10 @ 20000");

  expect(liquidateLong(desk, 15)).toEqual([
    "deleveraging: cas buy 10 @ 19000",
    "deleveraging: ben buy 5 @ 19000",
  ]);
  expect(desk.position("ben", "sell")?.volume).toBe(5);
});

test("FUT-ADL-1 frozen positions come last, whatever their score", () => {
  const desk = deskOf("ben", "cas");
  const first = desk.hold("ben", "short 10 @ 20000");
  desk.hold("cas", "short 10 @ 19900");
  const long = present(desk.position("max", "buy"), "the other side");
  first.isFrozen = true;
  const held = { market: desk.market(), side: "buy" as const, volume: 15, cost: desk.money("285") };
  const events: Parameters<typeof deleverage>[2]["events"] & unknown[] = [];
  long.volume -= 15; // As if the engine had taken it over.

  deleverage(desk.state, held, { timeMs: desk.timeMs, events });

  const forced = events as { user?: number; lots?: number; type: string }[];
  const closed = forced.filter(({ type }) => type === "ForceClosed");
  expect(closed.map(({ user, lots }) => [desk.nameOf(user ?? 0), lots])).toEqual([
    ["cas", 10],
    ["ben", 5],
  ]);
});

test("FUT-ADL-1 the user's own opposite position counts too", () => {
  const desk = deskOf();
  desk.hold("ann", "short 10 @ 20000");

  expect(liquidateLong(desk, 10)).toEqual(["deleveraging: ann buy 10 @ 19000"]);
});

test("FUT-ADL-1 a position without equity counts with a leverage of 10^9", () => {
  const desk = deskOf("ben");
  const short = desk.hold("ben", "short 10 @ 20000");
  short.margin = -desk.money("20"); // Only for the query.
  desk.market().mark = 199_000;

  const { top, bottom } = scoreOf(desk.state, short);

  // 1 of 200 × 10^9
  expect((top * 1000n) / bottom).toBe(5_000_000_000n);
  short.margin = desk.money("10");
  desk.market().mark = 200_000;
});

test("FUT-ADL-1 of a cross position the equity is its part of the account, by maintenance", () => {
  const desk = deskOf("ben");
  desk.addAsset("ETH", 8);
  desk.addContract({ name: "E-ETH-USDT", multiplierDecimals: 2 });
  desk.index("ETH", "1500");
  desk.second();
  const short = desk.hold("ben", "short 100 @ 20000 cross");
  desk.hold("ben", "long 400 @ 1500 cross", "E-ETH-USDT");
  desk.markAt("19000");

  const { top, bottom } = scoreOf(desk.state, short);

  // 100 of 2000, worth 1900 against 100100 × 9.5 of 39.5: 0.05 × 1900 / 24074.68...
  expect((top * 10n ** 8n) / bottom).toBe(394_605n);
});

test("FUT-ADL-2 a deleveraging costs no fee and is not public; the owner of the position sees an order and a trade", () => {
  const desk = deskOf("ben");
  const short = desk.hold("ben", "short 30 @ 20000");
  const last = desk.market().last;
  const margin = short.margin;

  liquidateLong(desk, 10);

  const forced = desk.events.filter((event) => event.type === "ForceClosed");
  expect(forced[1]).toMatchObject({
    reason: "deleveraging",
    user: desk.user("ben"),
    side: "buy",
    mode: "isolated",
    leverage: 20,
    lots: 10,
    value: desk.money("190"),
    price: 19_000n * 10n ** 8n,
  });
  expect(desk.events.some(({ type }) => type === "ContractTraded")).toBe(false);
  expect(desk.market().last).toBe(last);
  expect(short).toMatchObject({ volume: 20, tradeFee: 0n, closeProfit: desk.money("10") });
  expect(short.margin).toBe((margin * 2n) / 3n);
});

test("FUT-ADL-2 closing orders beyond what is left are canceled, newest first", () => {
  const desk = deskOf("ben");
  desk.hold("ben", "short 30 @ 20000");
  const first = desk.trade("ben", "close buy 12 @ 18000");
  const second = desk.trade("ben", "close buy 6 @ 18100");
  const third = desk.trade("ben", "close buy 10 @ 18200");
  const waiting = desk.trade("ben", "close buy 30 when down 10000");

  liquidateLong(desk, 15);

  const isOpen = (id: number) => desk.state.orders.byId.get(id) !== undefined;
  expect([first, second, third, waiting].map(isOpen)).toEqual([true, false, false, true]);
  expect(desk.position("ben", "sell")).toMatchObject({ volume: 15, pending: 12 });
});

test("FUT-ADL-2 a position that ends takes its closing orders with it, waiting ones too", () => {
  const desk = deskOf("ben");
  desk.hold("ben", "short 10 @ 20000");
  desk.trade("ben", "close buy 6 @ 18100");
  desk.trade("ben", "close buy 30 when down 10000");

  liquidateLong(desk, 10);

  expect(desk.state.orders.byId.size).toBe(0);
});

test("FUT-ADL-2 FUT-LOSS-1 what a counterparty cannot pay the fund pays, then the house", () => {
  const desk = new RiskDesk({
    ann: BALANCES,
    ben: { USDT: "20.5" },
    cas: { USDT: "20.5" },
  });
  desk.markAt("20000");
  desk.insureFutures("0.7 USDT");
  desk.lever("ben", 50);
  desk.lever("cas", 50);
  desk.hold("ben", "short 50 @ 20000");
  desk.hold("cas", "short 50 @ 20000 cross");
  const long = present(desk.position("max", "buy"), "the other side");
  const value = desk.money("1021"); // 20 and a half is there to lose 21 twice.
  const held = { market: desk.market(), side: "buy" as const, volume: 100, cost: 2n * value };
  long.volume = 0;
  const events: Parameters<typeof deleverage>[2]["events"] & unknown[] = [];

  deleverage(desk.state, held, { timeMs: desk.timeMs, events });

  expect(events).toContainEqual(
    expect.objectContaining({
      type: "DeficitCovered",
      user: desk.user("ben"),
      insured: desk.money("0.7"),
      rest: desk.money("0.3"),
    }),
  );
  expect(desk.account("cas")).toBe("-0.5/0");
});
