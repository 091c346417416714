/**
 * What history knows of orders that the log no longer tells of, or told of before a replay began.
 * The store has no key by the id alone, so an order whose owner is unknown is looked for in all of
 * it, piece by piece.
 */

import type { ExchangeState } from "../../core/engine/state.ts";
import { type HistoryRecord, orderKindOf } from "../../runtime/history/history.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";
import type { CancelName } from "./step-witness.ts";
import type { OrderExplained } from "./words/explanation.ts";
import { isoOf, Names } from "./words/names.ts";

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

/** How many entries are looked at before other work goes on. */
const PIECE = 500;
/** Trades that are told of one order. */
const TRADES_MAX = 100;

/** An order that was made and ended before the log that is there. */
export function* findPast(
  history: HistoryStore,
  id: number,
): Generator<undefined, readonly HistoryRecord[]> {
  const found: HistoryRecord[] = [];
  let seen = 0;
  for (const one of history.all()) {
    if (isOf(one, id) && found.length <= TRADES_MAX) found.push(one);
    seen++;
    if (seen % PIECE === 0) yield;
  }
  return found;
}

function isOf({ kind, record }: HistoryRecord, id: number): boolean {
  if (kind === "order" || kind === "futures_order") return record.id === id;
  return (kind === "trade" || kind === "futures_trade") && record.orderId === id;
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
  const { side, ticks, lots, executed, status, endedAtMs } = record;
  const amount = lots === 0 ? `for ${names.budget(record)} of` : names.quantity(record, lots);
  const at = ticks === 0 ? " at market" : ` at ${names.price(record, ticks)}`;
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
