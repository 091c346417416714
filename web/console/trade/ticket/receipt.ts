/**
 * What came of an order that was sent, as one sentence that stays true: it is made of what the stream
 * said last of the order, so that a later fill or cancel changes it. Until then it says only "sent".
 */

import { sayReason } from "../../exchange/account/say-reason.ts";
import { isPending, isWaiting } from "../../exchange/account/say-trigger.ts";
import { findTold } from "../../exchange/account/told-orders.ts";
import type { AccountArea, AccountOrder } from "../../exchange/exchange.ts";
import { formatDecimal, formatPlain } from "../../text/format.ts";
import { sayStatus } from "../form/say-status.ts";

export interface Receipt {
  readonly area: AccountArea;
  readonly orderIdString: string;
  /** What was asked for: `Buy 1 BTC at 50,000`. */
  readonly what: string;
  /** What is counted: `BTC`, `contracts of BTC/USDT Perp`. */
  readonly unit: string;
  readonly pricePrecision: number;
  /** Of the answer, where it has one. */
  readonly status?: string;
  /** What became of what was sent behind it. */
  readonly sequel?: Sequel;
}

export interface Sequel {
  readonly text: string;
  readonly isGood: boolean;
}

export interface ReceiptWords {
  readonly text: string;
  readonly tone: "good" | "bad" | "plain";
}

const TONES: Readonly<Record<string, ReceiptWords["tone"]>> = {
  REJECTED: "bad",
  CANCELED: "plain",
  CANCELLED: "plain",
};

export function sayReceipt(receipt: Receipt, told: readonly AccountOrder[]): ReceiptWords {
  const { what, status, orderIdString, sequel } = receipt;
  const row = findTold(told, receipt);
  const state = row ? stateOf(row) : status;
  const tone = sequel?.isGood === false ? "bad" : (TONES[state ?? ""] ?? "good");
  const asked = `${what}: ${sayState(state, row)}`;
  const text = row && row.executedQty !== "0" ? sayTraded(receipt, row) : asked;
  const behind = sequel ? `. ${sequel.text}` : "";
  return { text: `${text} (order ${orderIdString})${behind}`, tone };
}

/** A stop of a pair that waits is NEW, as one that rests (SPOT-STOP-2). */
function stateOf(order: AccountOrder): string {
  return isWaiting(order) && !isPending(order) ? "INIT" : order.status;
}

/** Of one that has not traded, as far as is known; only a row tells that nothing of it did. */
function sayState(state: string | undefined, row: AccountOrder | undefined): string {
  if (state === undefined) return "sent";
  if (row?.endReason) return `canceled: ${sayReason(row.endReason)}`;
  return row && TONES[state] === "plain" ? "canceled" : sayStatus(state);
}

/** Bought 0.99986 BTC at 50,006.66 */
function sayTraded({ unit, pricePrecision }: Receipt, order: AccountOrder): string {
  const verb = order.side === "BUY" ? "Bought" : "Sold";
  const price = formatDecimal(order.avgPrice, pricePrecision);
  const done = `${verb} ${formatPlain(order.executedQty)} ${unit} at ${price}`;
  switch (order.status) {
    case "FILLED":
      return done;
    case "NEW":
    case "PARTIALLY_FILLED":
      return `${done}, the rest is on the book`;
    default:
      return `${done}, the rest was canceled`;
  }
}
