/**
 * Watches a run from outside, by its events alone, with books and accounts of its own: what was asked comes
 * first, then what follows from it. Orders on pairs are watched by pair-orders.ts, what is special
 * about margin by margin-watch.ts, futures by futures-watch.ts.
 */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import type { IndexEvent } from "../../../src/core/engine/prices/index-prices.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { Books } from "./books.ts";
import type { CancelWatch } from "./cancel-watch.ts";
import { claim } from "./claim.ts";
import { FuturesWatch } from "./futures-watch.ts";
import type { MarginWatch } from "./margin-watch.ts";
import { PairOrders } from "./pair-orders.ts";
import { TradingOrders, takingSide } from "./trading-orders.ts";

/** Events that no command asks for. */
const CONSEQUENCES: ReadonlySet<ExchangeEvent["type"]> = new Set([
  "MarginCalled",
  "LiquidationBegan",
  "LiquidationOver",
  "Insured",
  "LossCovered",
]);

const FUTURES_EVENTS: ReadonlySet<ExchangeEvent["type"]> = new Set([
  "ContractChanged",
  "ContractTraded",
  "ForceClosed",
  "PositionEnded",
  "FuturesLiquidated",
  "DeficitCovered",
  "FundingSettled",
]);

export class Referee {
  private readonly state: ExchangeState;
  private readonly trading: TradingOrders;
  private readonly books: Books;
  private readonly orders: PairOrders;
  readonly cancels: CancelWatch;
  private readonly margin: MarginWatch;
  private readonly futures: FuturesWatch;
  private command: Command | undefined;
  private hourBeforeMs = 0;
  eventCount = 0;

  constructor(state: ExchangeState, tally: Tally) {
    this.state = state;
    this.books = new Books(state);
    this.trading = new TradingOrders(state);
    const { books, trading } = this;
    this.orders = new PairOrders({ state, books, tally, trading });
    this.cancels = this.orders.cancels;
    this.margin = this.orders.margin;
    this.futures = new FuturesWatch(state, books, tally, trading);
  }

  /** A command begins; `coming` are the events of a twin that has carried it out. */
  begin(command: Command, timeMs: number, coming: readonly ExchangeEvent[]): void {
    this.command = command;
    this.trading.begin(coming);
    this.hourBeforeMs = this.state.hourMs;
    this.eventCount = 0;
    this.books.timeMs = timeMs;
    this.books.hasChanged = false;
    this.orders.begin(command);
    this.futures.begin(command);
  }

  /** Takes an event at the moment it happens. */
  push(event: ExchangeEvent): void {
    this.eventCount++;
    this.orders.count();
    this.books.hasChanged = true;
    if (this.isConsequence(event)) this.seeConsequences();
    if (event.type === "IndexChanged") this.seeIndex(event);
    this.margin.see(event);
    this.books.see(event);
    if (isOfFutures(event)) {
      this.futures.see(event);
      return;
    }
    if (event.type === "Traded") this.orders.trade(event);
    else if (event.type === "MatchPrevented") this.orders.prevent(event);
    else if (event.type === "OrderRested") this.orders.rest(event);
    else if (event.type === "OrderEnded") this.orders.end(event);
    else if (event.type === "OrderListOpened") this.orders.openList(event);
    else if (event.type === "OrderListEnded") this.orders.lists.close(event);
    else if (event.type === "Borrowed") this.margin.checkLoan(event, this.state.rules);
    else if (event.type === "PairChanged") this.orders.list(event);
  }

  /** Is it something that no command asked for? */
  private isConsequence(event: ExchangeEvent): boolean {
    if (this.command?.type === "HourTick") return true;
    if (event.type === "Traded") return this.margin.isForced(takingSide(event));
    if (event.type === "Repaid") return this.margin.liquidations.has(event.user);
    return CONSEQUENCES.has(event.type);
  }

  /** What was asked is done, and what follows from it begins: prices, hours, then risk. */
  private seeConsequences(): void {
    if (this.orders.isFollowing) return;
    this.orders.follow();
    const isMoved = this.books.index.follow();
    const hasTicked = this.command?.type === "HourTick" && this.state.hourMs !== this.hourBeforeMs;
    this.books.tickedMs = hasTicked ? this.state.hourMs : 0;
    if (hasTicked) this.books.debts.tick();
    if (hasTicked) this.books.index.tick();
    this.books.hasChanged ||= isMoved || hasTicked;
  }

  private seeIndex({ asset, price, timeMs }: IndexEvent): void {
    const { command } = this;
    const { index } = this.books;
    if (command?.type === "SetIndex") index.speak(command, timeMs);
    if (command?.type === "WithdrawIndex") index.withdraw(command, timeMs);
    claim(this.books.priceOf(asset) === price, `PRICE-INDEX-2 the index of ${asset} is as told`);
  }

  /** A command is over. One that was refused has set nothing off (CORE-SEQ-2). */
  finish(isAccepted: boolean): void {
    if (isAccepted) this.seeConsequences();
    this.orders.finish(isAccepted);
    this.futures.finish(isAccepted);
    // What nothing was folded into by a reject is as it was compared before.
    if (isAccepted) this.books.compare(this.state);
    this.margin.finish(this.state, isAccepted);
  }

  /** SPOT-REPLY-1: what the commands up to now have made of an order. */
  statusOf(id: number): string | undefined {
    return this.orders.statusOf(id);
  }

  /** Now and then: the whole books. */
  inspect(): void {
    this.futures.inspect();
    this.orders.inspect();
  }
}

/** Its own events, and those about an order of it. */
function isOfFutures(event: ExchangeEvent): boolean {
  if (event.type === "OrderRested" || event.type === "OrderEnded") {
    return event.area === "futures";
  }
  return FUTURES_EVENTS.has(event.type);
}
