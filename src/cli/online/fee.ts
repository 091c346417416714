/** `bourse fee set`: what trading costs. */
import { SET_FEES } from "../../contract/operator/market/symbols.ts";
import { online } from "./online.ts";

export const feeSet = online(SET_FEES, "fee set", {
  show: ({ symbol, makerFeeRate, takerFeeRate }) => [
    `fees of ${symbol}: maker ${makerFeeRate}, taker ${takerFeeRate}`,
  ],
});
