/**
 * What the operator sees of one user: money and debts in every area, positions, open orders and last
 * trades, in the words of the private channels of `/ws`. Of long lists the newest rows are told, and how
 * many there are. Rules OPER-SHOW-1, HIST-LATEST-1.
 */

import type { Written } from "../../contract/field.ts";
import { FUTURES_TRADE } from "../../contract/futures/history-shapes.ts";
import type { UserAccount } from "../../contract/operator/users/users.ts";
import { OWN_TRADE } from "../../contract/pairs/histories.ts";
import { AREAS, type Area } from "../../core/engine/ledger/area.ts";
import type { Order } from "../../core/engine/orders/order.ts";
import { openOrdersOf } from "../../core/engine/read/orders.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { UserId } from "../../core/engine/users/users.ts";
import { type Archive, JoinedHistory } from "../../runtime/history/joined-history.ts";
import type { UnarchivedRecords } from "../../runtime/history/unarchived-records.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import type { ListStanding } from "../ws/private/list-standing.ts";
import type { PrivateWords } from "../ws/private/private-words.ts";
import { privateWords } from "./private-words.ts";
import { readRow } from "./read-row.ts";
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
      balances: parsed([...words.balancesOf(user).values()]),
      margin: JSON.parse(words.marginOf(user)),
      positions: parsed(positions.slice(0, ROWS_MAX)),
      positionCount: positions.length,
      openOrders: parsed(newestOrders(state, user).map((order) => words.openOrder(order))),
      openOrderCount: openCountOf(state, user),
      openLists: parsed(newestLists(words, user).map((list) => words.orderList(list))),
      openListCount: state.lists.byUser.get(user)?.size ?? 0,
      trades: await newestTrades(history, user),
    };
  };
}

/** Rows of a private channel: their figures are decimal text already. */
function parsed<T>(rows: readonly Written<T>[]): T[] {
  return rows.map((row) => JSON.parse(row) as T);
}

function openCountOf({ orders }: ExchangeState, user: UserId): number {
  return AREAS.reduce((sum, area) => sum + (orders.users[area].get(user)?.open ?? 0), 0);
}

function newestOrders({ orders }: ExchangeState, user: UserId): Order[] {
  const newest = AREAS.flatMap((area) => firstOf(openOrdersOf(orders, { area, user })));
  return newest.sort((a, b) => b.id - a.id).slice(0, ROWS_MAX);
}

function newestLists(words: Pick<PrivateWords, "openListsOf">, user: UserId): ListStanding[] {
  return [...words.openListsOf(user)].reverse().slice(0, ROWS_MAX);
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

/** A row of the archive is as the REST API has it, with figures that are JSON numbers. */
function tradeIn(area: Area, row: string): Trade {
  if (area === "futures") return { area, ...readRow(FUTURES_TRADE, row) };
  return { area, ...readRow(OWN_TRADE, row) };
}

/** Undefined while the archive is behind: what cannot be told whole is not told (HIST-BOUND-1). */
async function newestTrades(history: JoinedHistory, user: UserId): Promise<UserAccount["trades"]> {
  const pages = await Promise.all(
    TRADE_LISTS.map(async (list) => {
      const rows = await history.page({ ...list, user, market: 0, limit: TRADES_MAX, fromId: 0 });
      return rows === "behind" ? rows : rows.map((row) => tradeIn(list.area, row));
    }),
  );
  const trades: Trade[] = [];
  for (const page of pages) {
    if (page === "behind") return undefined;
    trades.push(...page);
  }
  // Trade ids are counted over all areas.
  return trades.sort((a, b) => b.id - a.id).slice(0, TRADES_MAX);
}
