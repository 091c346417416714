/**
 * What happens on the markets, for the channels that have listeners: folded from the events of the
 * sequencer, each with its place in the log. An event of a market without followers costs one look-up.
 */
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { ContractTraded } from "../../core/engine/futures/futures.ts";
import type { OrderDetails } from "../../core/engine/orders/order-events.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";
import { RecentEvents } from "./recent-events.ts";
import type { Seq } from "./seq.ts";

/** A pair or a contract, by its number. */
export interface MarketKey {
  readonly kind: "pair" | "contract";
  readonly id: number;
}

export type PublicTrade = Pick<
  Traded | ContractTraded,
  "id" | "ticks" | "lots" | "timeMs" | "takerSide"
>;

/** What a follower wants to hear of a market. */
export interface MarketFollower {
  bookMoved?(): void;
  traded?(trade: PublicTrade, seq: Seq): void;
  /** SANDBOX-PAST-3: all that is shown of it has another past. */
  imported?(seq: Seq): void;
  /** Its terms have changed: halted, resumed, delisted. */
  changed?(): void;
}

export class Feed {
  readonly #followers = new Map<number, Set<MarketFollower>>();
  /** The followers of every market. */
  readonly #ofAll = new Set<(market: MarketKey) => void>();
  readonly #ofSeconds = new Set<() => void>();
  readonly #position: () => number;
  #lastPosition = 0;
  #counter = 0;
  /** STREAM-RESUME-5 */
  readonly recent: RecentEvents;

  /** `position` is that of the command whose events come. */
  constructor(position: () => number, recentMax?: number) {
    this.#position = position;
    this.recent = new RecentEvents(position(), recentMax);
  }

  /** Until the returned function is called. */
  follow(market: MarketKey, follower: MarketFollower): () => void {
    const key = keyOf(market);
    const followers = this.#followers.get(key) ?? new Set();
    this.#followers.set(key, followers.add(follower));
    return () => {
      followers.delete(follower);
      if (followers.size === 0) this.#followers.delete(key);
    };
  }

  /** Calls `moved` with every market whose book or terms move. */
  followAll(moved: (market: MarketKey) => void): () => void {
    this.#ofAll.add(moved);
    return () => void this.#ofAll.delete(moved);
  }

  /** Calls back every second: some things change because time goes on. */
  followSeconds(ticked: () => void): () => void {
    this.#ofSeconds.add(ticked);
    return () => void this.#ofSeconds.delete(ticked);
  }

  second(): void {
    for (const ticked of this.#ofSeconds) ticked();
  }

  /** STREAM-SEQ-1: every event counts, so that the counter does not depend on who listens. */
  fold(event: ExchangeEvent): Seq {
    const seq = this.#next();
    this.recent.add(event, seq);
    if (event.type === "Traded") this.#traded({ kind: "pair", id: event.pair }, event, seq);
    else if (event.type === "ContractTraded")
      this.#traded({ kind: "contract", id: event.contract }, event, seq);
    else if (event.type === "OrderRested" || event.type === "OrderEnded")
      this.#bookMoved(marketOf(event));
    else if (event.type === "PairChanged") this.#changed({ kind: "pair", id: event.id });
    else if (event.type === "ContractChanged") this.#changed({ kind: "contract", id: event.id });
    else if (event.type === "CandlesImported")
      this.#imported({ kind: event.sort, id: event.market }, seq);
    return seq;
  }

  #next(): Seq {
    const position = this.#position();
    this.#counter = position === this.#lastPosition ? this.#counter + 1 : 1;
    this.#lastPosition = position;
    return { position, counter: this.#counter };
  }

  #traded(market: MarketKey, trade: PublicTrade, seq: Seq): void {
    for (const follower of this.#of(market)) follower.traded?.(trade, seq);
    this.#bookMoved(market);
  }

  #imported(market: MarketKey, seq: Seq): void {
    for (const follower of this.#of(market)) follower.imported?.(seq);
    this.#bookMoved(market);
  }

  #bookMoved(market: MarketKey): void {
    for (const follower of this.#of(market)) follower.bookMoved?.();
    for (const moved of this.#ofAll) moved(market);
  }

  #changed(market: MarketKey): void {
    for (const follower of this.#of(market)) follower.changed?.();
    for (const moved of this.#ofAll) moved(market);
  }

  #of(market: MarketKey): Iterable<MarketFollower> {
    return this.#followers.get(keyOf(market)) ?? NOBODY;
  }
}

const NOBODY: readonly MarketFollower[] = [];

function keyOf({ kind, id }: MarketKey): number {
  return kind === "pair" ? id : -id;
}

function marketOf({ area, market: pair }: OrderDetails): MarketKey {
  return { kind: area === "futures" ? "contract" : "pair", id: pair };
}
