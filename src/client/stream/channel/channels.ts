/**
 * The channels of `/ws` by their names, and what each of them tells (docs/streams.md). Rows that the
 * REST API has, too, are those of the REST API; private ones say of which area they are.
 */
import type { CoinAccount, Position } from "../../api/futures-account-words.ts";
import type {
  ContractConfig,
  FuturesOrder,
  FuturesTrade,
  IndexPrice,
} from "../../api/futures-words.ts";
import type { Interval, Kline, Level, Ticker } from "../../api/market-words.ts";
import type {
  Balance,
  Decimal,
  MarginAccount,
  MarginBalance,
  Order,
  OwnTrade,
  Side,
} from "../../api/pair-words.ts";

/** What each channel tells, by its name; in a name `${string}` is a symbol or a contract. */
export interface Channels {
  readonly [depth: `depth:${string}`]: DepthData;
  readonly [trades: `trades:${string}`]: TradesData;
  readonly [ticker: `ticker:${string}`]: NamedTicker;
  readonly [kline: `kline:${string}:${Interval}`]: KlineData;
  readonly [index: `index:${string}`]: IndexPrice;
  readonly tickers: TickersData;
  readonly "my.orders": MyOrdersData;
  readonly "my.trades": MyTradesData;
  readonly "my.balances": MyBalancesData;
  readonly "my.positions": MyPositionsData;
  readonly "my.config": MyConfigData;
  readonly "my.margin": MyMarginData;
  readonly "my.liquidation": MyLiquidationData;
}

export type Channel = keyof Channels;
export type ChannelData<C extends Channel> = Channels[C];

/** Best first, 100 a side. In an update the levels that changed; quantity 0 is one that is gone. */
export interface DepthData {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** Oldest first. */
export interface TradesData {
  readonly trades: readonly PublicTrade[];
}

/** `side` is the taker's. */
export interface PublicTrade {
  readonly id: number;
  readonly price: Decimal;
  readonly qty: Decimal;
  readonly side: Side;
  readonly time: number;
}

/** The ticker of a symbol or of a contract. */
/** Of a market that is delisted nothing else is told. */
export interface NamedTicker extends Ticker {
  readonly name: string;
  readonly delisted?: boolean;
}

export interface TickersData {
  readonly tickers: readonly NamedTicker[];
}

/** Oldest first. */
export interface KlineData {
  readonly candles: readonly Kline[];
}

export type OrderArea = "spot" | "margin" | "futures";

/** An order as the order query of its area answers. */
export type MyOrder =
  | (Order & { readonly area: "spot" | "margin" })
  | (FuturesOrder & { readonly area: "futures" });

/** In a snapshot those that are open. */
export interface MyOrdersData {
  readonly orders: readonly MyOrder[];
}

export type MyTrade =
  | (OwnTrade & { readonly area: "spot" | "margin" })
  | (FuturesTrade & { readonly area: "futures" });

export interface MyTradesData {
  readonly trades: readonly MyTrade[];
}

export type MyBalance =
  | (Balance & { readonly area: "spot" })
  | (MarginBalance & { readonly area: "margin" })
  | (Omit<CoinAccount, "positionVos"> & { readonly area: "futures" });

export interface MyBalancesData {
  readonly balances: readonly MyBalance[];
}

/** Volume 0 is one that ended. */
export interface MyPosition extends Position {
  readonly contractName: string;
}

export interface MyPositionsData {
  readonly positions: readonly MyPosition[];
}

/** A contract that was delisted says so, once. */
export interface MyConfig extends ContractConfig {
  readonly delisted?: boolean;
}

export interface MyConfigData {
  readonly config: readonly MyConfig[];
}

export type MyMarginData = Pick<MarginAccount, "marginLevel" | "state">;

/** What became of a margin account, or of futures, that had too little; told besides the trades. */
export type LiquidationEvent = { readonly time: number } & (
  | ({ readonly area: "margin" } & MarginEvent)
  | ({ readonly area: "futures"; readonly marginCoin: string } & FuturesEvent)
);

type MarginEvent =
  | { readonly event: "MARGIN_CALLED" | "LIQUIDATION_BEGAN" }
  | { readonly event: "LIQUIDATION_OVER"; readonly end: "RECOVERED" | "REPAID" | "BAD_DEBT" }
  | { readonly event: "INSURED"; readonly asset: string; readonly amount: Decimal }
  | ({ readonly event: "LOSS_COVERED"; readonly asset: string } & Covered);

type FuturesEvent =
  | {
      readonly event: "FUTURES_LIQUIDATED";
      /** Left out for the cross account. */
      readonly contractName?: string;
      readonly end: "ORDERS_CANCELED" | "NETTED" | "REDUCED" | "TAKEN_OVER";
    }
  | ({ readonly event: "DEFICIT_COVERED" } & Covered)
  | {
      readonly event: "FORCE_CLOSED";
      readonly reason: "TAKEOVER" | "DELEVERAGING" | "NETTING";
      readonly contractName: string;
      readonly orderId: number;
      readonly tradeId: number;
      readonly side: Side;
      readonly volume: Decimal;
      readonly price: Decimal;
      readonly amount: Decimal;
    };

/** A loss, and the part of it that the insurance fund paid. */
interface Covered {
  readonly amount: Decimal;
  readonly insured: Decimal;
}

export interface MyLiquidationData {
  readonly events: readonly LiquidationEvent[];
}

/** Private channels are for clients that have logged in. */
export function isPrivate(channel: string): boolean {
  return channel.startsWith("my.");
}

/** `depth` of `depth:BTCUSDT`. */
export function kindOf(channel: string): string {
  return channel.split(":", 1)[0] ?? channel;
}
