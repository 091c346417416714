/**
 * The operator gives a user fee rates of its own, or takes them back. Like every change of rates it must leave no sum
 * below zero, of whichever two users meet; what is taken back leaves the market's rates, which were among those that
 * were compared. Rules SPOT-FEE-2, SPOT-FEE-3, FUT-FEE-3.
 */

import { accept, reject } from "../base/outcome.ts";
import type { DeclaredOutcome } from "../base/records/command.ts";
import { foldRecord } from "../base/records/record.ts";
import { findPair } from "./catalogue/catalogue.ts";
import { findContract } from "./catalogue/contract.ts";
import { areFeesInRange } from "./catalogue/list-contract.ts";
import { areRatesInRange } from "./catalogue/list-pair.ts";
import { isInForce } from "./catalogue/rule-changes.ts";
import {
  dropFees,
  enterContractFees,
  enterPairFees,
  hasRoomFor,
  type RemoveUserFees,
  type SetUserContractFees,
  type SetUserFees,
  userContractFeesRecord,
  userPairFeesRecord,
} from "./catalogue/user-fees.ts";
import { areFeesBelowZero } from "./fee-sums.ts";
import type { ExchangeState } from "./state.ts";
import { findUser } from "./users/users.ts";

export function setUserFees(
  state: ExchangeState,
  command: SetUserFees,
): DeclaredOutcome<typeof SetUserFees> {
  const { user, makerRate, takerRate } = command;
  const { userFees } = state.catalogue;
  if (!isInForce(state, "order_set")) return reject("rules_too_old"); // CORE-RULES-3
  if (!findUser(state.users, user)) return reject("user_not_found");
  const pair = findPair(state.catalogue, command.pair);
  if (!pair) return reject("pair_not_found");
  if (!areRatesInRange(command)) return reject("rate_out_of_range");
  const own = { user, rates: { makerRate, takerRate } };
  if (areFeesBelowZero(state, { ...pair, pair: pair.id, own })) return reject("fees_below_zero"); // SPOT-FEE-3
  const isRoom = hasRoomFor(userFees, { sort: "pair", market: pair.id, user });
  if (!isRoom) return reject("too_many_user_fees");

  const given = { pair: pair.id, user, makerRate, takerRate };
  enterPairFees(userFees, given);
  foldRecord(userFees.digest, userPairFeesRecord, given);
  return accept({ pair: pair.id });
}

export function setUserContractFees(
  state: ExchangeState,
  { user, contract: id, fees }: SetUserContractFees,
): DeclaredOutcome<typeof SetUserContractFees> {
  const { userFees } = state.catalogue;
  if (!isInForce(state, "order_set")) return reject("rules_too_old"); // CORE-RULES-3
  if (!findUser(state.users, user)) return reject("user_not_found");
  const contract = findContract(state.catalogue, id);
  if (!contract) return reject("contract_not_found");
  if (!areFeesInRange(fees)) return reject("rate_out_of_range");
  const market = { contract: id, fees: contract.fees, own: { user, rates: fees } };
  if (areFeesBelowZero(state, market)) return reject("fees_below_zero"); // FUT-FEE-3
  const isRoom = hasRoomFor(userFees, { sort: "contract", market: id, user });
  if (!isRoom) return reject("too_many_user_fees");

  const given = { contract: id, user, fees };
  enterContractFees(userFees, given);
  foldRecord(userFees.digest, userContractFeesRecord, given);
  return accept({ contract: id });
}

export function removeUserFees(
  { catalogue }: ExchangeState,
  command: RemoveUserFees,
): DeclaredOutcome<typeof RemoveUserFees> {
  if (!dropFees(catalogue.userFees, command)) return reject("user_fees_not_found");
  return accept({ market: command.market });
}
