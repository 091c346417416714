/** Fee rates that a user has of its own at a symbol or a contract: given, shown and taken back. Rules SPOT-FEE-2, SPOT-FEE-3, FUT-FEE-3. */
import { list, name as nameShape, record, signedText, text, told } from "../../field.ts";
import { optional, required } from "../../parameter.ts";
import { contractName, name, rate, symbolName, userName } from "../forms.ts";
import { FEE_RATES } from "../market-fields.ts";
import { request } from "../request.ts";
import { at, type Flag, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";

const USER = text("name of the user");

export const PAIR_FEES = record({ user: USER, symbol: nameShape("symbol"), ...FEE_RATES });

export const CONTRACT_FEES = record({
  user: USER,
  contract: nameShape("contract"),
  openMakerFeeRate: signedText("fee of makers who open"),
  openTakerFeeRate: signedText("fee of takers who open"),
  closeMakerFeeRate: signedText("fee of makers who close"),
  closeTakerFeeRate: signedText("fee of takers who close"),
});

/** USER-LIST-2: all of them, or those of one user. */
export const LIST_USER_FEES = request({
  method: "GET",
  path: "/fees/users",
  parameters: { user: option("--user NAME", "of this user only", optional(userName)) },
  about: {
    operation: "listUserFees",
    tag: "users",
    summary: "Fee rates that users have of their own, or those of one user",
    reply: record({
      symbols: list(PAIR_FEES, "by symbol, then by user"),
      contracts: list(CONTRACT_FEES, "by contract, then by user"),
    }),
    codes: ["NO_SUCH_USER"],
  },
  commands: [{ words: "fee list", says: "show the rates that users have of their own" }],
});

export const SET_USER_FEES = request({
  method: "POST",
  path: "/fees/users",
  parameters: {
    user: at("USER", required(userName)),
    symbol: at("SYMBOL", required(symbolName)),
    makerFeeRate: option(
      "--maker R",
      "rate as a maker, a rebate below zero",
      required(told(rate, { description: "Fee as a maker, below zero a rebate." })),
    ),
    takerFeeRate: option(
      "--taker R",
      "rate as a taker",
      required(told(rate, { description: "Fee as a taker." })),
    ),
  },
  about: {
    operation: "setUserFees",
    tag: "users",
    summary: "Give a user fee rates of its own at a symbol; open orders keep theirs",
    description:
      "They hold for spot and margin orders. No maker and taker who may meet there pay less than nothing together.",
    reply: PAIR_FEES,
    codes: ["NOT_NOW", "NO_SUCH_USER", "BAD_SYMBOL", "BAD_PRECISION", "RULES_REFUSED", "NO_ROOM"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "fee user",
      says: "give a user rates of its own at a symbol; open orders keep theirs",
    },
  ],
});

/** A rate that is the contract's where it is not given. */
function own(written: Flag, who: string) {
  const description = `Fee as a ${who}. Without it that of the contract.`;
  return option(written, `as a ${who}`, optional(told(rate, { description })), {
    usual: withoutIt("the contract's"),
  });
}

export const SET_USER_CONTRACT_FEES = request({
  method: "POST",
  path: "/fees/users/contract",
  parameters: {
    user: at("USER", required(userName)),
    contract: at("CONTRACT", required(contractName)),
    openMakerFeeRate: own("--open-maker-fee R", "maker who opens"),
    openTakerFeeRate: own("--open-taker-fee R", "taker who opens"),
    closeMakerFeeRate: own("--close-maker-fee R", "maker who closes"),
    closeTakerFeeRate: own("--close-taker-fee R", "taker who closes"),
  },
  about: {
    operation: "setUserContractFees",
    tag: "users",
    summary: "Give a user fee rates of its own at a contract; open orders keep theirs",
    description: "No maker and taker who may meet there pay less than nothing together.",
    reply: CONTRACT_FEES,
    codes: ["NOT_NOW", "NO_SUCH_USER", "BAD_SYMBOL", "BAD_PRECISION", "RULES_REFUSED", "NO_ROOM"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "fee user-contract",
      says: "give a user rates of its own at a contract; open orders keep theirs",
    },
  ],
});

export const REMOVE_USER_FEES = request({
  method: "POST",
  path: "/fees/users/remove",
  parameters: {
    user: at("USER", required(userName)),
    market: at(
      "MARKET",
      required(told(name, { description: "The name of the symbol or contract." })),
    ),
  },
  about: {
    operation: "removeUserFees",
    tag: "users",
    summary: "Take back the fee rates that a user has of its own at a symbol or contract",
    reply: record({ user: USER, market: nameShape("symbol or contract") }),
    codes: ["NO_SUCH_USER", "BAD_SYMBOL", "NO_SUCH_FEES"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "fee remove",
      says: "take back the rates that a user has of its own at a symbol or contract",
    },
  ],
});
