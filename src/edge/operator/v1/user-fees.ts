/**
 * Fee rates that a user has of its own at a symbol or a contract: given, shown and taken back. New orders of the user
 * have them; open orders keep theirs. Rules SPOT-FEE-2, SPOT-FEE-3, FUT-FEE-3.
 */

import {
  LIST_USER_FEES,
  REMOVE_USER_FEES,
  SET_USER_CONTRACT_FEES,
  SET_USER_FEES,
} from "../../../contract/operator/users/user-fees.ts";
import { formatRate } from "../../../contract/operator/usual.ts";
import type { FeeRates } from "../../../core/engine/catalogue/contract.ts";
import {
  allContractFees,
  allPairFees,
  type UserContractFees,
  type UserPairFees,
} from "../../../core/engine/catalogue/user-fees.ts";
import { getContractNamed, getPairNamed, getUserNamed, nameAt } from "./find.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";

function sayPairFees({ exchange }: OperatorCall, { pair, user, ...rates }: UserPairFees) {
  const { users, catalogue } = exchange.state;
  return {
    user: nameAt(users.users, user),
    symbol: nameAt(catalogue.pairs, pair),
    makerFeeRate: formatRate(rates.makerRate),
    takerFeeRate: formatRate(rates.takerRate),
  };
}

function sayContractFees({ exchange }: OperatorCall, { contract, user, fees }: UserContractFees) {
  const { users, catalogue } = exchange.state;
  return {
    user: nameAt(users.users, user),
    contract: nameAt(catalogue.contracts, contract),
    openMakerFeeRate: formatRate(fees.openMakerRate),
    openTakerFeeRate: formatRate(fees.openTakerRate),
    closeMakerFeeRate: formatRate(fees.closeMakerRate),
    closeTakerFeeRate: formatRate(fees.closeTakerRate),
  };
}

/** USER-LIST-2: all of them, or those of one user. */
export const listUserFees = endpoint(LIST_USER_FEES, (call, { user: asked }) => {
  const { userFees } = call.exchange.state.catalogue;
  const only = asked === undefined ? undefined : getUserNamed(call, asked).id;
  const isShown = ({ user }: { readonly user: number }) => only === undefined || user === only;
  const pairs = allPairFees(userFees).filter(isShown);
  const contracts = allContractFees(userFees).filter(isShown);
  return {
    symbols: pairs.map((fees) => sayPairFees(call, fees)),
    contracts: contracts.map((fees) => sayContractFees(call, fees)),
  };
});

export const setUserFees = endpoint(
  SET_USER_FEES,
  async (call, { makerFeeRate: makerRate, takerFeeRate: takerRate, ...values }) => {
    const user = getUserNamed(call, values.user).id;
    const pair = getPairNamed(call, values.symbol).id;
    const fees = { user, pair, makerRate, takerRate };
    await carryOut(call, { type: "SetUserFees", ...fees, request: call.request });
    return sayPairFees(call, fees);
  },
);

export const setUserContractFees = endpoint(SET_USER_CONTRACT_FEES, async (call, values) => {
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
});

export const removeUserFees = endpoint(
  REMOVE_USER_FEES,
  async (call, { user: asked, market: named }) => {
    const user = getUserNamed(call, asked).id;
    const contract = call.exchange.state.catalogue.contractsByName.get(named);
    const market = contract?.id ?? getPairNamed(call, named).id;
    const sort = contract ? "contract" : "pair";
    await carryOut(call, { type: "RemoveUserFees", user, sort, market, request: call.request });
    return { user: asked, market: named };
  },
);
