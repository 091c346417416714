/**
 * Everything the referee keeps of its own, from events and the rules of the catalogue: accounts, debts, index prices, pairs
 * and levels; and what a margin account is worth by it. Values are in 10^-48 USDT, so that
 * nothing is rounded (MARG-LEVEL-1).
 */
import { present } from "../../../src/core/base/assert.ts";
import type { Asset, Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import {
  type LoanTerms,
  MARGIN_DEFAULTS,
  type MarginRules,
} from "../../../src/core/engine/catalogue/lending.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { Accounts } from "./accounts.ts";
import { Debts, PARTS } from "./debts.ts";
import { IndexWatch } from "./index-watch.ts";

/** A USDT. */
export const USDT_ONE: bigint = 10n ** 48n;
const LEVEL_ONE = 100_000_000n;

export interface Worth {
  readonly assets: bigint;
  readonly debt: bigint;
}

export class Books {
  /** Of the engine the catalogue and the version of the rules, and nothing that they decide. */
  private readonly given: Pick<ExchangeState, "catalogue" | "rules">;
  readonly accounts = new Accounts();
  readonly debts = new Debts();
  readonly index = new IndexWatch();
  readonly pairs = new Map<number, Pair>();
  private readonly optedIn = new Set<number>();
  readonly assets: Asset[] = [];
  private readonly names: string[] = [];
  rules: MarginRules = MARGIN_DEFAULTS;
  timeMs = 0;
  /** Whether the command has done anything: what did not change need not be worked out again. */
  hasChanged = false;
  /** The hour that the command has ticked; 0 if none. */
  tickedMs = 0;

  constructor(state: ExchangeState) {
    this.given = state;
  }

  /** Takes an event that changes what is kept here; trades come with their fees apart. */
  see(event: ExchangeEvent): void {
    if (event.type === "Moved") this.accounts.move(event);
    else if (event.type === "Transferred") this.accounts.transfer(event);
    else if (event.type === "Borrowed") this.accounts.borrow(event);
    else if (event.type === "Repaid") this.accounts.repay(event);
    else if (event.type === "Insured") this.accounts.insure(event);
    else if (event.type === "LossCovered") this.accounts.cover(event);
    else if (event.type === "AssetAdded") this.assets.push(event);
    else if (event.type === "PairChanged") this.readPair(event.id);
    else if (event.type === "MarginRulesChanged") this.rules = event;
    else if (event.type === "LoanTermsChanged") this.setTerms(event);
    else if (event.type === "UserChanged") this.names[event.id - 1] = event.name;
    if (event.type === "Borrowed") this.debts.borrow(event);
    else if (event.type === "Repaid") this.debts.repay(event);
    else if (event.type === "LossCovered") this.debts.forgive(event);
  }

  /** The rules of a pair are given: the catalogue has them. */
  private readPair(id: number): void {
    this.pairs.set(id, present(this.given.catalogue.pairs[id - 1], `pair ${id}`));
  }

  private setTerms(terms: LoanTerms): void {
    const { asset, tradesMoveMax } = terms;
    this.debts.setTerms(terms);
    if (tradesMoveMax === undefined) this.optedIn.delete(asset);
    else this.optedIn.add(asset);
    if (this.index.bound(asset, tradesMoveMax ?? 0, this.given.rules)) this.hasChanged = true;
  }

  /** MARG-INDEX-1, under the rules that brought it. */
  carriesLoans(asset: number): boolean {
    const isUsdt = this.assets[asset - 1]?.name === "USDT";
    return isUsdt || this.index.hasSource(asset) || this.optedIn.has(asset);
  }

  /** A trade: of `BTCUSDT` it is a price of BTC. */
  seePrice({ name, base, quote, pricePrecision }: Pair, ticks: number): void {
    const isInUsdt = this.assets[quote - 1]?.name === "USDT";
    if (!isInUsdt || name !== `${this.assets[base - 1]?.name}USDT`) return;
    this.index.trade(base, BigInt(ticks) * 10n ** BigInt(18 - pricePrecision));
  }

  nameOf(user: number): string {
    return this.names[user - 1] ?? "";
  }

  pairOf(id: number): Pair {
    return present(this.pairs.get(id), `pair ${id}`);
  }

  priceOf(asset: number): bigint {
    return this.index.priceOf(asset, this.assets[asset - 1]?.name ?? "");
  }

  valueOf(asset: number, units: bigint): bigint {
    const { scale } = present(this.assets[asset - 1], `asset ${asset}`);
    return units * PARTS * 10n ** BigInt(18 - scale) * this.priceOf(asset);
  }

  heldOf(user: number, asset: number): bigint {
    return this.accounts.totalOf("margin", user, asset);
  }

  worthOf(user: number, isCounted: (asset: number) => boolean = () => true): Worth {
    let assets = 0n;
    let debt = 0n;
    for (const { id } of this.assets) {
      const held = isCounted(id) ? this.heldOf(user, id) : 0n;
      if (held !== 0n) assets += this.valueOf(id, held);
    }
    for (const { asset, principal, interest } of this.debts.of(user)) {
      debt += (this.valueOf(asset, 1n) / PARTS) * (principal * PARTS + interest);
    }
    return { assets, debt };
  }

  /** MARG-LEVEL-2: why nothing may be decided about an account. */
  unknownOf(user: number): "no price" | "stale" | undefined {
    const owed = this.debts.of(user);
    if (owed.some(({ asset }) => this.priceOf(asset) === 0n)) return "no price";
    const held = this.assets.filter(({ id }) => this.heldOf(user, id) > 0n).map(({ id }) => id);
    const used = [...held, ...owed.map(({ asset }) => asset)];
    const isStale = used.some((asset) => this.index.isStale(asset, this.timeMs));
    return isStale ? "stale" : undefined;
  }

  /** FUT-RISK-5: may nothing be decided by its index? One that follows trades is never stale. */
  isContractStale({ base, quote }: Contract): boolean {
    const at = this.assets.findIndex(({ name }) => name === quote) + 1;
    const used = at > 0 ? [base, at] : [base];
    if (used.some((asset) => this.priceOf(asset) === 0n)) return false;
    return used.some((asset) => this.index.isStale(asset, this.timeMs));
  }

  compare(state: ExchangeState): void {
    this.accounts.compare(state);
    this.debts.compare(state);
    this.index.compare(state, this.timeMs);
  }
}

export function isAtMost({ assets, debt }: Worth, level: number): boolean {
  return debt > 0n && assets * LEVEL_ONE <= debt * BigInt(level);
}

/** What an order has locked for what it still has to trade. */
export function lockOf(
  pair: Pair,
  order: OrderDetails,
  remaining = order.lots - order.executed - (order.instructions?.prevented ?? 0),
): bigint {
  if (order.side === "sell") return BigInt(remaining) * pair.baseUnit;
  if (order.budget === 0n) return BigInt(order.ticks) * BigInt(remaining) * pair.quoteUnit;
  return (
    (order.budget - order.traded - (order.instructions?.preventedValue ?? 0n)) * pair.quoteUnit
  );
}

/** The asset an order pays with, and the one it receives. */
export function paidBy(pair: Pair, { side }: Pick<Order, "side">): number {
  return side === "buy" ? pair.quote : pair.base;
}

export function receivedBy(pair: Pair, { side }: Pick<Order, "side">): number {
  return side === "buy" ? pair.base : pair.quote;
}
