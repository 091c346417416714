/**
 * Condition orders whose trigger price is reached join a queue when a taker has finished trading, lowest order
 * id first; they stay triggered whatever the price does next. Rules FUT-COND-2, FUT-COND-3,
 * FUT-COND-5.
 */

import { NO_ORDER } from "../../orders/order-rows.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractMarket, FuturesState } from "../futures-state.ts";
import { oldestSince, takeTriggered } from "../triggers.ts";
import { cancelOpen } from "./end-futures-order.ts";

/** FUT-COND-2: the price that conditions are compared with; 0 when there is none. */
export function triggerPriceOf({ contract, last, mark }: ContractMarket): number {
  return contract.triggerSource === "mark" ? mark : last;
}

/** FUT-COND-3: all orders whose condition is true now join the queue; nothing triggers in a halted contract. */
export function queueTriggered({ futures }: FuturesState, market: ContractMarket): void {
  if (market.triggers.waiting === 0 || market.contract.status !== "trading") return;
  const price = triggerPriceOf(market);
  if (price === 0) return;
  for (const order of takeTriggered(market.triggers, price)) futures.triggered.push(order);
}

/** FUT-COND-5: an order that has not triggered in its time is canceled. */
export function expireConditions(
  state: FuturesState,
  market: ContractMarket,
  context: FuturesContext,
): void {
  const since = context.timeMs - market.contract.conditionTtlMs;
  const nextOld = () => oldestSince(market.triggers, since, state.orders.byId);
  for (let old = nextOld(); old !== NO_ORDER; old = nextOld()) cancelOpen(state, old, context);
}
