/**
 * The expected lock of a resting futures order, counted where the book changes: a second count of what is
 * frozen, from the orders on the book alone. I-12, CORE-TRIP-3.
 */
import { futuresWallet } from "../../ledger/ledger.ts";
import type { Order } from "../../orders/order.ts";
import type { ContractAccount, FuturesState } from "../futures-state.ts";
import { restFreezeOf } from "./freeze.ts";

/** The rest of the order counts, or does not any more. */
export function countExpectedFreeze(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: Order,
  sign: 1 | -1,
): void {
  const { futures: terms } = order;
  if (terms?.action !== "open") return;
  const { contract } = contractAccount.market;
  const expected = restFreezeOf(contract, order, terms);
  const wallet = futuresWallet(state.ledger, order.user, contract.marginCoin);
  state.ledger.wallets.addExpectedLock(wallet, sign > 0 ? expected : -expected);
}
