/** Which rows of a history are shown: by side, by account, by day. Days are UTC, as all times of the page. */
import type { AccountArea, ShownMarket } from "../../exchange/exchange.ts";
import { formatDay } from "../../text/format.ts";

export interface HistoryFilter {
  readonly side: "all" | "buy" | "sell";
  /** The first and the last day that is shown, as `2026-03-01`; empty for none. */
  readonly fromDay: string;
  readonly toDay: string;
}

export const EVERYTHING: HistoryFilter = { side: "all", fromDay: "", toDay: "" };

/** Whatever a history tells, it is of an account on a market. */
export interface PastRow {
  readonly time: number;
  readonly isBuy: boolean;
  readonly market: ShownMarket;
  readonly area: AccountArea;
}

export function isShown(
  { time, isBuy }: PastRow,
  { side, fromDay, toDay }: HistoryFilter,
): boolean {
  if (side !== "all" && isBuy !== (side === "buy")) return false;
  const day = formatDay(time);
  return (fromDay === "" || day >= fromDay) && (toDay === "" || day <= toDay);
}
