/** What is shown of a contract: its funding rate, the terms that a user has at it, the average price of an order. */
import type { Contract, ContractId } from "../catalogue/contract.ts";
import { findContractAccount, newContractAccount } from "../futures/contract-account.ts";
import { averagePriceOf } from "../futures/contract-value.ts";
import type { ContractAccount, ContractMarket, Futures } from "../futures/futures-state.ts";
import { runningRateOf } from "../futures/prices/funding.ts";
import type { Order } from "../orders/order.ts";
import type { UserId } from "../users/users.ts";

/** FUT-FUND-3: the rate in 10^-8 that this interval would have if it ended now. */
export function fundingRateNow({ markets }: Futures, contract: ContractId): number {
  return runningRateOf(markets[contract - 1] as ContractMarket);
}

/** FUT-LEV-1: the settings of a user at a contract, also without a contract account. */
export function contractAccountTermsOf(
  futures: Futures,
  user: UserId,
  contract: ContractId,
): Pick<ContractAccount, "leverage" | "mode"> {
  return (
    findContractAccount(futures, user, contract) ??
    newContractAccount(user, futures.markets[contract - 1] as ContractMarket)
  );
}

/** FUT-VALUE-6: the price that an order has traded at so far, in 10^-8; 0 if none. */
export function contractAveragePrice(
  contract: Contract,
  { traded, executed }: Pick<Order, "traded" | "executed">,
): bigint {
  return averagePriceOf(contract, traded, BigInt(executed));
}
