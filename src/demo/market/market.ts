/**
 * What the demo's traders do next, decided from the seed, the number of the step and the exchange
 * as it is, never from a clock or any other chance. A round has five steps: the near quotes of each
 * pair, the far quotes of one with a word about the index, and a small trade or a deposit for whoever
 * runs low. That is at most ten commands.
 *
 * The same market: nothing is remembered but in the log. A start takes up the prices at the last
 * trades and counts its steps from the log's position, so two starts on equal directories send the
 * same commands for as long as nobody else sends any. After a restart the market goes on, but not
 * on the path that it would have taken without one.
 */
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import type { Area, Order } from "../../engine/orders/order.ts";
import { lastTicksOf } from "../../engine/prices/prices.ts";
import type { UserId } from "../../engine/users/users.ts";
import type { Command, State } from "../ensure.ts";
import { CENTRES, DemoPrices, type PairName } from "./demo-prices.ts";
import { Draws } from "./draws.ts";
import { feedAll, feedOne } from "./index-feed.ts";
import { type Half, type Quote, QuoteLevels } from "./quotes.ts";
import { isWithinReach, reachable } from "./reach.ts";
import { requote } from "./requote.ts";
import { take } from "./take.ts";
import { mayAct, type Seats, topUp } from "./traders.ts";

export interface MarketOptions {
  /** The live state, to be read and not changed. */
  readonly state: State;
  readonly seats: Seats;
  readonly seed: number;
  /** The engine's answer to which orders a user has open. */
  readonly openOrdersOf: (
    orders: State["orders"],
    owner: { area: Area; user: UserId },
  ) => Iterable<Order>;
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
  return { name, levels: new QuoteLevels(CENTRES[name]), lotsMin };
}

export class Market {
  readonly #options: MarketOptions;
  readonly #prices: DemoPrices;
  #step: number;

  constructor(options: MarketOptions) {
    const { state } = options;
    this.#options = options;
    this.#prices = new DemoPrices((name) => {
      const pair = state.catalogue.pairsByName.get(name);
      return pair ? lastTicksOf(state.prices, pair.id) : 0;
    });
    this.#step = state.position;
  }

  /**
   * What makes a market of books that lack one: index prices, quotes where a trader has none, and a
   * first trade where there never was one. Each list is to be carried out before the next.
   */
  *opening(): Iterable<Command[]> {
    const { state, seats } = this.#options;
    yield feedAll(state, this.#prices);
    for (const plan of PLANS) {
      const pair = this.#openPair(plan);
      if (!pair) continue;
      for (const half of ["near", "far"] as const) {
        if (this.#ownOrders(seats[half].user, pair).length > 0) continue;
        yield this.#quote(plan, half, this.#nextDraws());
      }
      if (lastTicksOf(state.prices, pair.id) === 0) yield this.#trade(plan, this.#nextDraws());
    }
  }

  /** The commands of the next step: three at most, to be carried out in their order. */
  next(): Command[] {
    const turn = this.#step % ROUND_STEPS;
    const round = Math.trunc(this.#step / ROUND_STEPS);
    const draws = this.#nextDraws();
    this.#prices.go(draws);
    const near = PLANS[turn];
    if (near) return this.#quote(near, "near", draws);
    if (turn === PLANS.length) {
      const feed = feedOne(this.#options.state, this.#prices, round);
      return [...feed, ...this.#quote(itemAt(PLANS, round), "far", draws)];
    }
    const deposit = topUp(this.#options.state, this.#options.seats);
    if (deposit) return [deposit];
    return this.#trade(itemAt(TRADED, draws.below(TRADED.length)), draws);
  }

  #nextDraws(): Draws {
    return new Draws(this.#options.seed, this.#step++);
  }

  #quote(plan: Plan, half: Half, draws: Draws): Command[] {
    const { state, seats } = this.#options;
    const pair = this.#openPair(plan);
    const seat = seats[half];
    if (!pair || !mayAct(state, seat)) return [];
    const own = this.#ownOrders(seat.user, pair);
    const wanted = this.#wantedQuotes(plan, half, pair);
    return requote({ seat, pair, lotsMin: plan.lotsMin[half] }, { own, wanted, draws });
  }

  #trade(plan: Plan, draws: Draws): Command[] {
    const { state, seats } = this.#options;
    const pair = this.#openPair(plan);
    if (!pair || !mayAct(state, seats.taker)) return [];
    return take(state, { seat: seats.taker, pair, lotsMin: plan.lotsMin.take }, draws);
  }

  /** A pair that is halted or on its way out is left alone. */
  #openPair({ name }: Plan): Pair | undefined {
    const pair = this.#options.state.catalogue.pairsByName.get(name);
    return pair?.status === "trading" ? pair : undefined;
  }

  #ownOrders(user: UserId, pair: Pair): Order[] {
    const { state, openOrdersOf } = this.#options;
    const own: Order[] = [];
    for (const order of openOrdersOf(state.orders, { area: "spot", user })) {
      if (order.pair === pair.id) own.push(order);
    }
    return own;
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
