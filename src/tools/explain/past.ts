/**
 * What history knows of orders that the log no longer tells of, or told of before a replay began, and where it says that one ended.
 */

import type { ExchangeState } from "../../core/engine/state.ts";
import { type HistoryRecord, orderKindOf } from "../../runtime/history/history.ts";
import type { LogPlace } from "../../runtime/history/places/place.ts";
import { HistoryDamaged } from "../../runtime/history/rows/seal.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";
import type { CancelName } from "./step-witness.ts";
import type { OrderExplained } from "./words/explanation.ts";
import { isoOf, Names } from "./words/names.ts";
import type { Subject } from "./words/subject.ts";

/** SPOT-CANCEL-2: an order that its user could not cancel any more. */
export function hadEnded(
  history: HistoryStore | undefined,
  { area, user, pair, order, clientId }: CancelName,
  { orders }: ExchangeState,
): boolean {
  if (!history) return false;
  const owner = { area, user, market: pair };
  const { records } = history.find(
    order === 0
      ? { kind: "name", ...owner, clientId }
      : { kind: orderKindOf(area), ...owner, fromId: order, limit: 1 },
  );
  const id = records[0]?.record.id ?? 0;
  // A name may have been taken again since.
  return order === 0 ? id > 0 && id <= orders.orderIdLast : id === order;
}

/** How many trades are looked at before other work goes on. */
const PIECE = 500;
/** Trades that are told of one order. */
const TRADES_MAX = 100;

/** The position at which an order ended; undefined while history does not have it. */
export function endOf(
  history: HistoryStore | undefined,
  { user, place }: Pick<Subject, "user" | "place">,
  id: number,
): number | undefined {
  if (!history || !place) return undefined;
  try {
    return history.endOf({ ...place, user }, id);
  } catch (error) {
    if (error instanceof HistoryDamaged) return undefined; // Replay comes to the end all the same.
    throw error;
  }
}

/**
 * An order that was made and ended before the log that is there, and its trades: those of its user on its market, from where it
 * was made to where it ended.
 */
export function* findPast(
  history: HistoryStore,
  id: number,
  place: Pick<LogPlace, "tradesBefore"> | undefined,
): Generator<undefined, readonly HistoryRecord[]> {
  const order = history.findOrder(id);
  if (!order || !("status" in order.record)) return [];
  const { area, user, market } = order.record;
  const kind = area === "futures" ? "futures_trade" : "trade";
  const found: HistoryRecord[] = [order];
  for (let fromId = (place?.tradesBefore ?? 0) + 1; found.length <= TRADES_MAX; ) {
    const page = { kind, area, user, market, fromId, limit: PIECE } as const;
    const { records } = history.find(page);
    const trades = records.toReversed();
    found.push(...trades.filter((one) => isOf(one, id)));
    const last = trades.at(-1)?.record;
    if (!last || trades.length < PIECE || timeIn(last) > order.record.endedAtMs) break;
    fromId = last.id + 1;
    yield;
  }
  return found.slice(0, 1 + TRADES_MAX);
}

function timeIn(record: HistoryRecord["record"]): number {
  return "timeMs" in record ? record.timeMs : 0;
}

function isOf({ record }: HistoryRecord, id: number): boolean {
  return "orderId" in record && record.orderId === id;
}

type Told = Pick<OrderExplained, "order" | "user" | "now" | "notes">;

/** Undefined when no order is among the records. */
export function tellPast(
  state: ExchangeState,
  records: readonly HistoryRecord[],
): Told | undefined {
  const names = new Names(state);
  const ended = records.find(({ kind }) => kind === "order" || kind === "futures_order");
  if (!ended || !("status" in ended.record)) return undefined;
  const { record } = ended;
  const { side, kind, ticks, lots, budget, executed, status, endedAtMs } = record;
  const amount = budget > 0n ? `for ${names.budget(record)} of` : names.quantity(record, lots);
  const at = kind === "market" ? " at market" : ` at ${names.price(record, ticks)}`;
  const trades = records.flatMap(({ record: trade }) => {
    if (!("isMaker" in trade)) return [];
    const traded = `${names.quantity(trade, trade.lots)} at ${names.price(trade, trade.ticks)}`;
    return [`history has trade ${trade.id} at ${isoOf(trade.timeMs)}: ${traded}`];
  });
  return {
    order: `${side} ${amount} ${names.symbol(record)}${at}`,
    user: names.user(record.user),
    now: `ended at ${isoOf(endedAtMs)}: ${status}, ${names.quantity(record, executed)} executed`,
    notes: trades,
  };
}
