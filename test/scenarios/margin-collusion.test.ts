/**
 * Two accounts of one person against the pool. Prices stand still, nothing costs a fee, and the two
 * have the books to themselves. One borrows at fair prices, offers what it has at the worst price
 * that is let through, takes out as much as it may; the other takes what is offered. Whatever they
 * do, and in whatever order, no account is ruined: the pool is never asked for what was given away.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import type { Pair } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Order } from "../../src/core/engine/orders/order.ts";
import { openOrdersOf } from "../../src/core/engine/read/orders.ts";
import { formatSteps } from "../../src/core/money/decimal.ts";
import { MarginDesk } from "../support/margin-desk.ts";
import { runs } from "../support/runs.ts";

/** The price by the index, and how many decimals prices have. */
const PAIRS = { BTCUSDT: [100, 2], ETHUSDT: [10, 2], ETHBTC: [0.1, 4] } as const;
const ASSETS = ["BTC", "ETH", "USDT"] as const;

/** The likelier ones stand more often. */
const DEEDS = [
  ...["borrow", "borrow", "give", "give", "give", "market", "hit", "hit", "hit"],
  ...["out", "out", "in", "repay", "cancel"],
];

const step = fc.record({
  deed: fc.constantFrom(...DEEDS),
  who: fc.constantFrom("eve", "eve", "eve", "mal"),
  pair: fc.constantFrom("BTCUSDT" as const, "ETHUSDT" as const, "ETHBTC" as const),
  asset: fc.constantFrom(...ASSETS),
  side: fc.constantFrom("buy" as const, "sell" as const),
  /** How much, in thousandths of what is there or might be. */
  share: fc.oneof(fc.constantFrom(500, 1000), fc.integer({ min: 1, max: 1000 })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function conspiracy(): MarginDesk {
  const balances = { BTC: "1", ETH: "10", USDT: "100" };
  const desk = new MarginDesk({ eve: balances, mal: balances });
  desk.addPair({ name: "ETHUSDT", isMarginEnabled: true }, "ETH", "USDT");
  desk.addPair({ name: "ETHBTC", pricePrecision: 4, isMarginEnabled: true }, "ETH", "BTC");
  desk.index("BTC", "100");
  desk.index("ETH", "10");
  for (const asset of ASSETS) {
    desk.lend(`100000 ${asset}`);
    for (const name of ["eve", "mal"]) desk.deposit(name, `1000 ${asset}`);
  }
  return desk;
}

function take(desk: MarginDesk, each: Step): void {
  const { deed, who, asset, share } = each;
  const part = ((Number(desk.balance(who, asset).free) * share) / 1000).toFixed(8);
  if (deed === "borrow") desk.margin(who, offerOf(each, quantityOf(each), 100));
  if (deed === "give") give(desk, each);
  if (deed === "market") desk.margin(who, `sell ${quantityOf(each)} on ${each.pair}`);
  if (deed === "out") takeOut(desk, who);
  if (deed === "in") desk.moveIn(who, `${share / 1000} ${asset}`);
  if (deed === "repay") desk.repay(who, `${part} ${asset}`);
  const open = [...openOrdersOf(desk.state.orders, { area: "margin", user: desk.user(who) })];
  if (deed === "cancel" && open[0]) desk.cancelMargin(who, open[0].id, pairOf(desk, open[0]).name);
  if (deed === "hit") for (const order of open) hit(desk, who === "eve" ? "mal" : "eve", order);
}

/** Hundredths of the index, worst first. */
const BARGAINS = [21, 30, 40, 50, 60, 70, 80, 90, 95];
const EXTORTIONS = [480, 400, 300, 200, 150, 120, 110, 105];

/** Up to 600 USDT worth. */
function quantityOf({ pair, share }: Step): string {
  return ((share * 0.6) / (pair === "BTCUSDT" ? 100 : 10)).toFixed(4);
}

function offerOf({ pair, side }: Step, quantity: string, price: number): string {
  const [index, decimals] = PAIRS[pair];
  return `${side} ${quantity} @ ${((index * price) / 100).toFixed(decimals)} on ${pair}`;
}

/** Offers a part of what is free at the first of these prices that is let through. */
function give(desk: MarginDesk, each: Step): void {
  const { who, pair, side, share } = each;
  const [base, quote] = [pair.slice(0, 3), pair.slice(3)];
  const free = Number(desk.balance(who, side === "sell" ? base : quote).free);
  for (const price of side === "sell" ? BARGAINS : EXTORTIONS) {
    const whole = side === "sell" ? free : free / ((PAIRS[pair][0] * price) / 100);
    const quantity = (Math.floor(whole * share * 10) / 10_000).toFixed(4);
    if (desk.margin(who, offerOf(each, quantity, price)).ok) return;
  }
}

/** Takes out what it may of everything: all, or half, or half of that. */
function takeOut(desk: MarginDesk, who: string): void {
  for (const asset of ASSETS) {
    for (let part = Number(desk.balance(who, asset).free); part > 0.001; part /= 2) {
      if (desk.moveOut(who, `${part.toFixed(8)} ${asset}`).ok) break;
    }
  }
}

/** Takes all of an order, with money of spot. */
function hit(desk: MarginDesk, who: string, order: Order): void {
  const { name, pricePrecision, quantityPrecision } = pairOf(desk, order);
  const quantity = formatSteps(order.remaining, quantityPrecision);
  const price = formatSteps(order.ticks, pricePrecision);
  desk.order(who, `${order.side === "buy" ? "sell" : "buy"} ${quantity} @ ${price} on ${name}`);
}

function pairOf(desk: MarginDesk, { market: pair }: Order): Pair {
  return present(desk.state.catalogue.pairs[pair - 1], "the pair of an order");
}

test("MARG-ORDER-3 MARG-TRANSFER-2 while prices stand still two accounts cannot ruin one of them", () => {
  const tally = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40, size: "max" }), (steps) => {
      const desk = conspiracy();
      for (const each of steps) {
        take(desk, each);
        const types = desk.events.map(({ type }) => type);
        for (const type of types) tally.set(type, (tally.get(type) ?? 0) + 1);
        expect(types).not.toContain("LiquidationBegan");
      }
      expect(desk.house("USDT")["marginBadDebt"]).toBe("0");
    }),
    { seed: 82, numRuns: runs(30, 120) },
  );
  for (const type of ["Borrowed", "Traded", "Transferred"]) {
    expect(tally.get(type), type).toBeGreaterThan(runs(25, 100));
  }
});
