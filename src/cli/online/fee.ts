/** `bourse fee ...`: what trading costs. */
import { online, post } from "./online.ts";

interface Fees {
  readonly symbol: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

export const feeSet = online({
  name: "fee set",
  says: "set the fee rates of a symbol; open orders keep theirs",
  takes: ["SYMBOL"],
  options: {
    "--maker": { value: "R", says: "rate of makers, a rebate below zero", isRequired: true },
    "--taker": { value: "R", says: "rate of takers", isRequired: true },
  },
  ask: ({ SYMBOL: symbol, "--maker": makerFeeRate, "--taker": takerFeeRate }) =>
    post("/fees", { symbol, makerFeeRate, takerFeeRate }),
  show: ({ symbol, makerFeeRate, takerFeeRate }: Fees) => [
    `fees of ${symbol}: maker ${makerFeeRate}, taker ${takerFeeRate}`,
  ],
});
