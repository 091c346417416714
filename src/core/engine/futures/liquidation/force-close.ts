/**
 * Closing a position by the exchange and not on the book, at a value that is given: a takeover, a
 * deleveraging, the netting of a long against a short. No fee, nothing public; its owner sees a
 * filled order and one trade. Rules FUT-LIQ-4, FUT-ADL-2, FUT-CLOSE-4.
 */
import { bigFrom } from "../../../money/product.ts";
import { nextOrderId, nextTradeId } from "../../orders/open-orders.ts";
import { forceNumber } from "../../orders/order.ts";
import { averagePriceOf } from "../contract-value.ts";
import { FORCES_BY_REASON, type ForceClosed, type FuturesContext } from "../futures.ts";
import type { FuturesState, Position } from "../futures-state.ts";
import { cancelOpen } from "../trading/end-futures-order.ts";
import { closersOf } from "../trading/end-position.ts";
import { closePart } from "../trading/settle.ts";

export interface ForcedClose {
  readonly lots: number;
  readonly value: bigint;
  readonly reason: ForceClosed["reason"];
}

export function forceClose(
  state: FuturesState,
  position: Position,
  { lots, value, reason }: ForcedClose,
  context: FuturesContext,
): void {
  const { contractAccount, side, user } = position;
  const { contract } = contractAccount.market;
  const { timeMs } = context;
  const tradeId = nextTradeId(state.orders);
  const force = FORCES_BY_REASON[reason];
  context.events.push({
    type: "ForceClosed",
    reason,
    orderId: nextOrderId(state.orders),
    tradeId,
    user,
    contract: contract.id,
    side: side === "buy" ? "sell" : "buy",
    mode: contractAccount.mode,
    leverage: contractAccount.leverage,
    lots,
    value,
    price: averagePriceOf(contract, value, bigFrom(lots)),
    timeMs,
  });
  const closing = { lots, value, fee: 0n, feeTo: "fee", release: "in_proportion" } as const;
  const { journal } = state.ledger;
  const cause = { number: tradeId, market: contract.id, forced: user };
  journal?.begin({ ...cause, force: forceNumber(force) });
  closePart(state, position, { ...closing, force }, context);
  journal?.end();
  trimClosers(state, position, context);
}

/** FUT-CLOSE-4: orders that would close more than there is go, newest first, until they fit. */
export function trimClosers(
  state: FuturesState,
  position: Position,
  context: FuturesContext,
): void {
  if (position.pending <= position.volume || position.volume === 0) return;
  for (const order of closersOf(state, position)) {
    if (position.pending <= position.volume) return;
    if (!state.orders.byId.rows.terms(order).isWaiting) cancelOpen(state, order, context);
  }
}
