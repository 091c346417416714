/**
 * What the demo's traders do next in a calm market, decided from the seed, the number of the step and the
 * exchange as it is, never from a clock or any other chance. A round has five steps: the near quotes of
 * each pair, the far quotes of one with an index price, and a small trade or a deposit for a trader that
 * runs low. That is at most ten commands; those on the contracts go with them, a few in a usual round.
 * A live market (`app/demo/live`) is decided in the same way.
 *
 * The same market (SANDBOX-MARKET-1): nothing is remembered but in the log. A start takes up the prices
 * at the last trades and counts its steps from the log's position, so two starts on equal directories
 * send the same commands for as long as no other client sends any. After a restart the market goes on,
 * but not on the path that it would have taken without one.
 */

import { Draws } from "../../../core/base/draws.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import { lastTicksOf } from "../../../core/engine/prices/prices.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import { mayAct } from "../ensure.ts";
import { ContractQuoting } from "./contract-quoting.ts";
import { CENTRES, type DemoPrices, type PairName, type PricesProgress } from "./demo-prices.ts";
import { feedAll, feedOne } from "./index-feed.ts";
import { pricesOf } from "./prices-of.ts";
import { type Half, PAIR_SPACING, type Quote, QuoteLevels } from "./quotes.ts";
import { isWithinReach, reachable } from "./reach.ts";
import { requote } from "./requote.ts";
import { take } from "./take.ts";
import { type Outlook, ownOrders, topUp } from "./traders.ts";

export interface MarketOptions extends Outlook {
  readonly seed: number;
  /** Other prices for the traders to quote around. */
  readonly prices?: DemoPrices;
  /** Where it goes on, in the place of a market of another exchange. */
  readonly progress?: MarketProgress | undefined;
}

/** How far a market has come, beside what the exchange itself has. */
export interface MarketProgress {
  readonly traders: Outlook["traders"];
  readonly step: number;
  readonly prices: PricesProgress;
  /** The pairs and the contracts whose far quotes were taken away in this round. */
  readonly cleared: { readonly pairs: readonly string[]; readonly contracts: readonly string[] };
}

/** What the traders do, calm or live. */
export interface Market {
  /** A clock that is led by hand stops for so many steps at once (SANDBOX-CLOCK-3). */
  readonly stepsAtOnce: number;
  /**
   * What makes a market of books that lack one: index prices, quotes where a trader has none, and a
   * first trade where there never was one. Each list is to be carried out before the next.
   */
  opening(): Iterable<Command[]>;
  /** The commands of the next step, to be carried out in their order. */
  next(): Command[];
  readonly progress: MarketProgress;
}

/** How a pair is traded. */
interface Plan {
  readonly name: PairName;
  readonly levels: QuoteLevels;
  /** The smallest near quote, the smallest far quote and the smallest trade. */
  readonly lotsMin: Readonly<Record<Half | "take", number>>;
}

/** A near quote covers 0.1 BTC even when it is half used up and one trade older. */
const PLANS = [
  planOf("BTCUSDT", { near: 30_000, far: 90_000, take: 25 }),
  planOf("ETHUSDT", { near: 60_000, far: 180_000, take: 50 }),
  planOf("ETHBTC", { near: 6_000, far: 18_000, take: 5 }),
] as const;
/** BTC is traded as often as both others. */
const TRADED = [PLANS[0], PLANS[0], PLANS[1], PLANS[2]] as const;
const ROUND_STEPS = PLANS.length + 2;

function planOf(name: PairName, lotsMin: Plan["lotsMin"]): Plan {
  return { name, levels: new QuoteLevels(CENTRES[name], PAIR_SPACING), lotsMin };
}

export class CalmMarket implements Market {
  readonly stepsAtOnce = 1;
  readonly #options: MarketOptions;
  readonly #prices: DemoPrices;
  readonly #contractQuoting: ContractQuoting;
  #step: number;

  constructor(options: MarketOptions) {
    this.#options = options;
    this.#prices = options.prices ?? pricesOf(options, "calm");
    this.#contractQuoting = new ContractQuoting(options, this.#prices);
    this.#step = options.progress?.step ?? options.state.position;
  }

  get progress(): MarketProgress {
    const { traders } = this.#options;
    const cleared = { pairs: [], contracts: [] };
    return { traders, step: this.#step, prices: this.#prices.progress, cleared };
  }

  *opening(): Iterable<Command[]> {
    const { state, traders } = this.#options;
    yield feedAll(state, this.#prices);
    for (const plan of PLANS) {
      const pair = this.#openPair(plan);
      if (!pair) continue;
      for (const half of ["near", "far"] as const) {
        if (this.#ownOrders(traders[half].user, pair).length > 0) continue;
        yield this.#quote(plan, half, this.#nextDraws());
      }
      if (lastTicksOf(state.prices, pair.id) === 0) yield this.#trade(plan, this.#nextDraws());
    }
    yield* this.#contractQuoting.opening(() => this.#nextDraws());
  }

  next(): Command[] {
    const turn = this.#step % ROUND_STEPS;
    const round = Math.trunc(this.#step / ROUND_STEPS);
    const step = this.#step;
    const draws = this.#nextDraws();
    this.#prices.go(draws, step);
    const near = PLANS[turn];
    if (near) {
      return [...this.#quote(near, "near", draws), ...this.#contractQuoting.near(turn, draws)];
    }
    if (turn === PLANS.length) {
      const feed = feedOne(this.#options.state, this.#prices, round);
      const quotes = this.#quote(itemAt(PLANS, round), "far", draws);
      return [...feed, ...quotes, ...this.#contractQuoting.far(round, draws)];
    }
    return [...this.#tradeOrDeposit(draws), ...this.#contractQuoting.trade(draws)];
  }

  #tradeOrDeposit(draws: Draws): Command[] {
    const deposit = topUp(this.#options.state, this.#options.traders);
    if (deposit) return [deposit];
    return this.#trade(itemAt(TRADED, draws.below(TRADED.length)), draws);
  }

  #nextDraws(): Draws {
    return new Draws(this.#options.seed, this.#step++);
  }

  #quote(plan: Plan, half: Half, draws: Draws): Command[] {
    const { state, traders } = this.#options;
    const pair = this.#openPair(plan);
    const trader = traders[half];
    if (!pair || !mayAct(state, trader)) return [];
    const own = this.#ownOrders(trader.user, pair);
    const wanted = this.#wantedQuotes(plan, half, pair);
    return requote({ trader, pair, lotsMin: plan.lotsMin[half] }, { own, wanted, draws });
  }

  #trade(plan: Plan, draws: Draws): Command[] {
    const { state, traders } = this.#options;
    const pair = this.#openPair(plan);
    if (!pair || !mayAct(state, traders.taker)) return [];
    return take(state, { trader: traders.taker, pair, lotsMin: plan.lotsMin.take }, draws);
  }

  /** A pair that is halted or on its way out is left alone. */
  #openPair({ name }: Plan): Pair | undefined {
    const pair = this.#options.state.catalogue.pairsByName.get(name);
    return pair?.status === "trading" ? pair : undefined;
  }

  #ownOrders(user: UserId, { id }: Pair): Order[] {
    return ownOrders(this.#options, { area: "spot", user }, id);
  }

  #wantedQuotes({ name, levels }: Plan, half: Half, pair: Pair): Quote[] {
    const last = lastTicksOf(this.#options.state.prices, pair.id);
    const quotes = levels.around(reachable(this.#prices.ticksOf(name), last), half);
    return quotes.filter(({ ticks }) => isWithinReach(ticks, last));
  }
}

function itemAt<T>(items: readonly [T, ...T[]], at: number): T {
  return items[at % items.length] ?? items[0];
}
