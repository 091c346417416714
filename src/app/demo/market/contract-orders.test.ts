import fc from "fast-check";
import { expect, test } from "vitest";
import { MarketDesk } from "../../../../test/support/market-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { Draws } from "../../../core/base/draws.ts";
import type { Command } from "../../../core/engine/codec.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";
import type { Side } from "../../../core/engine/orders/order.ts";
import { type ContractDesk, requoteContract, takeContract } from "./contract-orders.ts";
import type { Quote } from "./quotes.ts";

const NAME = "E-BTC-USDT";
const LOTS_MIN = 100;
const HELD_MAX = 30_000;

/** demo1 quotes and demo2 takes, without a market: what happens comes only from here. */
class QuotingContractDesk {
  readonly desk: MarketDesk;
  #step = 0;

  private constructor(desk: MarketDesk) {
    this.desk = desk;
  }

  static async open(): Promise<QuotingContractDesk> {
    return new QuotingContractDesk(await MarketDesk.provisioned());
  }

  requote(wanted: readonly Quote[]): Command[] {
    const own = this.desk.futuresOrders("demo1", NAME);
    const { state } = this.desk.exchange;
    const draws = new Draws(1, this.#step++);
    return this.#carryOut(requoteContract(state, this.#desk("demo1"), { own, wanted, draws }));
  }

  take(seed: number): Command[] {
    const { state } = this.desk.exchange;
    const draws = new Draws(seed, this.#step++);
    const taken = takeContract(state, this.#desk("demo2"), { draws, isGood: () => true });
    return this.#carryOut(taken);
  }

  #desk(user: string): ContractDesk {
    const { desk } = this;
    const { contract } = desk.market(NAME);
    return { trader: desk.trader(user), contract, lotsMin: LOTS_MIN, heldMax: HELD_MAX };
  }

  /** No command of the traders is refused. */
  #carryOut(commands: Command[]): Command[] {
    for (const command of commands) {
      expect(this.desk.exchange.do(command)).toMatchObject({ ok: true });
    }
    return commands;
  }

  shown(): string[] {
    const open = this.desk.futuresOrders("demo1", NAME);
    return open.map(({ side, ticks }) => `${side} ${ticks}`).sort();
  }

  actions(): string[] {
    const open = this.desk.futuresOrders("demo1", NAME);
    return open.map(({ side, futures }) => `${futures?.action} by ${side}`).sort();
  }
}

function quotesAround(middle: number, count: number): Quote[] {
  return Array.from({ length: count }, (_, at) => [
    { side: "buy", ticks: middle - 10 * (at + 1) } as const,
    { side: "sell", ticks: middle + 10 * (at + 1) } as const,
  ]).flat();
}

function shown(quotes: readonly Quote[]): string[] {
  return quotes.map(({ side, ticks }) => `${side} ${ticks}`).sort();
}

test("after it exactly the wanted quotes stand, and what stood right was not touched", async () => {
  const market = await QuotingContractDesk.open();

  expect(market.requote(quotesAround(500_000, 3))).toHaveLength(6);
  expect(market.requote(quotesAround(500_000, 3))).toEqual([]);
  const types = market.requote(quotesAround(500_010, 3)).map(({ type }) => type);

  expect(market.shown()).toEqual(shown(quotesAround(500_010, 3)));
  // Two bids and two asks of six stand where they stood.
  expect(types).toEqual([
    ...["CancelFuturesOrder", "CancelFuturesOrder"],
    ...["PlaceFuturesOrder", "PlaceFuturesOrder"],
  ]);
});

test("what is held on the other side is closed before anything is opened", async () => {
  const market = await QuotingContractDesk.open();
  market.requote(quotesAround(500_000, 3));
  expect(market.actions()).toEqual([
    ...Array.from({ length: 3 }, () => "open by buy"),
    ...Array.from({ length: 3 }, () => "open by sell"),
  ]);

  market.desk.takeContract("demo2", NAME, "buy", 100);
  market.requote([]);
  market.requote(quotesAround(500_000, 3));

  expect(market.desk.held("demo1", NAME)).toEqual({ buy: 0, sell: 100 });
  expect(market.actions()).toEqual([
    ...["close by buy", "open by buy", "open by buy"],
    ...Array.from({ length: 3 }, () => "open by sell"),
  ]);
});

test("a trader that holds enough opens no more, and still closes", async () => {
  const market = await QuotingContractDesk.open();
  market.requote(quotesAround(500_000, 3));
  while (market.desk.market(NAME).book.asks.best) {
    market.desk.takeContract("demo2", NAME, "buy", 600);
    market.requote(quotesAround(500_000, 3));
  }
  const { buy, sell } = market.desk.held("demo1", NAME);

  expect(buy).toBe(0);
  expect(sell).toBeGreaterThan(HELD_MAX - 3 * LOTS_MIN);
  expect(sell).toBeLessThanOrEqual(HELD_MAX);
  market.requote(quotesAround(500_100, 3));
  expect(market.actions()).toEqual(["close by buy", "close by buy", "close by buy"]);
});

test("without a quote on the other side nothing is taken, nor at a price far from the mark", async () => {
  const market = await QuotingContractDesk.open();
  const taken = () => [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seed) => market.take(seed)).length;
  expect(taken()).toBe(0);

  market.requote(quotesAround(500_000, 3));
  market.desk.market(NAME).mark = 600_000;
  expect(taken()).toBe(0);
  market.desk.market(NAME).mark = 500_000;

  expect(taken()).toBeGreaterThan(0);
});

test("however they trade, nothing is refused, no position passes its bound, and money is exact", async () => {
  const middle = fc.integer({ min: -50, max: 50 }).map((moved) => 500_000 + 5 * moved);
  const step = fc.oneof(
    fc.record({ quotes: middle }),
    fc.record({ takes: fc.integer({ min: 1, max: 1_000 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80 }), async (steps) => {
      const market = await QuotingContractDesk.open();
      for (const one of steps) {
        if ("quotes" in one) market.requote(quotesAround(one.quotes, 3));
        else market.take(one.takes);
        for (const user of ["demo1", "demo2"]) {
          const held = market.desk.held(user, NAME);
          for (const side of ["buy", "sell"] satisfies Side[]) {
            expect(held[side]).toBeLessThanOrEqual(HELD_MAX);
          }
        }
      }
      expect(brokenInvariants(market.desk.exchange.state)).toEqual([]);
    }),
    { seed: 66, numRuns: runs(12, 40) },
  );
});
