/**
 * The expected lock of a resting futures order, counted where the book changes: a second count of what is
 * frozen, from the orders on the book alone. I-12, CORE-TRIP-3.
 */
import { minus } from "../../../money/amount.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import { walletOf } from "../contract-account.ts";
import type { ContractAccount, FuturesState } from "../futures-state.ts";
import { restFreezeAt } from "./freeze.ts";

/** The rest of the order counts, or does not any more. */
export function countExpectedFreeze(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  sign: 1 | -1,
): void {
  const { market } = contractAccount;
  if (market.book.rows.terms(order).action !== "open") return;
  const expected = restFreezeAt(market, order);
  const wallet = walletOf(state.ledger, contractAccount);
  state.ledger.wallets.addExpectedLock(wallet, sign > 0 ? expected : minus(0, expected));
}
