/**
 * The channels of `/ws` by their names, and what each of them tells (docs/streams.md). Rows that the
 * REST API has, too, are those of the REST API; private ones say of which area they are.
 */
import type { ValueOf } from "../../../contract/field.ts";
import type { LIQUIDATION_EVENT, MY_LIQUIDATIONS } from "../../../contract/streams/liquidation.ts";
import type {
  MY_BALANCE,
  MY_BALANCES,
  MY_CONFIG,
  MY_CONFIGS,
  MY_ENTRY,
  MY_LEDGER,
  MY_LIST,
  MY_LISTS,
  MY_MARGIN,
  MY_ORDER,
  MY_ORDERS,
  MY_POSITION,
  MY_POSITIONS,
  MY_TRADE,
  MY_TRADES,
} from "../../../contract/streams/private-rows.ts";
import type {
  BOOK,
  CANDLES,
  DELISTED_TICKER,
  INDEX_PRICE,
  NAMED_TICKER,
  PUBLIC_TRADE,
  PUBLIC_TRADES,
} from "../../../contract/streams/public-rows.ts";
import type { Interval } from "../../api/market-words.ts";

/** What each channel tells, by its name; in a name `${string}` is a symbol or a contract. */
export interface Channels {
  readonly [depth: `depth:${string}`]: DepthData;
  readonly [trades: `trades:${string}`]: TradesData;
  readonly [ticker: `ticker:${string}`]: NamedTicker;
  readonly [kline: `kline:${string}:${Interval}`]: KlineData;
  readonly [index: `index:${string}`]: ValueOf<typeof INDEX_PRICE>;
  readonly tickers: TickersData;
  readonly "my.orders": MyOrdersData;
  readonly "my.lists": MyListsData;
  readonly "my.trades": MyTradesData;
  readonly "my.ledger": MyLedgerData;
  readonly "my.balances": MyBalancesData;
  readonly "my.positions": MyPositionsData;
  readonly "my.config": MyConfigData;
  readonly "my.margin": MyMarginData;
  readonly "my.liquidation": MyLiquidationData;
}

export type Channel = keyof Channels;
export type ChannelData<C extends Channel> = Channels[C];

/** Best first, 100 a side. In an update the levels that changed; quantity 0 is one that is gone. */
export type DepthData = ValueOf<typeof BOOK>;

/** Oldest first. */
export type TradesData = ValueOf<typeof PUBLIC_TRADES>;

/** `side` is the taker's. */
export type PublicTrade = ValueOf<typeof PUBLIC_TRADE>;

/** The ticker of a symbol or of a contract. Of a market that is delisted nothing else is told. */
export type NamedTicker = ValueOf<typeof NAMED_TICKER> &
  Partial<Pick<ValueOf<typeof DELISTED_TICKER>, "delisted">>;

export interface TickersData {
  readonly tickers: readonly NamedTicker[];
}

/** Oldest first. */
export type KlineData = ValueOf<typeof CANDLES>;

export type OrderArea = "spot" | "margin" | "futures";

/** An order as the order query of its area answers. */
export type MyOrder = ValueOf<typeof MY_ORDER>;

/** In a snapshot those that are open. */
export type MyOrdersData = ValueOf<typeof MY_ORDERS>;

/** An order list as allOrderLists shows it. */
export type MyList = ValueOf<typeof MY_LIST>;

/** In a snapshot those that are open. */
export type MyListsData = ValueOf<typeof MY_LISTS>;

export type MyTrade = ValueOf<typeof MY_TRADE>;
export type MyTradesData = ValueOf<typeof MY_TRADES>;

/** A change of a balance, as the ledger of its area shows it. */
export type MyEntry = ValueOf<typeof MY_ENTRY>;
export type MyLedgerData = ValueOf<typeof MY_LEDGER>;

export type MyBalance = ValueOf<typeof MY_BALANCE>;
export type MyBalancesData = ValueOf<typeof MY_BALANCES>;

/** Volume 0 is one that ended. */
export type MyPosition = ValueOf<typeof MY_POSITION>;
export type MyPositionsData = ValueOf<typeof MY_POSITIONS>;

/** A contract that was delisted says so, once. */
export type MyConfig = ValueOf<typeof MY_CONFIG>;
export type MyConfigData = ValueOf<typeof MY_CONFIGS>;

export type MyMarginData = ValueOf<typeof MY_MARGIN>;

/** What became of a margin account, or of futures, that had too little; told besides the trades. */
export type LiquidationEvent = ValueOf<typeof LIQUIDATION_EVENT>;
export type MyLiquidationData = ValueOf<typeof MY_LIQUIDATIONS>;

/** Private channels are for clients that have logged in. */
export function isPrivate(channel: string): boolean {
  return channel.startsWith("my.");
}

/** `depth` of `depth:BTCUSDT`. */
export function kindOf(channel: string): string {
  return channel.split(":", 1)[0] ?? channel;
}
