import fc from "fast-check";
import { expect, test } from "vitest";
import { MarketDesk } from "../../../../test/support/market-desk.ts";
import { Draws } from "../../../core/base/draws.ts";
import type { PairName } from "./demo-prices.ts";
import type { Quote } from "./quotes.ts";
import { requote } from "./requote.ts";

const SIDES = ["buy", "sell"] as const;

/** A trader of the demo without a market: what it has open comes only from here. */
class QuotingDesk {
  readonly desk: MarketDesk;
  readonly name: PairName = "ETHBTC";

  private constructor(desk: MarketDesk) {
    this.desk = desk;
  }

  static async open(): Promise<QuotingDesk> {
    return new QuotingDesk(await MarketDesk.provisioned());
  }

  /** The commands that were sent, after they have been carried out. */
  requote(wanted: readonly Quote[], seed = 1): { cancelled: number; placed: number } {
    const { desk, name } = this;
    const parts = { own: desk.openOrders("demo1", name), wanted, draws: new Draws(seed, 1) };
    const own = { trader: desk.trader("demo1"), pair: desk.pair(name), lotsMin: 20 };
    let cancelled = 0;
    let placed = 0;
    for (const command of requote(own, parts)) {
      expect(desk.exchange.do(command)).toMatchObject({ ok: true });
      if (command.type === "CancelBatch") cancelled += command.orders.length;
      if (command.type === "PlaceBatch") placed += command.items.length;
    }
    return { cancelled, placed };
  }

  shown(): string[] {
    const open = this.desk.openOrders("demo1", this.name);
    return open.map(({ side, ticks }) => `${side} ${ticks}`).sort();
  }
}

function shown(quotes: readonly Quote[]): string[] {
  return quotes.map(({ side, ticks }) => `${side} ${ticks}`).sort();
}

/** Up to five bids below and five asks above a price. */
const quotes = fc
  .record({
    middle: fc.integer({ min: 4_900, max: 5_100 }),
    away: fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
  })
  .map(({ middle, away }) =>
    away.flatMap((ticks) =>
      SIDES.map((side) => ({ side, ticks: side === "buy" ? middle - ticks : middle + ticks })),
    ),
  );

test("after it exactly the wanted quotes stand, and what stood right was not touched", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(quotes, { minLength: 1, maxLength: 6 }), async (sequence) => {
      const desk = await QuotingDesk.open();
      for (const wanted of sequence) {
        const before = desk.shown();
        const right = before.filter((quote) => shown(wanted).includes(quote)).length;

        const { cancelled, placed } = desk.requote(wanted);

        expect(desk.shown()).toEqual(shown(wanted));
        expect(cancelled).toBe(before.length - right);
        expect(placed).toBe(wanted.length - right);
        expect(desk.requote(wanted)).toEqual({ cancelled: 0, placed: 0 });
      }
    }),
    { seed: 65, numRuns: 30 },
  );
});

test("a quote is as large as its least to three times that, and each has its own size", async () => {
  const desk = await QuotingDesk.open();
  const wanted = [1, 2, 3, 4, 5].map((away) => ({ side: "buy" as const, ticks: 5_000 - away }));

  const lots: number[] = [];
  for (let seed = 1; seed <= 50; seed++) {
    desk.requote(wanted, seed);
    lots.push(...desk.desk.openOrders("demo1", "ETHBTC").map((order) => order.lots));
    desk.requote([]);
  }

  expect(Math.min(...lots)).toBe(20);
  expect(Math.max(...lots)).toBe(60);
});

test("a quote of which less than half is left is renewed", async () => {
  const desk = await QuotingDesk.open();
  const wanted = [{ side: "sell", ticks: 5_000 }] as const;
  desk.requote(wanted);
  const [quote] = desk.desk.openOrders("demo1", "ETHBTC");
  const lots = quote?.lots ?? 0;
  const half = Math.floor(lots / 2);

  desk.desk.order("demo2", `buy ${half / 1_000} @ 0.05 on ETHBTC`);
  expect(desk.requote(wanted)).toEqual({ cancelled: 0, placed: 0 });
  desk.desk.order("demo2", "buy 0.001 @ 0.05 on ETHBTC");
  const renewed = desk.requote(wanted);

  expect(renewed).toEqual({ cancelled: 1, placed: 1 });
});

test("of two orders at one place one goes", async () => {
  const desk = await QuotingDesk.open();
  const wanted = [{ side: "buy", ticks: 4_500 }] as const;
  for (let times = 0; times < 3; times++) desk.desk.order("demo1", "buy 1 @ 0.045 on ETHBTC");

  expect(desk.requote(wanted)).toEqual({ cancelled: 2, placed: 0 });
  expect(desk.shown()).toEqual(["buy 4500"]);
});

test("however many orders there are, they become no more, and in a few turns as few as wanted", async () => {
  const desk = await QuotingDesk.open();
  for (let at = 0; at < 35; at++) {
    desk.desk.order("demo1", `buy 1 @ 0.0${4_000 + at} on ETHBTC`);
  }
  const wanted = [{ side: "buy", ticks: 4_500 }] as const;

  const counts = [1, 2, 3, 4, 5].map(() => {
    desk.requote(wanted);
    return desk.shown().length;
  });

  expect(counts).toEqual([26, 16, 6, 1, 1]);
});
