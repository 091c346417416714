/**
 * The price at which an order that trails is triggered: so many basis points below the highest last price since it began, of one
 * that sells, or above the lowest, of one that buys. Rounded away from that price, so that a trigger is never early. Rule SPOT-TRAIL-2.
 */
import type { Side } from "../orders/order.ts";

/** A basis point is one of these. */
const POINTS = 10_000;
const POINTS_BIG = BigInt(POINTS);

/** SPOT-TRAIL-1 */
export const DELTA = { least: 10, most: 2_000 } as const;

/** May be above every price that a symbol has, or 0: then no price reaches it. */
export function trailingTicks(side: Side, extreme: number, delta: number): number {
  return side === "sell" ? pointsDown(extreme, POINTS - delta) : pointsUp(extreme, POINTS + delta);
}

function pointsDown(ticks: number, points: number): number {
  const product = ticks * points;
  if (product <= Number.MAX_SAFE_INTEGER) return (product - (product % POINTS)) / POINTS;
  return Number((BigInt(ticks) * BigInt(points)) / POINTS_BIG);
}

function pointsUp(ticks: number, points: number): number {
  const product = ticks * points;
  if (product <= Number.MAX_SAFE_INTEGER - POINTS)
    return pointsDown(ticks, points) + (product % POINTS === 0 ? 0 : 1);
  return Number((BigInt(ticks) * BigInt(points) + POINTS_BIG - 1n) / POINTS_BIG);
}
