/**
 * The selected market as it happens: book, trades and, of a contract, index and mark. When another
 * market is selected everything of the last one is gone at once, so that no price of one can stand
 * beside the name of the other.
 */
import { followDepth } from "../../../../src/client/client.ts";
import type { Subscribes } from "../../../../src/client/stream/follow.ts";
import type { IndexPrices, PublicTrade, ShownBook, ShownMarket } from "../exchange.ts";
import { LiveValue } from "../live.ts";
import { addToTape } from "./tape.ts";

interface Ends {
  close(): void;
}

export class MarketWatch {
  readonly market = new LiveValue<ShownMarket | undefined>(undefined);
  readonly book = new LiveValue<ShownBook | undefined>(undefined);
  readonly tape = new LiveValue<readonly PublicTrade[]>([]);
  readonly index = new LiveValue<IndexPrices | undefined>(undefined);
  readonly #stream: Subscribes;
  readonly #onEnded: () => void;
  #subscriptions: readonly Ends[] = [];

  /** `onEnded` is told when the selected market is no more. */
  constructor(stream: Subscribes, onEnded: () => void) {
    this.#stream = stream;
    this.#onEnded = onEnded;
  }

  select(market: ShownMarket): void {
    if (market.name === this.market.value?.name) {
      this.market.set(market);
      return;
    }
    for (const subscription of this.#subscriptions) subscription.close();
    this.book.set(undefined);
    this.tape.set([]);
    this.index.set(undefined);
    this.market.set(market);
    this.#subscriptions = this.#subscribe(market);
  }

  #subscribe({ name, kind }: ShownMarket): readonly Ends[] {
    const subscriptions: Ends[] = [
      followDepth(this.#stream, name, (book) => this.book.set(book), { ended: this.#onEnded }),
      this.#stream.subscribe(`trades:${name}`, {
        snapshot: ({ trades }) => this.tape.set(addToTape([], trades)),
        update: ({ trades }) => this.tape.set(addToTape(this.tape.value, trades)),
      }),
    ];
    if (kind === "contract") {
      const take = (prices: IndexPrices) => this.index.set(prices);
      subscriptions.push(this.#stream.subscribe(`index:${name}`, { snapshot: take, update: take }));
    }
    return subscriptions;
  }
}
