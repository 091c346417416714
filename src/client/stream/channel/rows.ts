/**
 * Channels that tell rows: what tells one row from another, when a row is gone, and how many are kept.
 * An update holds the rows that changed. New ones are added behind the others, which is where they
 * belong: trades and candles come oldest first, and the rest has no order of its own.
 */
import type { Kline } from "../../api/market-words.ts";
import type {
  Channel,
  ChannelData,
  MyBalance,
  MyConfig,
  MyList,
  MyOrder,
  MyPosition,
  NamedTicker,
  PublicTrade,
} from "./channels.ts";
import { isZero } from "./decimal-order.ts";

/** The channels whose rows last, so that they can be followed as a list. */
export type RowChannel = Extract<
  Channel,
  | "tickers"
  | `trades:${string}`
  | `kline:${string}`
  | "my.orders"
  | "my.lists"
  | "my.balances"
  | "my.positions"
  | "my.config"
>;

export type RowOf<C extends RowChannel> =
  ChannelData<C> extends Readonly<Record<keyof ChannelData<C>, readonly (infer Row)[]>>
    ? Row
    : never;

export interface RowKind<Row = unknown> {
  /** Where the rows stand in a message. */
  readonly field: string;
  keyOf(row: Row): string | number;
  isGone?(row: Row): boolean;
  /** The newest so many are kept. */
  readonly max?: number;
}

const TRADES: RowKind<PublicTrade> = { field: "trades", keyOf: ({ id }) => id, max: 100 };
const TICKERS: RowKind<NamedTicker> = {
  field: "tickers",
  keyOf: ({ name }) => name,
  isGone: ({ delisted }) => delisted === true,
};
const CANDLES: RowKind<Kline> = { field: "candles", keyOf: ({ idx }) => idx, max: 300 };

/** The statuses of an open order; with any other the order is over. */
const OPEN: readonly string[] = ["INIT", "NEW", "PENDING_NEW", "PARTIALLY_FILLED"];

/** An id is one order's in its area. */
const ORDERS: RowKind<MyOrder> = {
  field: "orders",
  keyOf: ({ area, orderId }) => `${area} ${orderId}`,
  isGone: ({ status }) => !OPEN.includes(status),
};

const LISTS: RowKind<MyList> = {
  field: "lists",
  keyOf: ({ orderListId }) => orderListId,
  isGone: ({ listStatus }) => listStatus === "ALL_DONE",
};

const BALANCES: RowKind<MyBalance> = {
  field: "balances",
  keyOf: (row) => `${row.area} ${row.area === "futures" ? row.marginCoin : row.asset}`,
};

const POSITIONS: RowKind<MyPosition> = {
  field: "positions",
  keyOf: ({ id }) => id,
  isGone: ({ volume }) => isZero(volume),
};

const CONFIG: RowKind<MyConfig> = {
  field: "config",
  keyOf: ({ contractName }) => contractName,
  isGone: ({ delisted }) => delisted === true,
};

/** By the kind of the channel. */
export const ROW_KINDS: ReadonlyMap<string, RowKind> = new Map<string, RowKind>([
  ["trades", TRADES],
  ["tickers", TICKERS],
  ["kline", CANDLES],
  ["my.orders", ORDERS],
  ["my.lists", LISTS],
  ["my.balances", BALANCES],
  ["my.positions", POSITIONS],
  ["my.config", CONFIG],
]);

/** The rows of a message. */
export function rowsIn(kind: RowKind, told: unknown): readonly unknown[] {
  return (told as Readonly<Record<string, readonly unknown[]>>)[kind.field] ?? [];
}

/** The rows after those that changed; what there was is left as it is. */
export function foldRows(
  kind: RowKind,
  rows: readonly unknown[],
  changed: readonly unknown[],
): readonly unknown[] {
  const byKey = new Map(rows.map((row) => [kind.keyOf(row), row]));
  for (const row of changed) {
    if (kind.isGone?.(row)) byKey.delete(kind.keyOf(row));
    else byKey.set(kind.keyOf(row), row);
  }
  const kept = [...byKey.values()];
  return kind.max === undefined ? kept : kept.slice(-kind.max);
}
