/**
 * The demo's traders on its two contracts in USDT, in a live market: as tight as the pairs, a little above or
 * below them. The contract in BTC is left to people. Where the operator sets the index, they quote as near to the
 * walk as the mark allows (FUT-CHECK-12).
 */
import type { Draws } from "../../../core/base/draws.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import { mayAct } from "../ensure.ts";
import { isBusy, smallestTrade } from "../live/turnover.ts";
import { CONTRACT_TURNOVER } from "../live/turnovers.ts";
import { cancelCommands, placeCommands, takeContract } from "../market/contract-orders.ts";
import { CENTRES, type DemoPrices, type PairName } from "../market/demo-prices.ts";
import type { Half, Quote } from "../market/quotes.ts";
import { isAsMinded, nearMark } from "../market/reach.ts";
import { type Outlook, ownOrders, topUpFutures } from "../market/traders.ts";
import { LiveLevels } from "./live-levels.ts";
import { liveDifference, metBy } from "./live-requote.ts";

/** How a contract is quoted. */
export interface ContractPlan {
  readonly name: "E-BTC-USDT" | "E-ETH-USDT";
  readonly pair: PairName;
  /** How many ticks of the pair make one of the contract. */
  readonly tickRatio: number;
  readonly levels: LiveLevels;
  /** The smallest near quote and the smallest far one. */
  readonly lotsMin: Readonly<Record<Half, number>>;
  readonly heldMax: Readonly<Record<Half | "take", number>>;
}

/** A near quote is 2 BTC or 20 ETH at least; a maker holds 200 BTC or 4,000 ETH of a side at most. */
export const CONTRACT_PLANS = [
  {
    name: "E-BTC-USDT",
    pair: "BTCUSDT",
    tickRatio: 10,
    levels: new LiveLevels(CENTRES.BTCUSDT / 10, 80),
    lotsMin: { near: 20_000, far: 30_000 },
    heldMax: { near: 2_000_000, far: 2_000_000, take: 20_000 },
  },
  {
    name: "E-ETH-USDT",
    pair: "ETHUSDT",
    tickRatio: 1,
    levels: new LiveLevels(CENTRES.ETHUSDT, 240),
    lotsMin: { near: 20_000, far: 30_000 },
    heldMax: { near: 4_000_000, far: 4_000_000, take: 40_000 },
  },
] as const satisfies readonly ContractPlan[];
/** As far as quotes may move within a second, and farther. */
const LEEWAY_SHARE = 500;
/** BTC is traded twice as often. */
const TRADED = [CONTRACT_PLANS[0], CONTRACT_PLANS[0], CONTRACT_PLANS[1]] as const;

export class LiveContracts {
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
    const { state } = this.#outlook;
    for (const plan of CONTRACT_PLANS) {
      const contract = this.#openContract(plan);
      if (!contract) continue;
      for (const half of ["near", "far"] as const) {
        if (this.#ordersOf(half, contract).length > 0) continue;
        yield this.quote(plan, half, nextDraws());
      }
      if (state.futures.markets[contract.id - 1]?.last === 0) yield this.#trade(plan, nextDraws());
    }
  }

  quote(plan: ContractPlan, half: Half, draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const contract = this.#openContract(plan);
    const trader = traders[half];
    const isCleared = this.#cleared.delete(plan.name);
    if (!contract || !mayAct(state, trader) || (half === "far" && isCleared)) return [];
    const mark = state.futures.markets[contract.id - 1]?.mark ?? 0;
    const ticks = nearMark(this.#ticksOf(plan), mark);
    const { activity } = this.#prices;
    const { levels } = plan;
    const wanted = half === "near" ? levels.near(ticks, { activity, draws }) : levels.far(ticks);
    const { stale, missing } = liveDifference(this.#ordersOf(half, contract), wanted);
    // After a leap the near quotes come first.
    if (half === "far" && this.#meetsNear(contract, missing)) return [];
    const desk = { trader, contract, lotsMin: plan.lotsMin[half], heldMax: plan.heldMax[half] };
    return [
      ...cancelCommands(desk, stale),
      ...(half === "near" ? this.#makeWay(contract, missing) : []),
      ...placeCommands(state, desk, { quotes: missing, draws }),
    ];
  }

  #meetsNear(contract: Contract, quotes: readonly Quote[]): boolean {
    return quotes.length > 0 && metBy(quotes, this.#ordersOf("near", contract)).length > 0;
  }

  /** After a leap of the mark the two makers would trade with each other at a price that neither quotes around. */
  #makeWay(contract: Contract, quotes: readonly Quote[]): Command[] {
    const { state, traders } = this.#outlook;
    const trader = traders.far;
    if (quotes.length === 0 || !mayAct(state, trader)) return [];
    const met = metBy(quotes, this.#ordersOf("far", contract));
    if (met.length > 0) this.#cleared.add(contract.name);
    return cancelCommands({ trader, contract }, met);
  }

  /** A trade of the round, or money for a trader that runs low. */
  trade(draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const money = topUpFutures(state, traders);
    if (money.length > 0) return money;
    return this.#trade(TRADED[draws.below(TRADED.length)] ?? CONTRACT_PLANS[0], draws);
  }

  /** One more on the contract of a pair while the market is busy. */
  tradeBeside(pair: PairName, draws: Draws): Command[] {
    const plan = CONTRACT_PLANS.find((one) => one.pair === pair);
    return plan && isBusy(this.#prices.activity, draws) ? this.#trade(plan, draws) : [];
  }

  #trade(plan: ContractPlan, draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const contract = this.#openContract(plan);
    if (!contract || !mayAct(state, traders.taker)) return [];
    const lotsMin = smallestTrade(CONTRACT_TURNOVER[plan.name], this.#prices.activity);
    const desk = { trader: traders.taker, contract, lotsMin, heldMax: plan.heldMax.take };
    const minded = this.#ticksOf(plan);
    const isGood = (ticks: number) => isAsMinded(ticks, minded);
    const leeway = Math.trunc(minded / LEEWAY_SHARE);
    return takeContract(state, desk, { draws, isGood, leeway });
  }

  #ticksOf({ pair, tickRatio }: ContractPlan): number {
    return Math.trunc(this.#prices.perpetualOf(pair) / tickRatio);
  }

  #ordersOf(half: Half, { id }: Contract): Order[] {
    const { user } = this.#outlook.traders[half];
    return ownOrders(this.#outlook, { area: "futures", user }, id);
  }

  /** A contract that is halted or on its way out is left alone. */
  #openContract({ name }: Pick<ContractPlan, "name">): Contract | undefined {
    const contract = this.#outlook.state.catalogue.contractsByName.get(name);
    return contract?.status === "trading" ? contract : undefined;
  }
}
