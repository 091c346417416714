/**
 * Fee rates that a user has of its own at a symbol or a contract: given, shown and taken back. New orders of the user
 * have them; open orders keep theirs. Rules SPOT-FEE-2, SPOT-FEE-3, FUT-FEE-3.
 */

import { list, name as nameShape, record, signedText, text, told } from "../../contract/field.ts";
import { optional, required } from "../../contract/parameter.ts";
import type { FeeRates } from "../../engine/catalogue/contract.ts";
import {
  allContractFees,
  allPairFees,
  type UserContractFees,
  type UserPairFees,
} from "../../engine/catalogue/user-fees.ts";
import { getContractNamed, getPairNamed, getUserNamed } from "./find.ts";
import { contractName, name, rate, symbolName, userName } from "./forms.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { formatRate } from "./pair-rules.ts";
import { FEE_RATES } from "./pair-shape.ts";

const USER = text("name of the user");
const PAIR_FEES = record({ user: USER, symbol: nameShape("symbol"), ...FEE_RATES });
const CONTRACT_FEES = record({
  user: USER,
  contract: nameShape("contract"),
  openMakerFeeRate: signedText("fee of makers who open"),
  openTakerFeeRate: signedText("fee of takers who open"),
  closeMakerFeeRate: signedText("fee of makers who close"),
  closeTakerFeeRate: signedText("fee of takers who close"),
});

function sayPairFees({ exchange }: OperatorCall, { pair, user, ...rates }: UserPairFees) {
  const { users, catalogue } = exchange.state;
  return {
    user: users.users[user - 1]?.name ?? "",
    symbol: catalogue.pairs[pair - 1]?.name ?? "",
    makerFeeRate: formatRate(rates.makerRate),
    takerFeeRate: formatRate(rates.takerRate),
  };
}

function sayContractFees({ exchange }: OperatorCall, { contract, user, fees }: UserContractFees) {
  const { users, catalogue } = exchange.state;
  return {
    user: users.users[user - 1]?.name ?? "",
    contract: catalogue.contracts[contract - 1]?.name ?? "",
    openMakerFeeRate: formatRate(fees.openMakerRate),
    openTakerFeeRate: formatRate(fees.openTakerRate),
    closeMakerFeeRate: formatRate(fees.closeMakerRate),
    closeTakerFeeRate: formatRate(fees.closeTakerRate),
  };
}

/** USER-LIST-2: all of them, or those of one user. */
export const listUserFees = endpoint({
  method: "GET",
  path: "/fees/users",
  parameters: { user: optional(userName) },
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
  handle(call, { user: asked }) {
    const { userFees } = call.exchange.state.catalogue;
    const only = asked === undefined ? undefined : getUserNamed(call, asked).id;
    const isShown = ({ user }: { readonly user: number }) => only === undefined || user === only;
    const pairs = allPairFees(userFees).filter(isShown);
    const contracts = allContractFees(userFees).filter(isShown);
    return {
      symbols: pairs.map((fees) => sayPairFees(call, fees)),
      contracts: contracts.map((fees) => sayContractFees(call, fees)),
    };
  },
});

export const setUserFees = endpoint({
  method: "POST",
  path: "/fees/users",
  parameters: {
    user: required(userName),
    symbol: required(symbolName),
    makerFeeRate: required(told(rate, { description: "Fee as a maker, below zero a rebate." })),
    takerFeeRate: required(told(rate, { description: "Fee as a taker." })),
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
  async handle(call, { makerFeeRate: makerRate, takerFeeRate: takerRate, ...values }) {
    const user = getUserNamed(call, values.user).id;
    const pair = getPairNamed(call, values.symbol).id;
    const fees = { user, pair, makerRate, takerRate };
    await carryOut(call, { type: "SetUserFees", ...fees, request: call.request });
    return sayPairFees(call, fees);
  },
});

const USUAL = "Without it that of the contract.";

export const setUserContractFees = endpoint({
  method: "POST",
  path: "/fees/users/contract",
  parameters: {
    user: required(userName),
    contract: required(contractName),
    openMakerFeeRate: optional(told(rate, { description: `Fee as a maker who opens. ${USUAL}` })),
    openTakerFeeRate: optional(told(rate, { description: `Fee as a taker who opens. ${USUAL}` })),
    closeMakerFeeRate: optional(told(rate, { description: `Fee as a maker who closes. ${USUAL}` })),
    closeTakerFeeRate: optional(told(rate, { description: `Fee as a taker who closes. ${USUAL}` })),
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
  async handle(call, values) {
    const user = getUserNamed(call, values.user).id;
    const { id: contract, fees: usual } = getContractNamed(call, values.contract);
    const fees: FeeRates = {
      openMakerRate: values.openMakerFeeRate ?? usual.openMakerRate,
      openTakerRate: values.openTakerFeeRate ?? usual.openTakerRate,
      closeMakerRate: values.closeMakerFeeRate ?? usual.closeMakerRate,
      closeTakerRate: values.closeTakerFeeRate ?? usual.closeTakerRate,
    };
    const given = { user, contract, fees };
    await carryOut(call, { type: "SetUserContractFees", ...given, request: call.request });
    return sayContractFees(call, given);
  },
});

export const removeUserFees = endpoint({
  method: "POST",
  path: "/fees/users/remove",
  parameters: {
    user: required(userName),
    market: required(told(name, { description: "The name of the symbol or contract." })),
  },
  about: {
    operation: "removeUserFees",
    tag: "users",
    summary: "Take back the fee rates that a user has of its own at a symbol or contract",
    reply: record({ user: USER, market: nameShape("symbol or contract") }),
    codes: ["NO_SUCH_USER", "BAD_SYMBOL", "NO_SUCH_FEES"],
    waitsFor: "command",
  },
  async handle(call, { user: asked, market: named }) {
    const user = getUserNamed(call, asked).id;
    const contract = call.exchange.state.catalogue.contractsByName.get(named);
    const market = contract?.id ?? getPairNamed(call, named).id;
    const sort = contract ? "contract" : "pair";
    await carryOut(call, { type: "RemoveUserFees", user, sort, market, request: call.request });
    return { user: asked, market: named };
  },
});
