/**
 * The liquidations that a user was shown. In margin they are market orders that no client sent, in
 * futures positions with their own margin that the exchange took over at a loss (HIST-FORCED-1).
 */
import type { SignedClient } from "../../support/signed-client.ts";
import { findOrder } from "../asking.ts";
import type { Holdings } from "../holdings.ts";
import type { Known } from "./contradictions.ts";

export interface Liquidation {
  readonly kind: "margin" | "futures";
  /** Of the order, or of the profit record. */
  readonly id: number;
}

const ISOLATED = 2;

export function futuresLiquidations({ futures, profits }: Holdings): Liquidation[] {
  const forced = futures.trades.filter(({ isForced }) => isForced).map(({ time }) => time);
  const times = new Set(forced);
  return profits
    .filter(({ positionType, closeProfit }) => positionType === ISOLATED && closeProfit < 0)
    .filter(({ mtime }) => times.has(mtime))
    .map(({ id }) => ({ kind: "futures", id }));
}

/** Of margin orders that no client sent: those that are not to be found under one of our names. */
export async function marginLiquidations(
  client: SignedClient,
  { margin }: Holdings,
  { rows, clientIds }: Known,
): Promise<{ readonly found: Liquidation[]; readonly broken: string[] }> {
  const own = new Set(rows.map(({ orderId }) => orderId));
  const forced = new Set(margin.trades.map(({ orderId }) => orderId));
  for (const orderId of own) forced.delete(orderId);
  const broken: string[] = [];
  for (const orderId of forced) {
    const order = await findOrder(client, "margin", { orderId });
    if (!order) broken.push(`the margin order ${orderId} has trades and does not exist`);
    else if (clientIds.has(order.clientOrderId)) {
      broken.push(`${order.clientOrderId} was done a second time, as ${orderId}`);
    }
  }
  const found = [...forced].map((id) => ({ kind: "margin", id }) as const);
  return { found, broken };
}
