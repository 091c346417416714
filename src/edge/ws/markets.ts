/** The markets that streams are about: pairs and contracts, as their channels need them. */
import { present } from "../../core/base/assert.ts";
import { findPair } from "../../core/engine/catalogue/catalogue.ts";
import { type Contract, findContract } from "../../core/engine/catalogue/contract.ts";
import type { RecentTrades } from "../../core/views/recent-trades.ts";
import type { Ticker } from "../../core/views/ticker.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import type { ListedMarket } from "../http/dialect/market.ts";
import type { MarketKey } from "./feed.ts";

export interface StreamMarket extends ListedMarket, MarketKey {
  readonly name: string;
  /** No orders are taken there now. */
  readonly isHalted: boolean;
  readonly trades: RecentTrades;
  readonly contract: Contract | undefined;
}

/** What only the dialects of the API know how to write. */
export interface MarketWords {
  /** The turnover of trades in the quote. */
  turnoverOf(market: StreamMarket, traded: TradedSum): string;
}

/** The lots of some trades, and the sum of their ticks × lots. */
export type TradedSum = Pick<Ticker, "lots" | "traded">;

export class Markets {
  readonly exchange: Exchange;
  readonly #words: MarketWords;

  constructor(exchange: Exchange, words: MarketWords) {
    this.exchange = exchange;
    this.#words = words;
  }

  /** A market that is listed, by its name in capital letters. */
  named(name: string): StreamMarket | undefined {
    const { pairsByName, contractsByName } = this.exchange.state.catalogue;
    const pair = pairsByName.get(name);
    if (pair) return this.find({ kind: "pair", id: pair.id });
    const contract = contractsByName.get(name);
    return contract && this.find({ kind: "contract", id: contract.id });
  }

  find({ kind, id }: MarketKey): StreamMarket | undefined {
    return kind === "pair" ? this.#pair(id) : this.#contract(id);
  }

  #pair(id: number): StreamMarket | undefined {
    const { state, views } = this.exchange;
    const pair = findPair(state.catalogue, id);
    if (!pair) return undefined;
    const { name, pricePrecision, quantityPrecision } = pair;
    const book = present(state.books[id - 1], "the book of a pair");
    const known = { kind: "pair", id, name, pricePrecision, quantityPrecision } as const;
    const isHalted = pair.status !== "trading";
    return { ...known, isHalted, book, views, trades: views.trades, contract: undefined };
  }

  /** Volume is whole contracts. */
  #contract(id: number): StreamMarket | undefined {
    const { state, views } = this.exchange;
    const contract = findContract(state.catalogue, id);
    if (!contract) return undefined;
    const { name, pricePrecision } = contract;
    const { book } = present(state.futures.markets[id - 1], "the market of a contract");
    const known = { kind: "contract", id, name, pricePrecision, quantityPrecision: 0 } as const;
    const isHalted = contract.status !== "trading";
    return {
      ...known,
      isHalted,
      book,
      views: views.contracts,
      trades: views.contracts.trades,
      contract,
    };
  }

  /** All listed markets, in the order they were listed. */
  all(): StreamMarket[] {
    const { pairs, contracts } = this.exchange.state.catalogue;
    const ofPairs = pairs.flatMap(({ id }) => this.#pair(id) ?? []);
    return [...ofPairs, ...contracts.flatMap(({ id }) => this.#contract(id) ?? [])];
  }

  turnoverOf(market: StreamMarket, traded: TradedSum): string {
    return this.#words.turnoverOf(market, traded);
  }
}
