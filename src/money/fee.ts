/** The fee of a trade, in any area: rounded up against the customer, a rebate down and never above what FEE holds. */
import { bigFrom } from "./product.ts";
import { RATE_ONE_BIG } from "./rate.ts";
import { mulDiv } from "./rounding.ts";

/** NUM-ROUND-2, NUM-ROUND-3: the fee on an amount received; negative is a rebate. */
export function feeOf(amount: bigint, rate: number, feeHeld: bigint): bigint {
  if (rate >= 0) return mulDiv(amount, bigFrom(rate), RATE_ONE_BIG, "up");
  const rebate = mulDiv(amount, BigInt(0 - rate), RATE_ONE_BIG, "down");
  return rebate > feeHeld ? -feeHeld : -rebate;
}
