/**
 * What the operator sees of one user: money and debts in every area, positions, open orders and last
 * trades, in the words of the private channels of `/ws`. Of long lists the newest rows are told, and how
 * many there are. Rules OPER-SHOW-1, HIST-LATEST-1.
 */
import type { UserAccount } from "../contract/operator/users/users.ts";
import { AREAS, type Order } from "../engine/orders/order.ts";
import { openOrdersOf } from "../engine/read/orders.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { UserId } from "../engine/users/users.ts";
import { type Archive, JoinedHistory } from "../history/joined-history.ts";
import type { UnarchivedRecords } from "../history/unarchived-records.ts";
import type { Exchange } from "../service/submission.ts";
import { figuresInQuotes } from "./numbers-as-strings.ts";
import { privateWords } from "./private-words.ts";
import { rowsWriter } from "./rows-writer.ts";

export interface AccountParts {
  readonly exchange: Pick<Exchange, "state">;
  /** HIST-OWN-1: the records that the archive may not have yet, and the archive. */
  readonly unarchived: UnarchivedRecords;
  readonly archive: Archive;
}

/** CORE-BOUND-1: of open orders and positions so many rows are told. */
export const ROWS_MAX = 500;
export const TRADES_MAX = 50;

export function accountsOf({ exchange, unarchived, archive }: AccountParts) {
  const { state } = exchange;
  const words = privateWords(state);
  const history = new JoinedHistory({ unarchived, archive, write: rowsWriter(state.catalogue) });
  return async (user: UserId): Promise<UserAccount> => {
    const positions = [...words.positionsOf(user).values()];
    return {
      balances: readRows([...words.balancesOf(user).values()]),
      margin: readRow(words.marginOf(user)),
      positions: readRows(positions.slice(0, ROWS_MAX)),
      positionCount: positions.length,
      openOrders: readRows(newestOrders(state, user).map((order) => words.openOrder(order))),
      openOrderCount: openCountOf(state, user),
      trades: await newestTrades(history, user),
    };
  };
}

/** A row of a private channel, read. Figures are decimal text in it, so nothing is rounded. */
function readRow<T>(row: string): T {
  return JSON.parse(row) as T;
}

function readRows<T>(rows: readonly string[]): T[] {
  return rows.map((row) => readRow<T>(row));
}

function openCountOf({ orders }: ExchangeState, user: UserId): number {
  return AREAS.reduce((sum, area) => sum + (orders.users[area].get(user)?.open ?? 0), 0);
}

function newestOrders({ orders }: ExchangeState, user: UserId): Order[] {
  const newest = AREAS.flatMap((area) => firstOf(openOrdersOf(orders, { area, user })));
  return newest.sort((a, b) => b.id - a.id).slice(0, ROWS_MAX);
}

function firstOf(orders: Iterable<Order>): Order[] {
  const first: Order[] = [];
  for (const order of orders) {
    if (first.length === ROWS_MAX) break;
    first.push(order);
  }
  return first;
}

type Trade = NonNullable<UserAccount["trades"]>[number];

const TRADE_LISTS = [
  { area: "spot", kind: "trade" },
  { area: "margin", kind: "trade" },
  { area: "futures", kind: "futures_trade" },
] as const;

/** Undefined while the archive is behind: what cannot be told whole is not told (HIST-BOUND-1). */
async function newestTrades(history: JoinedHistory, user: UserId): Promise<UserAccount["trades"]> {
  const pages = await Promise.all(
    TRADE_LISTS.map((list) =>
      history.page({ ...list, user, market: 0, limit: TRADES_MAX, fromId: 0 }),
    ),
  );
  const trades: Trade[] = [];
  for (const [at, rows] of pages.entries()) {
    if (rows === "behind") return undefined;
    const area = TRADE_LISTS[at]?.area;
    trades.push(
      ...rows.map((row) => ({ area, ...readRow<object>(figuresInQuotes(row)) }) as Trade),
    );
  }
  // Trade ids are counted over all areas.
  return trades.sort((a, b) => b.id - a.id).slice(0, TRADES_MAX);
}
