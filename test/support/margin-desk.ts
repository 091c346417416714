/**
 * A desk at which people borrow: `desk.margin("alice", "buy 0.14 @ 20000")`. Its pair is margin
 * enabled and its assets are lent; prices are set with `desk.index("BTC", "20000")`.
 */

import { present } from "../../src/core/base/assert.ts";
import { HOUR_MS } from "../../src/core/engine/directory.ts";
import type { Fund } from "../../src/core/engine/ledger/house.ts";
import { findBalance } from "../../src/core/engine/ledger/ledger.ts";
import { findAccount, findDebt } from "../../src/core/engine/margin/account.ts";
import { interestOf } from "../../src/core/engine/margin/loans.ts";
import type { PlaceMarginOrder } from "../../src/core/engine/margin/margin.ts";
import {
  indexPriceOf,
  isIndexStale,
  OPERATOR,
  type SetIndex,
} from "../../src/core/engine/prices/index-prices.ts";
import { standingOf } from "../../src/core/engine/read/margin.ts";
import { formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import { type Balances, Desk, type DeskOptions, type EngineOutcome } from "./desk.ts";
import { newsOf } from "./margin-news.ts";

export interface MarginBalance {
  readonly free: string;
  readonly locked: string;
  readonly borrowed: string;
  readonly interest: string;
}

/** A user that has whatever is bought. */
const SELLER = "seller";

export class MarginDesk extends Desk {
  /** `balances` are of margin accounts; spot accounts are filled by `deposit`. */
  constructor(balances: Balances = {}, options: DeskOptions = {}) {
    super(balances, { ...options, rules: { isMarginEnabled: true, ...options.rules } });
    this.addUser(SELLER);
    for (const [name, own] of Object.entries(balances)) {
      for (const [asset, amount] of Object.entries(own)) this.moveIn(name, `${amount} ${asset}`);
    }
  }

  units(what: string): { asset: number; amount: bigint } {
    const [amount = "", name = ""] = what.split(" ");
    const asset = this.asset(name);
    const { scale } = present(this.state.catalogue.assets[asset - 1], name);
    return { asset, amount: present(unitsOf(amount, scale), what) };
  }

  /** Makes an asset borrowable: a pool, a rate of 10^-12 parts by the hour, a cap. */
  lend(what: string, rate = "0", cap = what): void {
    const { asset, amount } = this.units(what);
    this.terms(what.split(" ")[1] ?? "", rate, this.units(cap).amount);
    this.fill("loan_pool", asset, amount);
  }

  /** Loans may rest on an index that follows trades, unless told otherwise. */
  terms(name: string, rate: string, cap: bigint, move: number | "no trades" = 0): void {
    const hourlyRate = Number(present(unitsOf(rate, 12), rate));
    const tradesMoveMax = move === "no trades" ? undefined : move;
    const terms = { asset: this.asset(name), hourlyRate, cap, tradesMoveMax };
    this.must({ type: "SetLoanTerms", ...terms, request: 0 });
  }

  fill(fund: Fund, asset: number, amount: bigint): void {
    const id = `fund-${this.sent.length}`;
    this.must({ type: "FillFund", id, fund, asset, amount, request: 0 });
  }

  /** Fills MARGIN_INSURANCE. */
  insure(what: string): void {
    const { asset, amount } = this.units(what);
    this.fill("margin_insurance", asset, amount);
  }

  index(name: string, price: string, source: string = OPERATOR, weight = 1): EngineOutcome {
    return this.send({ ...this.indexing(name, price, source), weight });
  }

  indexing(name: string, price: string, source: string = OPERATOR): SetIndex {
    const units = present(unitsOf(price, 18), price);
    return {
      type: "SetIndex",
      asset: this.asset(name),
      source,
      weight: 1,
      price: units,
      request: 0,
    };
  }

  /** The index as it stands: `20000`, `20000 stale`, `0` when there is none. */
  indexShown(name: string): string {
    const asset = this.asset(name);
    const price = formatUnits(indexPriceOf(this.state, asset), 18);
    return isIndexStale(this.state, asset, this.timeMs) ? `${price} stale` : price;
  }

  withdrawIndex(name: string, source: string = OPERATOR): EngineOutcome {
    return this.send({ type: "WithdrawIndex", asset: this.asset(name), source, request: 0 });
  }

  placingMargin(name: string, words: string): PlaceMarginOrder {
    return { ...this.placing(name, words), type: "PlaceMarginOrder" };
  }

  margin(name: string, words: string): EngineOutcome {
    return this.send(this.placingMargin(name, words));
  }

  /** A margin order that has to be accepted; its id. */
  placeMargin(name: string, words: string): number {
    const { orderId } = this.must(this.placingMargin(name, words)) as { orderId: number };
    return orderId;
  }

  refusedMargin(name: string, words: string): string {
    return this.refusalOf(this.placingMargin(name, words));
  }

  cancelMargin(name: string, order: number, pair?: string): EngineOutcome {
    const { user, key } = this.who(name);
    const type = "CancelMarginOrder";
    return this.send({
      type,
      user,
      key,
      request: 0,
      pair: this.pair(pair).id,
      order,
      clientId: "",
    });
  }

  private who(name: string) {
    return { user: this.user(name), key: this.key(name), request: 0 };
  }

  moveIn(name: string, what: string): EngineOutcome {
    return this.send({
      type: "Transfer",
      ...this.who(name),
      from: "spot",
      to: "margin",
      ...this.units(what),
    });
  }

  moveOut(name: string, what: string): EngineOutcome {
    return this.send({
      type: "Transfer",
      ...this.who(name),
      from: "margin",
      to: "spot",
      ...this.units(what),
    });
  }

  /** `100 USDT`, or `0 USDT` for all. */
  repay(name: string, what: string): EngineOutcome {
    return this.send({ type: "Repay", ...this.who(name), ...this.units(what) });
  }

  /** Strikes the hours that are due; how many they were. */
  tick(): number {
    let count = 0;
    for (let hourMs = this.state.hourMs + HOUR_MS; hourMs <= this.timeMs; hourMs += HOUR_MS) {
      this.must({ type: "HourTick", hourMs });
      count++;
    }
    return count;
  }

  passHours(count: number): void {
    this.timeMs = Math.max(this.timeMs, this.state.hourMs + count * HOUR_MS);
    this.tick();
  }

  setFees(rate: string, pair?: string): void {
    const units = Number(present(unitsOf(rate, 8), rate));
    const rates = { makerRate: units, takerRate: units };
    this.must({ type: "SetFees", pair: this.pair(pair).id, ...rates, request: 0 });
  }

  /** Brings a user's margin account somewhere by a purchase of BTC on borrowed money, free of fee. */
  owe(name: string, { usdt, bought }: { usdt: string; bought: string }): void {
    const price = `${Number(usdt) / Number(bought)}`;
    this.index("BTC", price);
    this.deposit(SELLER, `${bought} BTC`);
    this.place(SELLER, `sell ${bought} @ ${price}`);
    this.placeMargin(name, `buy ${bought} @ ${price}`);
  }

  /** What a margin account has and owes of an asset. */
  balance(name: string, assetName: string): MarginBalance {
    const { ledger, margin, catalogue } = this.state;
    const asset = this.asset(assetName);
    const { scale } = present(catalogue.assets[asset - 1], assetName);
    const wallet = findBalance(ledger, "margin", this.user(name), asset);
    const debt = findDebt(findAccount(margin, this.user(name)), asset);
    return {
      free: formatUnits(wallet?.free ?? 0n, scale),
      locked: formatUnits(wallet?.locked ?? 0n, scale),
      borrowed: formatUnits(debt?.principal ?? 0n, scale),
      interest: formatUnits(debt ? interestOf(margin, debt) : 0n, scale + 12),
    };
  }

  /** What the last command did, in words; without what is not margin's. */
  news(): string[] {
    return newsOf(this.state, this.events);
  }

  standing(name: string): { level: string; state: string } {
    return standingOf(this.state, this.user(name));
  }

  house(assetName: string): Record<string, string> {
    const asset = this.asset(assetName);
    const { scale } = present(this.state.catalogue.assets[asset - 1], assetName);
    const accounts = Object.entries(this.state.ledger.houses[asset - 1] ?? {});
    return Object.fromEntries(accounts.map(([name, held]) => [name, formatUnits(held, scale)]));
  }
}
