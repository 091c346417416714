/**
 * Watches the money of futures by events alone: every trade, forced close, funding and settlement is
 * worked out again on stakes and accounts of its own, and everything is compared after each command:
 * each user's money and margins, costs, CLEARING, and through the accounts FEE, FUT_INSURANCE and
 * FUT_BAD_DEBT. The liquidation engine's holdings are kept too: they are empty when it is over.
 */
import { present } from "../../../src/core/base/assert.ts";
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import { crossEquityOf } from "../../../src/core/engine/futures/account.ts";
import { positionSideOf } from "../../../src/core/engine/futures/contract-account.ts";
import type {
  ContractTraded,
  DeficitCovered,
  ForceClosed,
  FundingSettled,
  PositionEnded,
} from "../../../src/core/engine/futures/futures.ts";
import type { OrderDetails, OrderEvent } from "../../../src/core/engine/orders/order-events.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { feeDue } from "./accounts.ts";
import type { Books } from "./books.ts";
import { claim } from "./claim.ts";
import { ContractOrders } from "./contract-orders.ts";
import { FuturesNews } from "./futures-news.ts";
import { Holdings } from "./holdings.ts";
import {
  closeStake,
  fundingOf,
  gainsByValue,
  profitOf,
  type Stake,
  Stakes,
  unrealizedAt,
  valueAt,
} from "./stakes.ts";
import type { TradingOrders } from "./trading-orders.ts";
import { Victims } from "./victims.ts";

const HOUR_MS = 3_600_000;

export class FuturesWatch {
  private readonly state: ExchangeState;
  private readonly books: Books;
  private readonly trading: TradingOrders;
  private readonly stakes = new Stakes();
  private readonly news: FuturesNews;
  private readonly orders: ContractOrders;
  private readonly victims: Victims;
  private readonly contracts = new Map<number, Contract>();
  private readonly clearing = new Map<number, bigint>();
  private readonly holdings = new Holdings();
  /** Profit records that were written, and stakes that ended, in this command. */
  private readonly records: PositionEnded[] = [];
  private readonly endings: Stake[] = [];
  private command: Command | undefined;
  /** The order that the command itself places has this id. */
  private placedId = 0;
  /** What the command does without an event of its own, done before what follows from it. */
  private silent: (() => void) | undefined;
  private settlements: Contract[] = [];

  constructor(state: ExchangeState, books: Books, tally: Tally, trading: TradingOrders) {
    this.state = state;
    this.books = books;
    this.trading = trading;
    this.news = new FuturesNews(state, tally, trading);
    this.orders = new ContractOrders(state);
    this.victims = new Victims(state, this.stakes);
  }

  begin(command: Command): void {
    this.command = command;
    this.placedId = this.state.orders.orderIdLast + 1;
    this.silent = command.type === "MovePositionMargin" ? this.marginMoved(command) : undefined;
    this.settlements = command.type === "HourTick" ? this.settledAt(command.hourMs) : [];
    this.news.begin();
  }

  /** FUT-PROFIT-1: contracts whose profits are settled at this hour. */
  private settledAt(hourMs: number): Contract[] {
    return [...this.contracts.values()].filter(({ settlementHours, status }) => {
      const isDue = settlementHours > 0 && hourMs % (settlementHours * HOUR_MS) === 0;
      return isDue && status === "trading";
    });
  }

  /** FUT-MARGIN-1 */
  private marginMoved({ position, amount }: Extract<Command, { type: "MovePositionMargin" }>) {
    const held = this.state.futures.positions.get(position);
    const stake =
      held && this.stakes.find(held.user, held.contractAccount.market.contract.id, held.side);
    return () => {
      present(stake, `the stake of position ${position}`).margin += amount;
    };
  }

  see(event: ExchangeEvent): void {
    if (event.type === "ContractChanged") this.readContract(event.id);
    if (event.type === "FundingSettled") this.fund(event);
    else if (event.type === "ContractTraded") this.trade(event);
    else if (event.type === "ForceClosed") this.force(event);
    else if (event.type === "DeficitCovered") this.cover(event);
    else if (event.type === "PositionEnded") this.records.push(event);
    else if (event.type === "OrderRested") this.orders.rest(event);
    else if (event.type === "OrderEnded") this.orders.end(event);
    this.news.see(event);
  }

  /** The rules of a contract are given: the catalogue has them. */
  private readContract(id: number): void {
    const contract = present(this.state.catalogue.contracts[id - 1], `contract ${id}`);
    this.contracts.set(id, contract);
  }

  inspect(): void {
    this.orders.inspect();
  }

  private catchUp(): void {
    this.silent?.();
    this.silent = undefined;
    for (const contract of this.settlements) this.settle(contract);
    this.settlements = [];
  }

  private contractOf(id: number): Contract {
    return present(this.contracts.get(id), `contract ${id}`);
  }

  private give(user: number, contract: Contract, amount: bigint): void {
    this.books.accounts.give("futures", user, contract.marginCoin, amount);
  }

  private addClearing(id: number, amount: bigint): void {
    this.clearing.set(id, (this.clearing.get(id) ?? 0n) + amount);
  }

  /** FUT-LOSS-1: the insurance as far as it reaches, then bad debt. */
  private cover({ user, coin, insured, rest }: DeficitCovered): void {
    const house = this.books.accounts.houseOf(coin);
    const amount = insured + rest;
    const due = amount < house.futuresInsurance ? amount : house.futuresInsurance;
    claim(amount > 0n && insured === due, `FUT-LOSS-1 insurance pays ${due} of ${amount}`);
    house.futuresInsurance -= insured;
    house.futuresBadDebt -= rest;
    this.books.accounts.give("futures", user, coin, amount);
  }

  private trade(trade: ContractTraded): void {
    this.catchUp();
    const { ticks, lots, value } = trade;
    const [maker, taker] = [this.trading.makerOf(trade), this.trading.takerOf(trade)];
    const contract = this.contractOf(trade.contract);
    const due = valueAt(contract, BigInt(lots), ticks);
    claim(value === due && ticks === maker.ticks, `FUT-VALUE-2 trade ${trade.id} is worth ${due}`);
    const isForced = this.isForced(taker);
    this.orders.trade(trade, { maker, taker }, isForced);
    if (isForced && taker.user > 0) this.news.seeReduction(trade);
    this.settleSide(contract, { order: maker, rate: maker.makerRate }, trade);
    if (taker.user === 0) this.unwind(contract, trade);
    else this.settleSide(contract, { order: taker, rate: takerRateOf(taker) }, trade);
    this.checkSolvent(contract, maker);
    if (!isForced) this.checkSolvent(contract, taker);
  }

  /** FUT-DEFICIT-1: no trade leaves a side in a deficit, by the mark. */
  private checkSolvent(contract: Contract, order: OrderDetails): void {
    const mark = this.markOf(contract);
    const { user } = order;
    const stake = this.stakes.find(user, contract.id, positionSideOf(order));
    if (mark === 0 || !stake) return;
    const left =
      stake.mode === "cross"
        ? crossEquityOf(this.state, user, contract.marginCoin)
        : stake.margin + unrealizedAt(contract, stake, mark);
    claim(left >= 0n, `FUT-DEFICIT-1 user ${user} has something left after order ${order.id}`);
  }

  private settleSide(
    contract: Contract,
    { order, rate }: { readonly order: OrderDetails; readonly rate: number },
    trade: ContractTraded,
  ): void {
    const { value } = trade;
    const isMaker = order.id === trade.makerOrder;
    const fee = isMaker ? trade.makerFee : trade.takerFee;
    const lots = BigInt(trade.lots);
    const side = positionSideOf(order);
    const found = this.stakes.find(order.user, contract.id, side);
    const terms = present(order.futures, "terms");
    const isReduction = !isMaker && this.isForced(order);
    this.checkFee(contract, { value, rate, fee, isMost: isReduction || terms.action === "open" });
    this.give(order.user, contract, -fee);
    const house = this.books.accounts.houseOf(contract.marginCoin);
    house[isReduction ? "futuresInsurance" : "fee"] += fee;
    if (terms.action === "close") {
      const stake = present(found, `what order ${order.id} closes`);
      const isPaid =
        stake.mode === "cross" || stake.margin + profitOf(contract, stake, { lots, value }) >= fee;
      const isFree = isReduction || this.markOf(contract) === 0;
      claim(isPaid || isFree, `FUT-DEFICIT-1 order ${order.id} closes at a loss that is paid`);
      this.close(contract, stake, { lots, value, fee, isReduction });
      return;
    }
    const stake = found ?? this.stakes.begin(order.user, contract.id, side, terms.mode);
    claim(stake.mode === terms.mode, `FUT-MODE-1 order ${order.id} is of its position's mode`);
    if (stake.mode === "isolated") stake.margin += value / BigInt(terms.leverage);
    stake.volume += lots;
    stake.cost += value;
    stake.openCost += value;
    stake.tradeFee -= fee;
  }

  /** A taker that no user placed and no price has triggered: the exchange closes a position. */
  isForced(order: OrderDetails): boolean {
    if (order.user === 0) return true;
    const isPlaced = this.command?.type === "PlaceFuturesOrder" && order.id === this.placedId;
    return !isPlaced && order.futures?.trigger === "none";
  }

  private checkFee(
    { marginCoin }: Contract,
    { value, rate, fee, isMost }: { value: bigint; rate: number; fee: bigint; isMost: boolean },
  ): void {
    const due = feeDue(value, rate, this.books.accounts.houseOf(marginCoin).fee);
    const isDue = fee === due || (isMost && fee >= 0n && fee < due);
    claim(isDue, `FUT-FEE-1 the fee on ${value} at ${rate} is ${due}, not ${fee}`);
  }

  private close(contract: Contract, stake: Stake, closing: Parameters<typeof closeStake>[2]): void {
    claim(closing.lots <= stake.volume, "FUT-CLOSE-2 nobody closes more than he holds");
    const profit = closeStake(contract, stake, closing);
    this.give(stake.user, contract, profit);
    this.addClearing(contract.id, -profit);
    if (stake.volume > 0n) return;
    this.stakes.end(stake);
    this.endings.push(stake);
  }

  /** FUT-LIQ-4, FUT-ADL-2, FUT-CROSS-2. */
  private force(forced: ForceClosed): void {
    this.catchUp();
    this.orders.force(forced);
    const { user, value, reason } = forced;
    const contract = this.contractOf(forced.contract);
    const side = forced.side === "buy" ? "sell" : "buy";
    const stake = present(this.stakes.find(user, contract.id, side), "what is closed by force");
    const lots = BigInt(forced.lots);
    if (reason === "takeover") this.takeOver(contract, stake, value);
    if (reason === "deleveraging") {
      this.victims.see(contract, stake);
      this.holdings.deleverage(contract, forced.side, { lots, value });
    }
    if (reason === "netting") {
      const atMark = valueAt(contract, lots, this.markOf(contract));
      claim(value === atMark, "FUT-CROSS-2 what is netted is worth what the mark says");
    }
    this.close(contract, stake, { lots, value, fee: 0n, isReduction: false });
  }

  private takeOver(contract: Contract, stake: Stake, value: bigint): void {
    const { side, volume } = stake;
    const profit = profitOf(contract, stake, { lots: volume, value });
    const isExact = stake.mode === "cross" || profit === -stake.margin;
    claim(isExact, `FUT-LIQ-4 user ${stake.user} loses the margin of the position, no more`);
    this.victims.takeOver(contract, side);
    this.holdings.enter(contract, { side, volume, cost: value });
  }

  /** FUT-LIQ-5: the result is the insurance's, and a loss is made near the mark only. */
  private unwind(contract: Contract, { value, ticks, ...trade }: ContractTraded): void {
    const side = trade.takerSide === "buy" ? "sell" : "buy";
    const result = this.holdings.trade(contract, side, { lots: BigInt(trade.lots), value });
    const house = this.books.accounts.houseOf(contract.marginCoin);
    house.futuresInsurance += result;
    this.addClearing(contract.id, -result);
    claim(house.futuresInsurance >= 0n, "FUT-LIQ-5 the insurance pays what it has");
    if (result >= 0n) return;
    this.news.seeLoss(contract);
    const off = BigInt(Math.abs(ticks - this.markOf(contract))) * 100_000_000n;
    const isNear = off <= BigInt(this.markOf(contract)) * BigInt(contract.unwindRange);
    const isBetter = (side === "buy") === ticks > this.markOf(contract);
    claim(isNear || isBetter, "FUT-LIQ-5 the insurance pays near the mark only");
  }

  /** The mark stands still within a command. */
  private markOf({ id }: Contract): number {
    return present(this.state.futures.markets[id - 1], `market ${id}`).mark;
  }

  /** FUT-FUND-5, FUT-FUND-6. */
  private fund({ contract: id, rate, markTicks: ticks }: FundingSettled): void {
    this.silent?.();
    this.silent = undefined;
    const contract = this.contractOf(id);
    const size = BigInt(Math.abs(rate));
    const cap = BigInt(contract.tiers[0]?.maintenanceRate ?? 0);
    claim(size <= cap, `FUT-FUND-3 the rate is at most ${cap}`);
    let transit = 0n;
    for (const stake of this.stakes.all()) {
      if (stake.contract !== id) continue;
      const pays = (stake.side === "buy") === rate > 0;
      const amount = fundingOf(contract, stake, { rate: size, ticks, pays });
      transit += this.payFunding(contract, stake, pays ? amount : -amount);
    }
    claim(transit >= 0n, "FUT-FUND-6 what is left over is not below zero");
    this.books.accounts.houseOf(contract.marginCoin).futuresInsurance += transit;
    if (this.settlements.includes(contract)) this.settle(contract);
    this.settlements = this.settlements.filter((one) => one !== contract);
  }

  /** An isolated position pays what it has; what it lacked was told of before. */
  private payFunding(contract: Contract, stake: Stake, amount: bigint): bigint {
    const isIsolated = stake.mode === "isolated";
    const lacking = isIsolated && amount > stake.margin ? amount - stake.margin : 0n;
    this.give(stake.user, contract, -amount);
    if (isIsolated) stake.margin += lacking - amount;
    stake.fundingReceived -= amount - lacking;
    return amount;
  }

  /** FUT-PROFIT-1 */
  private settle(contract: Contract): void {
    const mark = this.markOf(contract);
    const isKnown = mark > 0 && !this.books.isContractStale(contract);
    if (!isKnown) return;
    for (const stake of this.stakes.all()) {
      if (stake.contract !== contract.id) continue;
      const profit = unrealizedAt(contract, stake, mark);
      this.give(stake.user, contract, profit);
      this.addClearing(contract.id, -profit);
      stake.cost += gainsByValue(contract, stake.side) ? profit : -profit;
      stake.settleProfit += profit;
      if (stake.mode === "isolated") stake.margin += profit;
    }
  }

  finish(isAccepted: boolean): void {
    if (isAccepted) this.catchUp();
    this.checkRecords();
    this.holdings.finish();
    if (isAccepted) this.compare();
    this.news.finish(isAccepted);
  }

  /** I-14 of positions that ended: the record says what the trades added up to. */
  private checkRecords(): void {
    for (const stake of this.endings) {
      const { user, contract, side } = stake;
      const at = this.records.findIndex(
        (one) => one.user === user && one.contract === contract && one.side === side,
      );
      const [record] = at < 0 ? [] : this.records.splice(at, 1);
      const ours = sumsText(stake);
      const theirs = record && sumsText(record);
      claim(ours === theirs, `FUT-FIELD-3 the profit record is ${ours}, not ${theirs}`);
    }
    this.endings.length = 0;
    claim(this.records.length === 0, "FUT-POS-2 a profit record is of a position that ended");
  }

  private compare(): void {
    const { ledger, futures } = this.state;
    const coinOf = (id: number) => this.contractOf(id).marginCoin;
    let count = 0;
    for (const position of futures.positions.all()) {
      const { user, side, volume, cost, openCost, margin, contractAccount } = position;
      const stake = this.stakes.find(user, contractAccount.market.contract.id, side);
      const ours = `${stake?.volume} ${stake?.cost} ${stake?.openCost} ${stake?.margin}`;
      const theirs = `${volume} ${cost} ${openCost} ${margin}`;
      claim(ours === theirs, `FUT-SETTLE-1 position ${position.id} is ${ours}, not ${theirs}`);
      count++;
    }
    claim(count === [...this.stakes.all()].length, "FUT-POS-2 every stake is a position");
    for (const { id } of this.contracts.values()) {
      const [ours, theirs] = [this.clearing.get(id) ?? 0n, ledger.clearing[id - 1] ?? 0n];
      claim(ours === theirs, `I-11 clearing of contract ${id} is ${ours}, not ${theirs}`);
    }
    this.books.accounts.compareArea("futures", ledger, (user, asset) =>
      this.stakes.marginOf(user, coinOf, asset),
    );
  }
}

function sumsText(sums: {
  readonly closeVolume: bigint;
  readonly closeProfit: bigint;
  readonly settleProfit: bigint;
  readonly tradeFee: bigint;
  readonly fundingReceived: bigint;
}): string {
  const { closeVolume, closeProfit, settleProfit, tradeFee, fundingReceived } = sums;
  return [closeVolume, closeProfit, settleProfit, tradeFee, fundingReceived].join(" ");
}

/** FUT-FEE-1: the rate of an order that takes, as it was at its creation. */
function takerRateOf({ id, futures }: OrderEvent): number {
  const { action, openTakerRate, closeTakerRate } = present(futures, `terms of order ${id}`);
  return action === "open" ? openTakerRate : closeTakerRate;
}
