/**
 * The commands of the operator: users, keys, bans, money in and out, and the catalogue, with the effects that a
 * change of the catalogue has on the rooms that trade by it.
 */

import type { CommandContext } from "../base/command-context.ts";
import { reject } from "../base/outcome.ts";
import { newBook } from "./book/book.ts";
import type { HaltContract, ResumeContract } from "./catalogue/contract.ts";
import { setLoanTerms, setMarginRules } from "./catalogue/lending.ts";
import { addContract, changeContract, setContractStatus } from "./catalogue/list-contract.ts";
import { addAsset, addPair, setFees, setMarginPair, setStatus } from "./catalogue/list-pair.ts";
import { isInForce } from "./catalogue/rule-changes.ts";
import type { Command } from "./codec.ts";
import type { ExchangeEvent } from "./events.ts";
import { areFeesBelowZero, type FeeMarket } from "./fee-sums.ts";
import { enterMarket, resumeMarket, retouchMarket } from "./follow-futures.ts";
import { delistContract } from "./futures/trading/cancel-futures.ts";
import { move } from "./ledger/movements.ts";
import { touchAll } from "./margin/liquidation/check-risk.ts";
import { boundOf, reboundIndex, withdrawIndex } from "./prices/index-prices.ts";
import { delistPair } from "./spot/cancel-order.ts";
import type { ExchangeState } from "./state.ts";
import { banAddress, liftBan } from "./users/bans.ts";
import { addKey, addUser, resealKey, revokeKey, setFrozen } from "./users/users.ts";

type Administration = Exclude<
  Command,
  | { type: "PlaceOrder" | "CancelOrder" | "PlaceBatch" | "CancelBatch" | "CancelByOperator" }
  | { type: "PlaceMarginOrder" | "CancelMarginOrder" | "Transfer" | "Repay" | "SetIndex" }
  | { type: "PlaceFuturesOrder" | "CancelFuturesOrder" | "CancelAllFutures" | "SetLeverage" }
  | { type: "SetMarginMode" | "MovePositionMargin" | "SecondTick" }
  | {
      type:
        | "HourTick"
        | "VoidCommand"
        | "OpenDirectory"
        | "LoadState"
        | "AdoptRules"
        | "AcceptLoss";
    }
  | { type: "FreezeClock" | "AdvanceClock" | "ReachTime" | "ResumeClock" | "ImportCandles" }
>;

/** Users, keys, bans, the operator's money and the catalogue. */
export function administer(
  state: ExchangeState,
  command: Administration,
  context: CommandContext<ExchangeEvent>,
) {
  switch (command.type) {
    case "Deposit":
    case "Withdraw":
    case "FillFund":
    case "DrawFund":
      return move(state, command, context);
    case "WithdrawIndex":
      return withdrawIndex(state, command, context);
    case "SetLoanTerms": {
      const before = boundOf(state, command.asset);
      const set = setLoanTerms(state.catalogue, command, context);
      if (set.ok) reboundIndex(state, command.asset, before); // PRICE-INDEX-6
      return set;
    }
    case "SetMarginRules": {
      const set = setMarginRules(state.catalogue, command, context);
      if (set.ok) touchAll(state); // MARG-TERMS-2
      return set;
    }
    case "SetMarginPair":
      return setMarginPair(state.catalogue, command, context);
    case "AddUser":
      return addUser(state.users, command, context);
    case "FreezeUser":
      return setFrozen(state.users, { user: command.user, isFrozen: true }, context);
    case "UnfreezeUser":
      return setFrozen(state.users, { user: command.user, isFrozen: false }, context);
    case "AddKey":
      return addKey(state.users, command, context);
    case "RevokeKey":
      return revokeKey(state.users, command, context);
    case "ResealKey":
      return resealKey(state.users, command, context);
    case "BanAddress":
      return banAddress(state.bans, command, context);
    case "LiftBan":
      return liftBan(state.bans, command, context);
    case "AddAsset":
      return addAsset(state.catalogue, command, context);
    case "AddPair": {
      if (isRefusedForFees(state, { ...command, pair: 0 }))
        return reject("fees_below_zero" as const);
      const added = addPair(state.catalogue, command, context);
      if (added.ok) state.books[added.answer.pair - 1] = newBook();
      return added;
    }
    case "SetFees":
      if (isRefusedForFees(state, command)) return reject("fees_below_zero" as const);
      return setFees(state.catalogue, command, context);
    case "HaltPair":
      return setStatus(state.catalogue, { pair: command.pair, status: "halted" }, context);
    case "ResumePair": {
      const resumed = setStatus(
        state.catalogue,
        { pair: command.pair, status: "trading" },
        context,
      );
      state.margin.isRetryDue = resumed.ok; // SPOT-HALT-3
      return resumed;
    }
    case "DelistPair":
      return delistPair(state, command, context);
    default:
      return administerContracts(state, command, context);
  }
}

/** SPOT-FEE-1, FUT-FEE-2: checked first, for rates as given; whether they are in range is checked later. */
function isRefusedForFees(state: ExchangeState, market: FeeMarket): boolean {
  return isInForce(state, "fee_sums") && areFeesBelowZero(state, market);
}

type ContractAdministration = Extract<
  Command,
  { type: "AddContract" | "ChangeContract" | "HaltContract" | "ResumeContract" | "DelistContract" }
>;

function administerContracts(
  state: ExchangeState,
  command: ContractAdministration,
  context: CommandContext<ExchangeEvent>,
) {
  switch (command.type) {
    case "AddContract": {
      if (isRefusedForFees(state, { ...command, contract: 0 }))
        return reject("fees_below_zero" as const);
      const added = addContract(state.catalogue, command, context);
      if (added.ok) enterMarket(state, added.answer.contract);
      return added;
    }
    case "ChangeContract": {
      if (isRefusedForFees(state, command)) return reject("fees_below_zero" as const);
      const changed = changeContract(state.catalogue, command, context);
      if (changed.ok) retouchMarket(state, command.contract); // FUT-CONTRACT-2
      return changed;
    }
    case "HaltContract":
      return setMarketStatus(state, command, context);
    case "ResumeContract": {
      const resumed = setMarketStatus(state, command, context);
      if (resumed.ok) resumeMarket(state, command.contract, context); // FUT-CONTRACT-3
      return resumed;
    }
    case "DelistContract": {
      const delisted = delistContract(state, command, context);
      if (delisted.ok) enterMarket(state, command.contract);
      return delisted;
    }
  }
}

function setMarketStatus(
  state: ExchangeState,
  { type, contract }: HaltContract | ResumeContract,
  context: CommandContext<ExchangeEvent>,
) {
  const status = type === "HaltContract" ? "halted" : "trading";
  const set = setContractStatus(state.catalogue, { contract, status }, context);
  if (set.ok) enterMarket(state, contract);
  return set;
}
