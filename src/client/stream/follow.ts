/**
 * Following what a channel is about instead of its messages: the book of a market, or the rows of a
 * list, whole and up to date with every change.
 */
import { type Channel, type ChannelData, type DepthData, kindOf } from "./channel/channels.ts";
import { foldDepth } from "./channel/fold.ts";
import {
  foldRows,
  ROW_KINDS,
  type RowChannel,
  type RowKind,
  type RowOf,
  rowsIn,
} from "./channel/rows.ts";
import type { ChannelListener } from "./followed-channel.ts";
import type { Subscription } from "./subscriptions.ts";

/** What a stream can do for a follower. */
export interface Subscribes {
  subscribe<C extends Channel>(channel: C, listener: ChannelListener<ChannelData<C>>): Subscription;
}

/** What is told besides the changes. */
export type OtherNews = Pick<ChannelListener<never>, "resync" | "error" | "ended">;

/** The best 100 levels a side of a symbol or a contract, best first, after every change. */
export function followDepth(
  stream: Subscribes,
  name: string,
  onChange: (book: DepthData) => void,
  others: OtherNews = {},
): Subscription {
  let book: DepthData = { bids: [], asks: [] };
  const become = (next: DepthData) => {
    book = next;
    onChange(book);
  };
  return stream.subscribe(`depth:${name}`, {
    ...others,
    snapshot: become,
    update: (changed) => become(foldDepth(book, changed)),
  });
}

/**
 * The rows of a channel after every change, each once, those that are gone left out: the tickers of all
 * markets, the newest candles and trades, open orders, balances, open positions. `changed` are the rows
 * of the update, also those that went; it is undefined when all of them are new.
 */
export function followRows<C extends RowChannel>(
  stream: Subscribes,
  channel: C,
  onChange: (rows: readonly RowOf<C>[], changed?: readonly RowOf<C>[]) => void,
  others: OtherNews = {},
): Subscription {
  const kind = rowKindOf(channel);
  let rows: readonly RowOf<C>[] = [];
  return stream.subscribe(channel, {
    ...others,
    snapshot: (told) => {
      rows = rowsIn(kind, told) as readonly RowOf<C>[];
      onChange(rows);
    },
    update: (told) => {
      const changed = rowsIn(kind, told) as readonly RowOf<C>[];
      rows = foldRows(kind, rows, changed) as readonly RowOf<C>[];
      onChange(rows, changed);
    },
  });
}

function rowKindOf(channel: RowChannel): RowKind {
  const kind = ROW_KINDS.get(kindOf(channel));
  if (kind) return kind;
  throw new TypeError("The channel has no rows to follow; subscribe to it.");
}
