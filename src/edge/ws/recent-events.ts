/**
 * The newest events that users and the tapes of markets are told of, whoever listens: so that a client that was told by
 * another process goes on here, also in a channel that nobody had opened. An event is a value and is kept as it came; rows are
 * written when one is asked for. Beside each stand the numbers by which it is found, so that a look through all of them
 * reads no event that is not wanted. Rules STREAM-RESUME-5, STREAM-RESUME-6.
 */
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { UserId } from "../../core/engine/users/users.ts";
import type { MarketKey } from "./feed.ts";
import type { PrivateEvent } from "./private-event.ts";
import { compareSeq, placeOf, type Seq } from "./seq.ts";
import { RECENT_EVENTS_MAX } from "./socket/limits.ts";

/** SANDBOX-PAST-3: the market got another past; its candles are not kept here. */
const IMPORTED = { type: "CandlesImported" } as const;
export type RecentEvent = PrivateEvent | typeof IMPORTED;

export interface KeptEvent {
  readonly event: RecentEvent;
  readonly seq: Seq;
}

/** Those that were looked for, oldest first, and how many were looked at. */
export interface FoundEvents {
  readonly found: readonly KeptEvent[];
  readonly looked: number;
}

/** No user and no market has it. */
const NONE = 0;

export class RecentEvents {
  readonly #countMax: number;
  /** Columns of a ring once it is full: the oldest stands at `#oldest`. */
  readonly #events: RecentEvent[] = [];
  readonly #positions: number[] = [];
  readonly #counters: number[] = [];
  readonly #users: number[] = [];
  readonly #otherUsers: number[] = [];
  /** Those of contracts below zero. */
  readonly #markets: number[] = [];
  #oldest = 0;
  /** Where the newest stands. */
  #at = 0;
  /** The last that is not kept: what a client has to have. */
  #beforePosition: number;
  #beforeCounter: number;

  /**
   * `position` is where the process begins: it has heard nothing of the commands up to there. Where nobody was told by
   * another process, `countMax` is 0, and an event costs nothing.
   */
  constructor(position: number, countMax = RECENT_EVENTS_MAX) {
    const before = placeOf({ position, counter: 0 });
    this.#beforePosition = before.position;
    this.#beforeCounter = before.counter;
    this.#countMax = countMax;
  }

  get count(): number {
    return this.#events.length;
  }

  add(event: ExchangeEvent, seq: Seq): void {
    if (this.#countMax === 0) {
      this.#beforePosition = seq.position;
      this.#beforeCounter = seq.counter;
      return;
    }
    switch (event.type) {
      case "Traded":
        this.#push(event, seq, event.pair);
        this.#of(event.makerUser, event.takerUser);
        break;
      case "ContractTraded":
        this.#push(event, seq, -event.contract);
        this.#of(event.makerUser, event.takerUser);
        break;
      case "CandlesImported":
        this.#push(IMPORTED, seq, event.sort === "pair" ? event.market : -event.market);
        this.#of(NONE, NONE);
        break;
      case "OrderRested":
      case "OrderEnded":
      case "OrderListOpened":
      case "OrderListEnded":
      case "ForceClosed":
      case "FuturesLiquidated":
      case "DeficitCovered":
      case "MarginCalled":
      case "LiquidationBegan":
      case "LiquidationOver":
      case "Insured":
      case "LossCovered":
        this.#push(event, seq, NONE);
        this.#of(event.user, NONE);
        break;
    }
  }

  /** STREAM-RESUME-6: beyond the largest number the oldest is forgotten. */
  #push(event: RecentEvent, { position, counter }: Seq, market: number): void {
    this.#at = this.#events.length < this.#countMax ? this.#events.length : this.#dropOldest();
    this.#events[this.#at] = event;
    this.#positions[this.#at] = position;
    this.#counters[this.#at] = counter;
    this.#markets[this.#at] = market;
  }

  #dropOldest(): number {
    const at = this.#oldest;
    this.#beforePosition = this.#positions[at] as number;
    this.#beforeCounter = this.#counters[at] as number;
    this.#oldest = (at + 1) % this.#countMax;
    return at;
  }

  #of(user: UserId, other: UserId): void {
    this.#users[this.#at] = user;
    this.#otherUsers[this.#at] = other;
  }

  /** What happened to a user after a place in the log; undefined when not all of it is kept. */
  ofUser(user: UserId, after: Seq): FoundEvents | undefined {
    const [users, others] = [this.#users, this.#otherUsers];
    return this.#find(after, (at) => users[at] === user || others[at] === user);
  }

  /** The trades of a market, and the imports of its past. */
  ofMarket({ kind, id }: MarketKey, after: Seq): FoundEvents | undefined {
    const [market, markets] = [kind === "pair" ? id : -id, this.#markets];
    return this.#find(after, (at) => markets[at] === market);
  }

  #find(after: Seq, isWanted: (at: number) => boolean): FoundEvents | undefined {
    const place = placeOf(after);
    const before = { position: this.#beforePosition, counter: this.#beforeCounter };
    if (compareSeq(place, before) < 0) return undefined;
    const { length } = this.#events;
    const first = this.#firstAfter(place);
    const found: KeptEvent[] = [];
    for (let nth = first; nth < length; nth++) {
      const at = this.#atOf(nth);
      if (!isWanted(at)) continue;
      found.push({ event: this.#events[at] as RecentEvent, seq: this.#seqAt(at) });
    }
    return { found, looked: length - first };
  }

  /** Where the nth of them stands; to divide would be most of the work of a look through all. */
  #atOf(nth: number): number {
    const at = this.#oldest + nth;
    return at < this.#events.length ? at : at - this.#events.length;
  }

  #seqAt(at: number): Seq {
    return { position: this.#positions[at] as number, counter: this.#counters[at] as number };
  }

  /** They stand in the order of the log, so that half of what is left can be passed over. */
  #firstAfter(place: Seq): number {
    const { length } = this.#events;
    let [low, high] = [0, length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareSeq(this.#seqAt(this.#atOf(middle)), place) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
