/**
 * The demo's traders on its two contracts in USDT, in a calm market: the same three, around the same walk as on the
 * pairs, so that contract and pair never drift apart. The contract in BTC is left to people. Where
 * the operator sets the index, they quote as near to the walk as the mark allows (FUT-CHECK-12).
 */

import type { Draws } from "../../../core/base/draws.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { Command } from "../../../core/engine/codec.ts";
import { mayAct } from "../ensure.ts";
import { requoteContract, takeContract } from "./contract-orders.ts";
import { CENTRES, type DemoPrices, type PairName } from "./demo-prices.ts";
import { CONTRACT_SPACING, type Half, QuoteLevels } from "./quotes.ts";
import { nearMark } from "./reach.ts";
import { type Outlook, ownOrders, topUpFutures } from "./traders.ts";

/** How a contract is traded. */
interface Plan {
  readonly name: string;
  readonly pair: PairName;
  /** How many ticks of the pair make one of the contract. */
  readonly tickRatio: number;
  readonly levels: QuoteLevels;
  /** The smallest near quote, the smallest far quote and the smallest trade. */
  readonly lotsMin: Readonly<Record<Half | "take", number>>;
  readonly heldMax: Readonly<Record<Half | "take", number>>;
}

/** A near quote is 2 BTC or 20 ETH at least; a maker holds 200 BTC or 4,000 ETH of a side at most. */
const PLANS = [
  planOf("E-BTC-USDT", "BTCUSDT", 10, {
    lotsMin: { near: 20_000, far: 60_000, take: 20 },
    heldMax: { near: 2_000_000, far: 2_000_000, take: 20_000 },
  }),
  planOf("E-ETH-USDT", "ETHUSDT", 1, {
    lotsMin: { near: 20_000, far: 60_000, take: 40 },
    heldMax: { near: 4_000_000, far: 4_000_000, take: 40_000 },
  }),
] as const;

function planOf(
  name: string,
  pair: PairName,
  tickRatio: number,
  sizes: Pick<Plan, "lotsMin" | "heldMax">,
): Plan {
  const levels = new QuoteLevels(CENTRES[pair] / tickRatio, CONTRACT_SPACING);
  return { name, pair, tickRatio, levels, ...sizes };
}

/** BTC is traded twice as often. */
const TRADED = [PLANS[0], PLANS[0], PLANS[1]] as const;

export class ContractQuoting {
  readonly #outlook: Outlook;
  readonly #prices: DemoPrices;

  constructor(outlook: Outlook, prices: DemoPrices) {
    this.#outlook = outlook;
    this.#prices = prices;
  }

  /** Quotes where a trader has none, and a first trade; each list is to be carried out in turn. */
  *opening(nextDraws: () => Draws): Iterable<Command[]> {
    const { state, traders } = this.#outlook;
    for (const plan of PLANS) {
      const contract = this.#openContract(plan);
      if (!contract) continue;
      for (const half of ["near", "far"] as const) {
        const owner = { area: "futures", user: traders[half].user } as const;
        if (ownOrders(this.#outlook, owner, contract.id).length > 0) continue;
        yield this.#quote(plan, half, nextDraws());
      }
      if (state.futures.markets[contract.id - 1]?.last === 0) yield this.#trade(plan, nextDraws());
    }
  }

  /** The near quotes of the contract whose turn it is. */
  near(turn: number, draws: Draws): Command[] {
    const plan = PLANS[turn];
    return plan ? this.#quote(plan, "near", draws) : [];
  }

  far(round: number, draws: Draws): Command[] {
    return this.#quote(PLANS[round % PLANS.length] ?? PLANS[0], "far", draws);
  }

  /** A small trade, or money for a trader that runs low. */
  trade(draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const money = topUpFutures(state, traders);
    if (money.length > 0) return money;
    return this.#trade(TRADED[draws.below(TRADED.length)] ?? PLANS[0], draws);
  }

  #quote(plan: Plan, half: Half, draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const contract = this.#openContract(plan);
    const trader = traders[half];
    if (!contract || !mayAct(state, trader)) return [];
    const own = ownOrders(this.#outlook, { area: "futures", user: trader.user }, contract.id);
    const mark = state.futures.markets[contract.id - 1]?.mark ?? 0;
    const wanted = plan.levels.around(nearMark(this.#ticksOf(plan), mark), half);
    const desk = { trader, contract, lotsMin: plan.lotsMin[half], heldMax: plan.heldMax[half] };
    return requoteContract(state, desk, { own, wanted, draws });
  }

  #trade(plan: Plan, draws: Draws): Command[] {
    const { state, traders } = this.#outlook;
    const contract = this.#openContract(plan);
    if (!contract || !mayAct(state, traders.taker)) return [];
    const { take: lotsMin } = plan.lotsMin;
    const desk = { trader: traders.taker, contract, lotsMin, heldMax: plan.heldMax.take };
    return takeContract(state, desk, { draws, isGood: () => true });
  }

  #ticksOf({ pair, tickRatio }: Plan): number {
    return Math.trunc(this.#prices.ticksOf(pair) / tickRatio);
  }

  /** A contract that is halted or on its way out is left alone. */
  #openContract({ name }: Pick<Plan, "name">): Contract | undefined {
    const contract = this.#outlook.state.catalogue.contractsByName.get(name);
    return contract?.status === "trading" ? contract : undefined;
  }
}
