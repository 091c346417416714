/** `bourse fee ...` of one user: rates that are not the market's. */
import type { ValueOf } from "../../contract/field.ts";
import {
  type CONTRACT_FEES,
  LIST_USER_FEES,
  REMOVE_USER_FEES,
  SET_USER_CONTRACT_FEES,
  SET_USER_FEES,
} from "../../contract/operator/users/user-fees.ts";
import { align } from "../terminal/layout.ts";
import { online } from "./online.ts";

export const feeUser = online(SET_USER_FEES, "fee user", {
  show: ({ user, symbol, makerFeeRate, takerFeeRate }) => [
    `fees of ${user} at ${symbol}: maker ${makerFeeRate}, taker ${takerFeeRate}`,
  ],
});

export const feeUserContract = online(SET_USER_CONTRACT_FEES, "fee user-contract", {
  show: (fees) => [`fees of ${fees.user} at ${fees.contract}: ${fourOf(fees).join(", ")}`],
});

function fourOf(fees: ValueOf<typeof CONTRACT_FEES>): string[] {
  return [
    `open maker ${fees.openMakerFeeRate}`,
    `open taker ${fees.openTakerFeeRate}`,
    `close maker ${fees.closeMakerFeeRate}`,
    `close taker ${fees.closeTakerFeeRate}`,
  ];
}

export const feeRemove = online(REMOVE_USER_FEES, "fee remove", {
  show: ({ user, market }) => [`${user} pays the fees of ${market} again`],
});

export const feeList = online(LIST_USER_FEES, "fee list", {
  show: ({ symbols, contracts }) => {
    if (symbols.length + contracts.length === 0) return ["no user has rates of its own"];
    return align([
      ["USER", "MARKET", "RATES"],
      ...symbols.map(({ user, symbol, makerFeeRate, takerFeeRate }) => [
        user,
        symbol,
        `maker ${makerFeeRate}, taker ${takerFeeRate}`,
      ]),
      ...contracts.map((fees) => [fees.user, fees.contract, fourOf(fees).join(", ")]),
    ]);
  },
});
