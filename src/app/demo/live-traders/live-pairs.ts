/** The demo's traders on its pairs, in a live market: quotes of twenty and more levels a side, and trades. */
import type { Draws } from "../../../core/base/draws.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import { lastTicksOf } from "../../../core/engine/prices/prices.ts";
import { BATCH_MAX } from "../../../core/engine/spot/spot.ts";
import { mayAct } from "../ensure.ts";
import { isBusy, smallestTrade } from "../live/turnover.ts";
import { PAIR_TURNOVER } from "../live/turnovers.ts";
import { CENTRES, type DemoPrices, type PairName } from "../market/demo-prices.ts";
import type { Half } from "../market/quotes.ts";
import { isWithinReach, reachable } from "../market/reach.ts";
import { cancelCommand, placeCommand } from "../market/requote.ts";
import { take } from "../market/take.ts";
import { type Outlook, ownOrders } from "../market/traders.ts";
import { LiveLevels, type WantedQuotes } from "./live-levels.ts";
import { liveDifference, metBy, piecesOf } from "./live-requote.ts";

/** How a pair is quoted. */
export interface PairPlan {
  readonly name: PairName;
  readonly levels: LiveLevels;
  /** The smallest near quote and the smallest far one. */
  readonly lotsMin: Readonly<Record<Half, number>>;
}

/** The usual spread of BTC is 0.40, that of ETH 0.06; of ETHBTC two ticks, which are coarse. */
export const PAIR_PLANS = [
  planOf("BTCUSDT", 80, { near: 60_000, far: 90_000 }),
  planOf("ETHUSDT", 240, { near: 120_000, far: 180_000 }),
  planOf("ETHBTC", 4_000, { near: 12_000, far: 18_000 }),
] as const;
/** BTC is traded as often as both others. */
const TRADED = [PAIR_PLANS[0], PAIR_PLANS[0], PAIR_PLANS[1], PAIR_PLANS[2]] as const;

function planOf(name: PairName, spread: number, lotsMin: PairPlan["lotsMin"]): PairPlan {
  return { name, levels: new LiveLevels(CENTRES[name], spread), lotsMin };
}

export class LivePairs {
  readonly #outlook: Outlook;
  readonly #prices: DemoPrices;
  /** The markets whose far quotes were taken away in this round: their trader is not asked for them twice. */
  readonly #cleared: Set<string>;

  constructor(outlook: Outlook, prices: DemoPrices, cleared: readonly string[] = []) {
    this.#outlook = outlook;
    this.#prices = prices;
    this.#cleared = new Set(cleared);
  }

  get cleared(): readonly string[] {
    return [...this.#cleared];
  }

  /** Quotes where a trader has none, and a first trade; each list is to be carried out in turn. */
  *opening(nextDraws: () => Draws): Iterable<Command[]> {
    const { state, traders } = this.#outlook;
    for (const plan of PAIR_PLANS) {
      const pair = this.#openPair(plan);
      if (!pair) continue;
      for (const half of ["near", "far"] as const) {
        if (this.#ordersOf(half, pair).length > 0) continue;
        const quotes = this.quote(plan, half, nextDraws());
        if (mayAct(state, traders[half])) yield quotes;
      }
      if (lastTicksOf(state.prices, pair.id) === 0) yield this.#trade(plan, nextDraws());
    }
  }

  quote(plan: PairPlan, half: Half, draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const pair = this.#openPair(plan);
    const trader = traders[half];
    const isCleared = this.#cleared.delete(plan.name);
    if (!pair || !mayAct(state, trader) || (half === "far" && isCleared)) return [];
    const wanted = this.#wanted(plan, half, { pair, draws });
    const own = this.#ordersOf(half, pair);
    const { stale, missing } = liveDifference(own, wanted);
    // After a leap the near quotes come first.
    if (half === "far" && this.#meetsNear(pair, missing)) return [];
    const desk = { trader, pair, lotsMin: plan.lotsMin[half] };
    return [
      ...[...piecesOf(stale, BATCH_MAX)].map((orders) => cancelCommand(desk, orders)),
      ...(half === "near" ? this.#makeWay(pair, missing) : []),
      ...[...piecesOf(missing, BATCH_MAX)].map((quotes) => placeCommand(desk, quotes, draws)),
    ];
  }

  #meetsNear(pair: Pair, quotes: WantedQuotes["quotes"]): boolean {
    return quotes.length > 0 && metBy(quotes, this.#ordersOf("near", pair)).length > 0;
  }

  /** After a leap of the price the two makers would trade with each other. */
  #makeWay(pair: Pair, quotes: WantedQuotes["quotes"]): Command[] {
    const { state, traders } = this.#outlook;
    const trader = traders.far;
    if (quotes.length === 0 || !mayAct(state, trader)) return [];
    const met = metBy(quotes, this.#ordersOf("far", pair));
    if (met.length > 0) this.#cleared.add(pair.name);
    const desk = { trader, pair, lotsMin: 0 };
    return [...piecesOf(met, BATCH_MAX)].map((orders) => cancelCommand(desk, orders));
  }

  /** A trade of the round; BTC has half of them. */
  trade(draws: Draws): Command[] {
    return this.#trade(TRADED[draws.below(TRADED.length)] ?? PAIR_PLANS[0], draws);
  }

  /** One more while the market is busy. */
  tradeBeside(plan: PairPlan, draws: Draws): Command[] {
    return isBusy(this.#prices.activity, draws) ? this.#trade(plan, draws) : [];
  }

  #trade(plan: PairPlan, draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const pair = this.#openPair(plan);
    if (!pair || !mayAct(state, traders.taker)) return [];
    const lotsMin = smallestTrade(PAIR_TURNOVER[plan.name], this.#prices.activity);
    return take(state, { trader: traders.taker, pair, lotsMin }, draws);
  }

  /** A pair that is halted or on its way out is left alone. */
  #openPair({ name }: PairPlan): Pair | undefined {
    const pair = this.#outlook.state.catalogue.pairsByName.get(name);
    return pair?.status === "trading" ? pair : undefined;
  }

  #ordersOf(half: Half, { id }: Pair): Order[] {
    const { user } = this.#outlook.traders[half];
    return ownOrders(this.#outlook, { area: "spot", user }, id);
  }

  #wanted(
    { name, levels }: PairPlan,
    half: Half,
    { pair, draws }: { pair: Pair; draws: Draws },
  ): WantedQuotes {
    const last = lastTicksOf(this.#outlook.state.prices, pair.id);
    const ticks = reachable(this.#prices.ticksOf(name), last);
    const { activity } = this.#prices;
    const wanted = half === "near" ? levels.near(ticks, { activity, draws }) : levels.far(ticks);
    return { ...wanted, quotes: wanted.quotes.filter((quote) => isWithinReach(quote.ticks, last)) };
  }
}
