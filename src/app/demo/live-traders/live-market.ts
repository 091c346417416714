/**
 * What the demo's traders do next in a live market, decided as in a calm one (market.ts) from the seed, the number
 * of the step and the exchange as it is. A round has five steps: quotes of BTC, quotes of ETH with an index price and
 * the far quotes of one market, then trades, and between them trades while the market is busy. Quotes of a contract,
 * of ETHUSDT and of ETHBTC are renewed every other round. SANDBOX-MARKET-1, SANDBOX-MARKET-2.
 *
 * A clock that is led by hand takes a round at once: each stop is a write of the log, which is what an hour of it takes
 * its time for. So nothing here may lean on what the steps before it in the round have done.
 */
import { Draws } from "../../../core/base/draws.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { DemoPrices } from "../market/demo-prices.ts";
import { feedAll, feedOne } from "../market/index-feed.ts";
import type { Market, MarketOptions, MarketProgress } from "../market/market.ts";
import { pricesOf } from "../market/prices-of.ts";
import { topUp } from "../market/traders.ts";
import { CONTRACT_PLANS, LiveContracts } from "./live-contracts.ts";
import { LivePairs, PAIR_PLANS, type PairPlan } from "./live-pairs.ts";

const ROUND_STEPS = 5;
const [BTC, ETH, ETHBTC] = PAIR_PLANS;

export class LiveMarket implements Market {
  readonly stepsAtOnce = ROUND_STEPS;
  readonly #options: MarketOptions;
  readonly #prices: DemoPrices;
  readonly #pairs: LivePairs;
  readonly #contracts: LiveContracts;
  #step: number;

  constructor(options: MarketOptions) {
    this.#options = options;
    this.#prices = options.prices ?? pricesOf(options, "live");
    const { progress } = options;
    this.#pairs = new LivePairs(options, this.#prices, progress?.cleared.pairs);
    this.#contracts = new LiveContracts(options, this.#prices, progress?.cleared.contracts);
    this.#step = progress?.step ?? options.state.position;
  }

  get progress(): MarketProgress {
    const { traders } = this.#options;
    const cleared = { pairs: this.#pairs.cleared, contracts: this.#contracts.cleared };
    return { traders, step: this.#step, prices: this.#prices.progress, cleared };
  }

  *opening(): Iterable<Command[]> {
    const nextDraws = () => this.#nextDraws();
    yield feedAll(this.#options.state, this.#prices);
    yield* this.#pairs.opening(nextDraws);
    yield* this.#contracts.opening(nextDraws);
  }

  next(): Command[] {
    const step = this.#step;
    const round = Math.trunc(step / ROUND_STEPS);
    const draws = this.#nextDraws();
    this.#prices.go(draws, step);
    switch (step % ROUND_STEPS) {
      case 0:
        return this.#quotesOfBitcoin(round, draws);
      case 1:
        return this.#tradesBeside(BTC, draws);
      case 2:
        return this.#quotesOfEther(round, draws);
      case 3:
        return this.#tradesBeside(ETH, draws);
      default:
        return this.#trades(draws);
    }
  }

  #quotesOfBitcoin(round: number, draws: Draws): Command[] {
    const contract = CONTRACT_PLANS[round % 2 === 0 ? 0 : 1];
    return [
      ...this.#pairs.quote(BTC, "near", draws),
      ...this.#contracts.quote(contract, "near", draws),
    ];
  }

  #quotesOfEther(round: number, draws: Draws): Command[] {
    return [
      ...feedOne(this.#options.state, this.#prices, round),
      ...this.#pairs.quote(round % 2 === 0 ? ETH : ETHBTC, "near", draws),
      ...this.#farQuotes(round, draws),
    ];
  }

  #tradesBeside(plan: PairPlan, draws: Draws): Command[] {
    return [
      ...this.#pairs.tradeBeside(plan, draws),
      ...this.#contracts.tradeBeside(plan.name, draws),
    ];
  }

  #farQuotes(round: number, draws: Draws): Command[] {
    const turn = round % (PAIR_PLANS.length + CONTRACT_PLANS.length);
    const pair = PAIR_PLANS[turn];
    if (pair) return this.#pairs.quote(pair, "far", draws);
    const contract = CONTRACT_PLANS[turn - PAIR_PLANS.length] ?? CONTRACT_PLANS[0];
    return this.#contracts.quote(contract, "far", draws);
  }

  #trades(draws: Draws): Command[] {
    const { state, traders } = this.#options;
    const deposit = topUp(state, traders);
    return [
      ...(deposit ? [deposit] : this.#pairs.trade(draws)),
      ...this.#contracts.trade(draws),
      ...this.#pairs.tradeBeside(ETHBTC, draws),
    ];
  }

  #nextDraws(): Draws {
    return new Draws(this.#options.seed, this.#step++);
  }
}
