/**
 * What the console knows of the exchange: every panel is handed a `ConsoleExchange` and reads its live
 * values, and none of them opens a connection of its own. The words of the records are those of the
 * API. Prices, quantities and money are decimal text here and everywhere in the console.
 */
import type {
  BourseClient,
  Contract,
  ContractRates,
  DepthData,
  IndexPrice,
  Interval,
  Kline,
  ListedSymbol,
  MyBalance,
  MyConfig,
  MyMarginData,
  MyOrder,
  MyPosition,
  MyTrade,
  NamedTicker,
  OrderArea,
  PublicTrade,
  Side,
  SymbolRates,
} from "../../../src/client/client.ts";
import type { PriceAlert } from "./account/price-alerts.ts";
import type { Live } from "./live.ts";

export { type Live, LiveValue } from "./live.ts";
export type { PublicTrade, Side };

export interface ShownMarket {
  /** What the API calls it: `BTCUSDT`, `E-BTC-USDT`. */
  readonly name: string;
  readonly kind: "pair" | "contract";
  readonly base: string;
  readonly quote: string;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly symbol?: ListedSymbol;
  readonly contract?: Contract;
}

export type ConnectionState = "connecting" | "open" | "reconnecting" | "closed";

export type ShownTicker = NamedTicker;
/** Best first on both sides. */
export type ShownBook = DepthData;
export type IndexPrices = IndexPrice;
export type AccountArea = OrderArea;
export type AccountOrder = MyOrder;
export type AccountTrade = MyTrade;
/** Of spot and margin an asset, of futures the account of a margin coin: `area` tells. */
export type AccountBalance = MyBalance;
export type AccountPosition = MyPosition;
export type MarginLevel = MyMarginData;
/** Leverage and margin mode at a contract. */
export type AccountConfig = MyConfig;

export interface OfferedKey {
  readonly user: string;
  readonly apiKey: string;
  readonly secret: string;
}
export type KeyEntry = Pick<OfferedKey, "apiKey" | "secret"> & { readonly user?: string };
export type ShownKey = Omit<KeyEntry, "secret">;

export interface FeedEntry {
  readonly id: number;
  readonly time: number;
  readonly kind: "fill" | "order" | "cancel" | "refusal" | "liquidation" | "connection" | "note";
  /** How it is shown; a screen reader says `bad` at once. */
  readonly tone?: "good" | "bad" | "plain";
  readonly text: string;
  /** What it is about, where a history may tell the same again. */
  readonly key?: string;
}
export type NewFeedEntry = Omit<FeedEntry, "id" | "time"> & { readonly time?: number };
/** What a history tells: its time and what it is about are known. */
export type PastEntry = Omit<FeedEntry, "id"> & { readonly key: string };

/** What the user must see: it stays until it is dismissed, also over a reload. */
export interface AccountAlert {
  readonly id: string;
  readonly time: number;
  readonly title: string;
  readonly lines: readonly string[];
}

/** What a click on the ladder or a key puts into the order entry; `count` tells two equal ones apart. */
export interface Draft {
  readonly side?: Side;
  readonly price?: string;
  readonly quantity?: string;
  readonly count?: number;
}

/** The fee rates of the user, by the name of the market; empty until they have been told. */
export interface AccountRates {
  readonly symbols: ReadonlyMap<string, SymbolRates>;
  readonly contracts: ReadonlyMap<string, ContractRates>;
}

/** The lists of an account that a stream tells whole before it tells what changes. */
export type AccountList = "orders" | "balances" | "positions";

export interface AccountStores {
  /** Those that have been told: an empty list that has not is not known to be empty. */
  readonly arrived: Live<ReadonlySet<AccountList>>;
  readonly orders: Live<readonly AccountOrder[]>;
  /** Orders as they were told last, those that have ended too: newest first, the newest 200. */
  readonly told: Live<readonly AccountOrder[]>;
  readonly trades: Live<readonly AccountTrade[]>;
  readonly balances: Live<readonly AccountBalance[]>;
  readonly positions: Live<readonly AccountPosition[]>;
  readonly margin: Live<MarginLevel | undefined>;
  /** Leverage and margin mode of every contract; empty until they have been told. */
  readonly configs: Live<readonly AccountConfig[]>;
  readonly rates: Live<AccountRates>;
}

/** Candles of one market and interval, for as long as a chart shows them. */
export interface CandleWatch {
  /** Oldest first; undefined until the first are there. */
  readonly candles: Live<readonly Kline[] | undefined>;
  /** Asks for those before the oldest; false when there are none, or no more are held. */
  loadEarlier(): Promise<boolean>;
  stop(): void;
}

export interface ConsoleExchange {
  /** Signs when a key is there. */
  readonly client: Live<BourseClient>;
  /** Sends what changes something: once, and never again when no answer came. */
  readonly sender: Live<BourseClient>;
  readonly status: Live<ConnectionState>;
  /** Of which moment the data is that is shown, by the clock of the browser; undefined while it is live. */
  readonly staleSince: Live<number | undefined>;
  readonly markets: Live<readonly ShownMarket[]>;
  /** False until the service has told which markets there are. */
  readonly areMarketsKnown: Live<boolean>;
  readonly tickers: Live<ReadonlyMap<string, ShownTicker>>;
  readonly selected: Live<ShownMarket | undefined>;
  select(name: string): void;
  /** These three are of the selected market; undefined or empty until its snapshot is there. */
  readonly book: Live<ShownBook | undefined>;
  readonly tape: Live<readonly PublicTrade[]>;
  readonly index: Live<IndexPrices | undefined>;
  watchCandles(name: string, interval: Interval): CandleWatch;
  readonly key: Live<ShownKey | undefined>;
  /** What a sandbox on this machine offers ready to use; empty anywhere else. */
  readonly offers: Live<readonly OfferedKey[]>;
  /** Keeps the key in this browser once the service has taken it; throws what the service said. */
  signIn(entry: KeyEntry): Promise<void>;
  signOut(): void;
  readonly account: AccountStores;
  /** Newest first, the newest 200. */
  readonly feed: Live<readonly FeedEntry[]>;
  note(entry: NewFeedEntry): void;
  /** Newest first, the newest 20. */
  readonly alerts: Live<readonly AccountAlert[]>;
  dismissAlert(id: string): void;
  readonly priceAlerts: {
    readonly entries: Live<readonly PriceAlert[]>;
    /** Why it is not taken; undefined when it is. */
    add(market: string, typed: string): string | undefined;
    remove(alert: PriceAlert): void;
  };
  readonly draft: Live<Draft>;
  offerDraft(draft: Draft): void;
}
