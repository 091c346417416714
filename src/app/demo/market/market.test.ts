/** The demo's market over time: it stays whole, moves, and recovers from what users do to it. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  CONTRACTS,
  MarketDesk,
  PAIRS,
  type Sent,
  TRADERS,
} from "../../../../test/support/market-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import type { Command } from "../../../core/engine/codec.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";
import type { PairName } from "./demo-prices.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Of ten levels, two quotes may happen to stand at one price while the price runs. */
const LEVELS_MIN = 8;
/** Of six levels, until the next round. */
const CONTRACT_LEVELS_MIN = 4;
/** How long the market is watched. */
const WATCHED_MINUTES = runs(8, 60);
/** Before a restart, and after it. */
const LIFE_MS = runs(2, 5) * MINUTE;
/** For each of two contracts twelve quotes and a trade. */
const OPENING_ORDERS = 26;
/** Twice what a maker has on one side of a book at most. */
const HELD_MAX = 360_000;

/** The most commands in any second, wherever it begins. */
function mostInASecond(sent: readonly Sent[]): number {
  let most = 0;
  let first = 0;
  sent.forEach(({ atMs }, last) => {
    while ((sent[first]?.atMs ?? 0) <= atMs - SECOND) first++;
    most = Math.max(most, last - first + 1);
  });
  return most;
}

function commandsOf(desk: MarketDesk): Command[] {
  return desk.sent.map(({ command }) => command);
}

/** Watches a market from step to step. */
class Watch {
  readonly desk: MarketDesk;
  readonly pairPrices = new Map(PAIRS.map((name) => [name, new Set<number>()]));
  readonly contractPrices = new Map(CONTRACTS.map((name) => [name, new Set<number>()]));
  /** The most that any trader held of one side, and had open, of any contract. */
  heldMost = 0;
  ordersMost = 0;
  refused = 0;
  liquidations = 0;
  #steps = 0;

  constructor(desk: MarketDesk) {
    this.desk = desk;
    desk.exchange.onEvent((event) => {
      if (event.type === "OrderEnded" && event.status === "rejected") this.refused++;
      if (event.type === "FuturesLiquidated" || event.type === "ForceClosed") this.liquidations++;
    });
    const carryOut = desk.exchange.do.bind(desk.exchange);
    desk.exchange.do = (command) => {
      const outcome = carryOut(command);
      if (!outcome.ok) this.refused++;
      return outcome;
    };
  }

  readonly look = (): void => {
    const { desk } = this;
    this.#steps++;
    const levels = [desk.fewestLevels(), desk.fewestContractLevels()] as const;
    const isWhole = levels[0] >= LEVELS_MIN && levels[1] >= CONTRACT_LEVELS_MIN;
    if (!isWhole) expect.fail(`${levels} levels at step ${this.#steps}`);
    for (const name of PAIRS) this.pairPrices.get(name)?.add(desk.lastTicks(name));
    for (const name of CONTRACTS) this.contractPrices.get(name)?.add(desk.market(name).last);
    for (const { volume } of desk.exchange.state.futures.positions.all()) {
      this.heldMost = Math.max(this.heldMost, volume);
    }
    if (this.#steps % 25 === 0) this.#lookAtOrders();
    if (this.#steps % 100 === 0) expect(brokenInvariants(desk.exchange.state)).toEqual([]);
  };

  #lookAtOrders(): void {
    for (const trader of TRADERS) {
      for (const name of CONTRACTS) {
        this.ordersMost = Math.max(this.ordersMost, this.desk.futuresOrders(trader, name).length);
      }
    }
  }
}

describe(`for ${WATCHED_MINUTES} minutes`, () => {
  let desk: MarketDesk;
  let watch: Watch;

  beforeAll(async () => {
    desk = await MarketDesk.provisioned();
    watch = new Watch(desk);
    await desk.start();
    const seating = desk.sent.findIndex(({ command }) => command.type === "PlaceBatch");
    desk.sent.splice(0, seating);
    expect([desk.fewestLevels(), desk.fewestContractLevels()]).toEqual([10, 6]);
    await desk.pass(WATCHED_MINUTES * MINUTE, watch.look);
  });

  test("every book has both sides, prices move, nothing is refused and the pace is kept", () => {
    const onPairs = desk.sent.filter(({ command }) => !("contract" in command));
    const onContracts = desk.sent.filter(({ command }) => "contract" in command);
    // The opening has a second for itself.
    const later = onContracts.slice(OPENING_ORDERS);

    expect(mostInASecond(onPairs)).toBeLessThanOrEqual(10);
    expect(mostInASecond(later)).toBeLessThanOrEqual(30);
    expect(later.length / (WATCHED_MINUTES * 60)).toBeLessThan(6);
    expect([watch.refused, desk.reports]).toEqual([0, []]);
    expect(watch.pairPrices.get("BTCUSDT")?.size).toBeGreaterThan(runs(120, 1_000));
    expect(watch.pairPrices.get("ETHUSDT")?.size).toBeGreaterThan(runs(12, 100));
    expect(watch.pairPrices.get("ETHBTC")?.size).toBeGreaterThan(5);
    for (const trader of TRADERS) {
      for (const name of PAIRS) {
        expect(desk.openOrders(trader, name).length).toBeLessThanOrEqual(10);
      }
    }
  });

  test("contracts keep to their pairs, and no trader's orders or positions grow or are liquidated", () => {
    for (const name of CONTRACTS) {
      const { mark, index, last } = desk.market(name);
      expect(watch.contractPrices.get(name)?.size).toBeGreaterThan(runs(4, 20));
      for (const price of [mark, last]) {
        expect(Math.abs(price - index) * 500).toBeLessThan(index);
      }
    }
    expect(watch.liquidations).toBe(0);
    expect(watch.ordersMost).toBeLessThanOrEqual(6);
    expect(watch.heldMost).toBeGreaterThan(0);
    expect(watch.heldMost).toBeLessThan(HELD_MAX);
  });
});

test("the opening makes index prices, whole books and first prices of pairs and contracts", async () => {
  const desk = await MarketDesk.open();

  const opening = commandsOf(desk)
    .map(({ type }) => type)
    .slice(21);
  const made = PAIRS.flatMap(() => ["PlaceBatch", "PlaceBatch", "PlaceOrder"]);
  const orders = Array.from({ length: OPENING_ORDERS }, () => "PlaceFuturesOrder");
  expect(opening).toEqual(["SetIndex", "SetIndex", ...made, ...orders]);
  for (const name of PAIRS) expect(desk.lastTicks(name)).toBeGreaterThan(0);
  for (const name of CONTRACTS) expect(desk.market(name).last).toBeGreaterThan(0);
});

test("the same seed makes the same market, another seed another", async () => {
  const [one, same, other] = [
    await MarketDesk.open(7),
    await MarketDesk.open(7),
    await MarketDesk.open(8),
  ];
  for (const desk of [one, same, other]) await desk.pass(runs(60, 120) * SECOND);

  expect(commandsOf(same)).toEqual(commandsOf(one));
  expect(commandsOf(other)).not.toEqual(commandsOf(one));
});

test("a restart goes on from the last prices with the same orders, and equal logs make equal markets", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(LIFE_MS);
  const twin = new MarketDesk();
  twin.time.jump(LIFE_MS);
  twin.exchange.nowMs = twin.time.wallMs();
  for (const command of desk.exchange.commands.slice(1)) twin.exchange.do(command);
  const last = PAIRS.map((name) => desk.lastTicks(name));
  const orders = PAIRS.flatMap((name) => desk.openOrders("maker1", name).map(({ id }) => id));
  desk.sent.length = 0;

  await desk.start();
  await twin.start();

  expect(commandsOf(desk).map(({ type }) => type)).toEqual(["SetIndex", "SetIndex"]);
  expect(PAIRS.flatMap((name) => desk.openOrders("maker1", name).map(({ id }) => id))).toEqual(
    orders,
  );
  await desk.pass(LIFE_MS, () => expect(desk.fewestLevels()).toBeGreaterThanOrEqual(LEVELS_MIN));
  await twin.pass(LIFE_MS);
  expect(commandsOf(twin)).toEqual(commandsOf(desk));
  PAIRS.forEach((name, at) => {
    const move = desk.lastTicks(name) - (last[at] ?? 0);
    expect(Math.abs(move)).toBeLessThan((last[at] ?? 0) / 100);
  });
  expect(brokenInvariants(desk.exchange.state)).toEqual([]);
});

test("a restart after a crash between a cancel and its new quotes opens with whole books", async () => {
  const desk = await MarketDesk.open();
  const orders = desk.openOrders("maker1", "BTCUSDT").map(({ id }) => id);
  const trader = desk.trader("maker1");
  desk.exchange.do({ type: "CancelBatch", ...trader, pair: desk.pair().id, orders, request: 0 });
  desk.sent.length = 0;

  await desk.start();

  const types = commandsOf(desk).map(({ type }) => type);
  expect(types).toEqual(["SetIndex", "SetIndex", "PlaceBatch"]);
  expect(desk.fewestLevels()).toBe(10);
});

test("0.1 BTC is filled at once at any time, at market and at the best price, whatever came before", async () => {
  const desk = await MarketDesk.open();
  let step = 0;

  await desk.pass(runs(3, 3) * MINUTE, () => {
    const words = [
      "sell 0.1",
      "buy for 5100",
      `sell 0.1 @ ${(desk.levels("BTCUSDT", "buy")[0]?.ticks ?? 0) / 100}`,
      `buy 0.1 @ ${(desk.levels("BTCUSDT", "sell")[0]?.ticks ?? 0) / 100}`,
    ];
    if (step++ % 6 !== 0) return;
    const { status } = desk.order("demo1", words[((step / 6) % 4) | 0] ?? "");
    expect(status).toBe("filled");
  });
});

test("an order that waits in the book is filled when the price comes by", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(MINUTE);
  const best = desk.levels("BTCUSDT", "buy")[0]?.ticks ?? 0;

  desk.order("demo1", `buy 3 @ ${(best - 500) / 100}`);
  desk.order("demo1", `sell 3 @ ${(best + 500) / 100}`);
  const areBothOpen = () => desk.openOrders("demo1", "BTCUSDT").length === 2;
  expect(areBothOpen()).toBe(true);
  for (let minute = 0; minute < 10 && areBothOpen(); minute++) await desk.pass(MINUTE);

  expect(areBothOpen()).toBe(false);
});

test.each(PAIRS)(
  "%s is whole again within four seconds after both sides were swept",
  async (name) => {
    const desk = await MarketDesk.open();
    await desk.pass(10 * SECOND);

    desk.order("demo1", `sell ${name === "BTCUSDT" ? 90 : 900} on ${name}`);
    desk.order("demo1", `buy for ${name === "ETHBTC" ? "70" : "5000000"} on ${name}`);
    expect(desk.levels(name, "buy")).toEqual([]);
    await desk.pass(4 * SECOND);

    expect(desk.fewestLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
    expect(desk.order("demo2", `sell 0.1 on ${name}`).status).toBe("filled");
  },
);

test("traders who lost their money get some, one deposit a second at most, and the books stay", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(10 * SECOND);
  const { assets } = desk.exchange.state.catalogue;
  for (const trader of TRADERS) {
    for (const { id: asset, name } of assets) {
      const { user } = desk.trader(trader);
      const out = { id: `out:${trader}:${name}`, user, asset, amount: desk.free(trader, name) };
      desk.exchange.do({ type: "Withdraw", ...out, request: 0 });
    }
  }
  desk.sent.length = 0;

  await desk.pass(30 * SECOND, () => expect(desk.fewestLevels()).toBeGreaterThan(0));

  const deposits = desk.sent.filter(({ command }) => command.type === "Deposit");
  expect(deposits).toHaveLength(9);
  expect(mostInASecond(deposits)).toBe(1);
  expect(desk.fewestLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
  expect(brokenInvariants(desk.exchange.state)).toEqual([]);
});

function pairsSent(desk: MarketDesk): Set<number> {
  return new Set(commandsOf(desk).flatMap((command) => ("pair" in command ? [command.pair] : [])));
}

test("a halted pair is left alone and taken up again when it resumes; the others go on", async () => {
  const desk = await MarketDesk.open();
  const others: readonly PairName[] = ["BTCUSDT", "ETHBTC"];
  const { id: pair } = desk.pair("ETHUSDT");
  await desk.pass(10 * SECOND);

  desk.exchange.do({ type: "HaltPair", pair, request: 0 });
  desk.sent.length = 0;
  await desk.pass(MINUTE, () => expect(desk.fewestLevels(others)).toBeGreaterThan(LEVELS_MIN - 1));
  expect(pairsSent(desk).has(pair)).toBe(false);
  desk.exchange.do({ type: "ResumePair", pair, request: 0 });
  await desk.pass(10 * SECOND);

  expect(pairsSent(desk).has(pair)).toBe(true);
  expect(desk.fewestLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
});

test("a delisted pair is left alone for ever, also by the next start", async () => {
  const desk = await MarketDesk.open();
  const { id: pair } = desk.pair("ETHBTC");
  await desk.pass(10 * SECOND);

  desk.exchange.do({ type: "DelistPair", pair, request: 0 });
  desk.sent.length = 0;
  await desk.pass(10 * SECOND);
  await desk.start();
  await desk.pass(10 * SECOND);

  expect(pairsSent(desk)).toEqual(new Set([1, 2]));
});

test("a frozen trader sends nothing until it is free again; the other keeps the books", async () => {
  const desk = await MarketDesk.open();
  const { user } = desk.trader("maker1");

  desk.exchange.do({ type: "FreezeUser", user, request: 0 });
  desk.sent.length = 0;
  await desk.pass(10 * SECOND, () => expect(desk.fewestLevels()).toBeGreaterThanOrEqual(5));
  expect(commandsOf(desk).some((command) => "user" in command && command.user === user)).toBe(
    false,
  );
  desk.exchange.do({ type: "UnfreezeUser", user, request: 0 });
  await desk.pass(5 * SECOND);

  expect(commandsOf(desk).some((command) => "user" in command && command.user === user)).toBe(true);
  expect(desk.fewestLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
});

test.each([
  ["1", 4_000_000],
  ["20000", 4_000_000],
  ["900000", 6_000_000],
])(
  "SPOT-BAND-2 a price of %s, made while there were no traders, is led back to the nearest bound",
  async (price, ticks) => {
    const desk = await MarketDesk.provisioned();
    desk.order("demo1", `buy 0.00001 @ ${price}`);
    desk.order("demo2", `sell 0.00001 @ ${price}`);
    expect(desk.lastTicks()).toBe(Number(price) * 100);

    await desk.start();
    await desk.pass(3 * MINUTE);

    expect(Math.abs(desk.lastTicks() - ticks)).toBeLessThan(50_000);
    expect(desk.fewestLevels()).toBeGreaterThanOrEqual(LEVELS_MIN);
  },
);
