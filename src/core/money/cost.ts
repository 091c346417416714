/**
 * The cost behind an average price. A position keeps what its contracts cost; a partial close
 * takes its part out, rounded so that the profit realised now is not larger, and the remainder
 * stays until the last close. So profits and losses over all users cancel exactly. NUM-COST-1.
 */
import { assert } from "../base/assert.ts";
import { mulDiv } from "./rounding.ts";

export interface PartialClose {
  readonly openCost: bigint;
  readonly volume: bigint;
  readonly closed: bigint;
  /** Where profit is close value minus cost the part is rounded up, where it is the reverse, down. */
  readonly profitIs: "value_minus_cost" | "cost_minus_value";
}

/** NUM-COST-1: the part of the cost that leaves with `closed` of `volume` contracts. */
export function closedCostOf({ openCost, volume, closed, profitIs }: PartialClose): bigint {
  assert(closed > 0n && closed <= volume, "a close takes some of the volume, at most all of it");
  if (closed === volume) return openCost;
  return mulDiv(openCost, closed, volume, profitIs === "value_minus_cost" ? "up" : "down");
}
