/**
 * Counts what is worth knowing about futures, linear and inverse apart: which accounts were liquidated and how
 * far it went, which fund paid, which condition set off another, what a silent index or a halt delayed.
 */
import type { AssetId } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import { HOUR_MS } from "../../../src/core/engine/directory.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import { crossPositionsOf } from "../../../src/core/engine/futures/account.ts";
import type {
  ContractTraded,
  DeficitCovered,
  ForceClosed,
  FundingSettled,
  FuturesLiquidated,
} from "../../../src/core/engine/futures/futures.ts";
import type { ContractMarket, Position } from "../../../src/core/engine/futures/futures-state.ts";
import {
  crossSurplusOf,
  isIsolatedAtRisk,
} from "../../../src/core/engine/futures/liquidation/assess-risk.ts";
import { contractIndexOf } from "../../../src/core/engine/futures/prices/contract-index.ts";
import { isTriggered } from "../../../src/core/engine/futures/triggers.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { claim } from "./claim.ts";
import type { TradingOrders } from "./trading-orders.ts";

/** Fundings of one run that make a month, three a day. */
const MONTH = 90;

export class FuturesNews {
  private readonly state: ExchangeState;
  private readonly tally: Tally;
  private readonly trading: TradingOrders;
  private readonly last = new Map<number, number>();
  private fundings = 0;
  /** The last funding time, by contract. */
  private readonly fundedMs = new Map<number, number>();
  /** Of this command: contracts in which the engine sold at a loss, and in which it deleveraged. */
  private readonly lossy = new Set<number>();
  private readonly deleveraged = new Map<number, number>();
  /** Where each user's positions were closed by force. */
  private readonly closedIn = new Map<number, Set<number>>();
  /** The price before the first triggered order of this command traded. */
  private readonly before = new Map<number, number>();

  constructor(state: ExchangeState, tally: Tally, trading: TradingOrders) {
    this.state = state;
    this.tally = tally;
    this.trading = trading;
  }

  begin(): void {
    this.lossy.clear();
    this.deleveraged.clear();
    this.closedIn.clear();
    this.before.clear();
  }

  see(event: ExchangeEvent): void {
    if (event.type === "ContractTraded") this.seeTrade(event);
    else if (event.type === "ForceClosed") this.seeForced(event);
    else if (event.type === "FuturesLiquidated") this.seeLiquidation(event);
    else if (event.type === "DeficitCovered") this.seeDeficit(event);
    else if (event.type === "FundingSettled") this.seeFunding(event);
    else if (event.type === "PositionEnded") this.tally.count("position ended");
    else if (event.type === "OrderEnded" && event.area === "futures") {
      const { timeInForce, trigger } = event.futures ?? {};
      this.tally.count(`futures order ${timeInForce} ${event.status}`);
      if (trigger !== "none") this.tally.count(`condition order ${event.status}`);
    }
  }

  private contractOf(id: number): Contract | undefined {
    return this.state.catalogue.contracts[id - 1];
  }

  private count(what: string, contract: number): void {
    this.tally.count(`${what}: ${this.contractOf(contract)?.kind}`);
  }

  /** The engine sold something of this contract for less than it had cost. */
  seeLoss({ id }: Contract): void {
    this.lossy.add(id);
  }

  private seeTrade(trade: ContractTraded): void {
    const { contract, ticks } = trade;
    const taker = this.trading.takerOf(trade);
    this.count("contract trade", contract);
    const terms = taker.futures;
    if (terms && terms.trigger !== "none") {
      const before = this.before.get(contract);
      const price = before ?? this.last.get(contract) ?? 0;
      if (before === undefined) this.before.set(contract, price);
      else if (!isTriggered(taker, before)) this.count("condition that set off another", contract);
    }
    this.last.set(contract, ticks);
  }

  /** A tier was reduced by this trade. */
  seeReduction({ contract, takerUser }: ContractTraded): void {
    this.count("tier reduction", contract);
    this.noteClosed(takerUser, contract);
  }

  private noteClosed(user: number, contract: number): void {
    const closed = this.closedIn.get(user) ?? new Set();
    this.closedIn.set(user, closed.add(contract));
  }

  private seeForced({ reason, user, contract }: ForceClosed): void {
    this.count(reason, contract);
    if (reason !== "deleveraging") {
      this.noteClosed(user, contract);
      return;
    }
    const times = (this.deleveraged.get(contract) ?? 0) + 1;
    this.deleveraged.set(contract, times);
    if (times === 2) this.count("deleveraging of several", contract);
    if (times === 1 && this.lossy.has(contract)) this.count("fund exhausted", contract);
  }

  private seeLiquidation({ user, contract, end }: FuturesLiquidated): void {
    this.tally.count(`futures liquidation ${end}`);
    if (contract > 0) this.count("isolated liquidation", contract);
    else for (const id of this.closedIn.get(user) ?? []) this.count("cross liquidation", id);
  }

  /** Every contract of a coin is of one kind, or it says nothing. */
  private seeDeficit({ coin, insured, rest }: DeficitCovered): void {
    const kinds = new Set(this.contractsIn(coin).map(({ kind }) => kind));
    const [kind] = kinds.size === 1 ? kinds : ["either"];
    if (insured > 0n) this.tally.count(`deficit insured: ${kind}`);
    if (rest > 0n) this.tally.count(`bad debt: ${kind}`);
    if (rest > 0n && insured > 0n) this.tally.count(`fund exhausted: ${kind}`);
  }

  private contractsIn(coin: AssetId): Contract[] {
    return this.state.catalogue.contracts.filter(({ marginCoin }) => marginCoin === coin);
  }

  private seeFunding({ contract, rate, positions, dueMs, timeMs }: FundingSettled): void {
    const isNext = dueMs > (this.fundedMs.get(contract) ?? 0) && dueMs <= timeMs;
    claim(isNext, `FUT-FUND-9 a funding of contract ${contract} has a time of its own, in order`);
    // The crowd resumes contracts behind an hour that is due and has not ticked, as no sequencer would (CORE-TICK-1): that hour still comes.
    this.fundedMs.set(contract, Math.min(dueMs, this.state.hourMs + HOUR_MS - 1));
    if (rate === 0 || positions === 0) return;
    this.count(rate > 0 ? "longs pay funding" : "shorts pay funding", contract);
    this.fundings++;
    if (this.fundings === MONTH) this.tally.count("a month of funding");
  }

  finish(isAccepted: boolean): void {
    if (!isAccepted) return;
    for (const market of this.state.futures.markets) {
      const why = this.whyUndecided(market);
      if (why)
        for (const position of market.positions.all()) this.seeUndecided(market, position, why);
    }
  }

  private whyUndecided(market: ContractMarket): string | undefined {
    if (market.positions.size === 0 || market.mark === 0) return undefined;
    if (market.contract.status !== "trading") return "halt";
    return contractIndexOf(this.state, market, this.state.timeMs).isStale
      ? "stale index"
      : undefined;
  }

  private seeUndecided(market: ContractMarket, position: Position, why: string): void {
    const { user, asset, contractAccount } = position;
    const cross = crossPositionsOf(this.state, user, asset);
    const isAtRisk =
      contractAccount.mode === "isolated"
        ? isIsolatedAtRisk(position)
        : crossSurplusOf(this.state, user, asset, cross) <= 0n;
    if (isAtRisk) this.count(`${why} delays a liquidation`, market.contract.id);
  }
}
