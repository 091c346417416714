/**
 * A desk with a perpetual contract: `desk.trade("alice", "open buy 100 @ 20000")`. Its contract is
 * E-BTC-USDT, linear, 0.001 BTC, one decimal, no fees, one tier; `options.contract` changes that.
 *
 * Words of an order: `open|close buy|sell QUANTITY`, then, where wanted and in this order,
 * `@ PRICE`, `ioc|fok|post_only`, `isolated|cross`, `when stop_loss|stop_gain|up|down PRICE`,
 * `as ID`, `on CONTRACT`. Without a price it is a market order. Without a mode it is isolated.
 */

import { present } from "../../src/core/base/assert.ts";
import {
  CONTRACT_DEFAULTS,
  type Contract,
  type ContractRules,
  impactNotionalOf,
} from "../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { availableOf } from "../../src/core/engine/futures/account.ts";
import { findContractAccount, positionOn } from "../../src/core/engine/futures/contract-account.ts";
import type { PlaceFuturesOrder } from "../../src/core/engine/futures/futures-commands.ts";
import type { ContractMarket, Position } from "../../src/core/engine/futures/futures-state.ts";
import { findBalance } from "../../src/core/engine/ledger/ledger.ts";
import { openStatusOf } from "../../src/core/engine/orders/order.ts";
import type { OrderEnded } from "../../src/core/engine/orders/order-events.ts";
import { formatSteps, formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import type { Balances, DeskOptions, EngineOutcome } from "./desk.ts";
import { MarginDesk } from "./margin-desk.ts";

export interface FuturesDeskOptions extends DeskOptions {
  readonly contract?: Partial<ContractRules>;
}

const FREE = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 };
const PLENTY = 10n ** 30n;
const TIERS = [{ valueMax: PLENTY, leverageMax: 100, maintenanceRate: 500_000 }];

/** What a desk's contract is unless told otherwise. */
export const DESK_CONTRACT = {
  ...CONTRACT_DEFAULTS,
  kind: "linear" as const,
  multiplier: 1n,
  multiplierDecimals: 3,
  pricePrecision: 1,
  limitVolumeMax: Number.MAX_SAFE_INTEGER,
  marketVolumeMax: Number.MAX_SAFE_INTEGER,
  marketMoneyMax: PLENTY,
  limitMoneyMax: PLENTY,
  fees: FREE,
  maxFeeRate: 0,
  tiers: TIERS,
  impactNotional: impactNotionalOf(TIERS),
};

const WORDS =
  /^(open|close) (buy|sell) (?:for )?(\S+)(?: @ (\S+))?(?: (ioc|fok|post_only))?(?: (isolated|cross))?(?: when (\w+) (\S+))?(?: as (\S+))?(?: on (\S+))?$/;

type Words = Pick<PlaceFuturesOrder, "action" | "side" | "timeInForce" | "mode" | "trigger">;

export class FuturesDesk extends MarginDesk {
  /** Without a value here: the constructor of a desk sends commands before one would be set. */
  private fates: Map<number, OrderEnded> | undefined;

  /** `balances` are of futures accounts; spot accounts are filled by `deposit`. */
  constructor(balances: Balances = {}, { contract, ...options }: FuturesDeskOptions = {}) {
    super({}, options);
    const assets = new Set(Object.values(balances).flatMap((balances) => Object.keys(balances)));
    for (const asset of assets) {
      if (!this.state.catalogue.assetsByName.has(asset)) {
        this.addAsset(asset, options.scales?.[asset] ?? 8);
      }
    }
    this.addContract({ ...contract });
    for (const [name, own] of Object.entries(balances)) {
      this.addUser(name);
      for (const [asset, amount] of Object.entries(own)) this.fund(name, `${amount} ${asset}`);
    }
  }

  addContract(rules: Partial<ContractRules> = {}): Contract {
    const name = rules.name ?? "E-BTC-USDT";
    const base = this.asset(name.split("-")[1] ?? "");
    this.must({ type: "AddContract", ...DESK_CONTRACT, base, request: 0, ...rules, name });
    return this.contract(name);
  }

  /** New rules for a contract that is traded already. */
  changeContract(rules: Partial<ContractRules>, on?: string): EngineOutcome {
    const { id, ...old } = this.contract(on);
    return this.send({ type: "ChangeContract", ...old, ...rules, contract: id, request: 0 });
  }

  contract(name?: string): Contract {
    const { contracts, contractsByName } = this.state.catalogue;
    return present(name === undefined ? contracts[0] : contractsByName.get(name), `${name}`);
  }

  market(name?: string): ContractMarket {
    return present(this.state.futures.markets[this.contract(name).id - 1], "the market");
  }

  /** Deposits money and brings it to futures. */
  fund(name: string, what: string): void {
    this.deposit(name, what);
    this.must({
      type: "Transfer",
      ...this.hand(name),
      from: "spot",
      to: "futures",
      ...this.units(what),
    });
  }

  hand(name: string) {
    return { user: this.user(name), key: this.key(name), request: 0 };
  }

  /** Fills FUT_INSURANCE. */
  insureFutures(what: string): void {
    const { asset, amount } = this.units(what);
    this.fill("futures_insurance", asset, amount);
  }

  trading(name: string, words: string): PlaceFuturesOrder {
    const match = present(WORDS.exec(words) ?? undefined, `an order in "${words}"`);
    const [, action, side, quantity = "", price, tif, mode, trigger, triggerPrice, id, on] = match;
    const said = {
      action,
      side,
      timeInForce: tif ?? "gtc",
      mode: mode ?? "isolated",
      trigger: trigger ?? "none",
    } as Words;
    return {
      type: "PlaceFuturesOrder",
      ...this.hand(name),
      contract: this.contract(on).id,
      ...said,
      kind: price === undefined ? "market" : "limit",
      quantity,
      price: price ?? "",
      triggerPrice: triggerPrice ?? "",
      clientId: id ?? "",
    };
  }

  /** An order that has to be accepted; its id. */
  trade(name: string, words: string): number {
    const answer = this.must(this.trading(name, words)) as { orderId: number };
    return answer.orderId;
  }

  refusedTrade(name: string, words: string): string {
    return this.refusalOf(this.trading(name, words));
  }

  /** The reason of a no, or "accepted". */
  told(name: string, words: string): string {
    const outcome = this.send(this.trading(name, words));
    return outcome.ok ? "accepted" : outcome.reason;
  }

  override send(written: Command): EngineOutcome {
    const outcome = super.send(written);
    this.fates ??= new Map();
    for (const event of this.events) {
      if (event.type === "OrderEnded") this.fates.set(event.id, event);
    }
    return outcome;
  }

  /** What became of a futures order: its state, and how much of it traded: `canceled 3/10`. */
  fate(id: number): string {
    const open = this.state.orders.byId.get(id);
    const order = present(open ?? this.fates?.get(id), `order ${id}`);
    const status = "status" in order ? order.status : openStatusOf(order);
    return `${status} ${order.executed}/${order.lots}`;
  }

  /** Why a futures order ended (SPOT-FIELD-4). */
  reasonOf(id: number): string | undefined {
    return present(this.fates?.get(id), `order ${id}`).reason;
  }

  /** The trades of the last command in contracts: `3 @ 20000`. */
  deals(): string[] {
    return this.events.flatMap((event) => {
      if (event.type !== "ContractTraded") return [];
      const { pricePrecision } = present(this.state.catalogue.contracts[event.contract - 1], "it");
      return [`${event.lots} @ ${formatSteps(event.ticks, pricePrecision)}`];
    });
  }

  cancelTrade(name: string, order: number, on?: string): EngineOutcome {
    const contract = this.contract(on).id;
    return this.send({
      type: "CancelFuturesOrder",
      ...this.hand(name),
      contract,
      order,
      clientId: "",
    });
  }

  lever(name: string, leverage: number, on?: string): EngineOutcome {
    const contract = this.contract(on).id;
    return this.send({ type: "SetLeverage", ...this.hand(name), contract, leverage });
  }

  /** The index of the base is set by the operator, and the next second ticks: the mark follows. */
  markAt(price: string, on?: string): void {
    const { baseName } = this.contract(on);
    this.must(this.indexing(baseName, price));
    this.second();
  }

  /** The next full second ticks. */
  second(count = 1): EngineOutcome {
    let outcome: EngineOutcome | undefined;
    for (let i = 0; i < count; i++) {
      this.timeMs = this.timeMs - (this.timeMs % 1000) + 1000;
      outcome = this.send({ type: "SecondTick", secondMs: this.timeMs });
    }
    return present(outcome, "a second");
  }

  position(name: string, side: "buy" | "sell", on?: string): Position | undefined {
    const contractAccount = findContractAccount(
      this.state.futures,
      this.user(name),
      this.contract(on).id,
    );
    return contractAccount && positionOn(contractAccount, side);
  }

  /** accountNormal/accountLock, in whole coins. */
  account(name: string, coin = "USDT"): string {
    const { ledger, catalogue } = this.state;
    const asset = this.asset(coin);
    const { scale } = present(catalogue.assets[asset - 1], coin);
    const wallet = findBalance(ledger, "futures", this.user(name), asset);
    return `${formatUnits(wallet?.free ?? 0n, scale)}/${formatUnits(wallet?.locked ?? 0n, scale)}`;
  }

  available(name: string, coin = "USDT"): string {
    const asset = this.asset(coin);
    const { scale } = present(this.state.catalogue.assets[asset - 1], coin);
    return formatUnits(availableOf(this.state, this.user(name), asset), scale);
  }

  /** What FUT_INSURANCE and FUT_BAD_DEBT hold. */
  futuresFunds(coin = "USDT"): { insurance: string; badDebt: string } {
    const asset = this.asset(coin);
    const { scale } = present(this.state.catalogue.assets[asset - 1], coin);
    const house = this.state.ledger.houses[asset - 1];
    return {
      insurance: formatUnits(house?.futuresInsurance ?? 0n, scale),
      badDebt: formatUnits(house?.futuresBadDebt ?? 0n, scale),
    };
  }

  money(amount: string, coin = "USDT"): bigint {
    const { scale } = present(this.state.catalogue.assets[this.asset(coin) - 1], coin);
    return present(unitsOf(amount, scale), amount);
  }
}
