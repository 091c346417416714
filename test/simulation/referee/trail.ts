/** A stop that trails the last price, by the referee: each one alone, with the best price that it has seen itself. Rules SPOT-TRAIL-1, SPOT-TRAIL-2. */
import type { Side } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import { claim } from "./claim.ts";

export interface Trail {
  readonly side: Side;
  readonly delta: number;
  /** Where it began, and the best since; 0 before it trails. */
  first: number;
  best: number;
}

/** Of an order that is to trail; undefined of any other. */
export function trailOf({ side, instructions }: OrderDetails): Trail | undefined {
  const { delta = 0 } = instructions ?? {};
  return delta > 0 ? { side, delta, first: 0, best: 0 } : undefined;
}

/** So many basis points off a price, rounded away from it. */
export function trailingFrom(
  { side, delta }: Pick<Trail, "side" | "delta">,
  ticks: number,
): number {
  const from = BigInt(ticks);
  const part = from * BigInt(delta);
  const whole = part / 10_000n;
  const distance = whole * 10_000n === part ? whole : whole + 1n;
  return Number(side === "sell" ? from - distance : from + distance);
}

export function beginTrail(trail: Trail, last: number): void {
  trail.first = last;
  trail.best = last;
}

export function followTrail(trail: Trail, last: number): void {
  const isBetter = trail.side === "sell" ? last > trail.best : last < trail.best;
  if (isBetter) trail.best = last;
}

/** What an event says that it has seen. */
export function checkTrail({ id, instructions }: OrderDetails, trail: Trail | undefined): void {
  if (!instructions || !("trailed" in instructions)) return;
  const best = trail?.best ?? 0;
  const { trailed } = instructions;
  claim(trailed === best, `SPOT-TRAIL-2 stop ${id} has seen ${best} at best, not ${trailed}`);
}
