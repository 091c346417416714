/** The fee of a trade, in any area: rounded up against the customer, a rebate down and never above what FEE holds. */
import { type Amount, bigOf } from "./amount.ts";
import { RATE_ONE, RATE_ONE_BIG } from "./rate.ts";
import { mulDiv, type Rounding } from "./rounding.ts";

/** NUM-ROUND-2, NUM-ROUND-3: the fee on an amount received; negative is a rebate. */
export function feeOf(amount: bigint, rate: number, feeHeld: bigint): bigint;
export function feeOf(amount: Amount, rate: number, feeHeld: bigint): Amount;
export function feeOf(amount: Amount, rate: number, feeHeld: bigint): Amount {
  if (rate >= 0) return shareOf(amount, rate, "up");
  const rebate = shareOf(amount, 0 - rate, "down");
  if (rebate > feeHeld) return -feeHeld;
  return typeof rebate === "number" ? 0 - rebate : -rebate;
}

/** Up to this rate a part below one is worked out without leaving the numbers that are exact. */
const NUMBER_RATE_MAX = 90_000_000;

/** amount × rate, of an amount and a rate that are not below zero. */
function shareOf(amount: Amount, rate: number, rounding: Rounding): Amount {
  if (typeof amount === "number" && rate <= NUMBER_RATE_MAX) {
    // amount = whole × 10^8 + part, so that no product is above 2^53. The quotient of so small a number by 10^8
    // is never rounded up to a whole one: numbers of that size are less than 2 × 10^-8 apart.
    const whole = Math.floor(amount / RATE_ONE);
    const product = (amount - whole * RATE_ONE) * rate;
    const floor = Math.floor(product / RATE_ONE);
    const isRounded = rounding === "up" && floor * RATE_ONE !== product;
    const share = whole * rate + floor + (isRounded ? 1 : 0);
    if (share <= Number.MAX_SAFE_INTEGER) return share;
  }
  return mulDiv(bigOf(amount), BigInt(rate), RATE_ONE_BIG, rounding);
}
