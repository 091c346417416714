/**
 * The handlers of the operator's commands: users, keys, bans, money in and out, the sandbox's clock, and the
 * catalogue, with the effects that a change of the catalogue has on the rooms that trade by it.
 */

import type { CommandContext } from "../base/command-context.ts";
import { reject } from "../base/outcome.ts";
import { newBook } from "./book/book.ts";
import type { HaltContract, ResumeContract } from "./catalogue/contract.ts";
import { setLoanTerms, setMarginRules } from "./catalogue/lending.ts";
import { addContract, changeContract, setContractStatus } from "./catalogue/list-contract.ts";
import { addAsset, addPair, setFees, setMarginPair, setStatus } from "./catalogue/list-pair.ts";
import { isInForce } from "./catalogue/rule-changes.ts";
import { advanceClock, freezeClock, resumeClock } from "./clock.ts";
import { loadState } from "./directory.ts";
import type { ExchangeEvent } from "./events.ts";
import { areFeesBelowZero, type FeeMarket } from "./fee-sums.ts";
import { enterMarket, resumeMarket, retouchMarket } from "./follow-futures.ts";
import { cancelFuturesByOperator, delistContract } from "./futures/trading/cancel-futures.ts";
import { importCandles } from "./import-candles.ts";
import { move } from "./ledger/movements.ts";
import { touchAll } from "./margin/liquidation/check-risk.ts";
import type { Handlers, OperatorCommand } from "./outcomes.ts";
import { boundOf, reboundIndex, setIndex, withdrawIndex } from "./prices/index-prices.ts";
import { adoptRules } from "./rule-versions.ts";
import { removeUserFees, setUserContractFees, setUserFees } from "./set-user-fees.ts";
import { cancelByOperator, delistPair } from "./spot/cancel-order.ts";
import type { ExchangeState } from "./state.ts";
import { banAddress, liftBan } from "./users/bans.ts";
import { setClientIdReuse } from "./users/client-id-reuse.ts";
import { addKey, addUser, resealKey, revokeKey, setFrozen } from "./users/users.ts";

export const OPERATOR_HANDLERS: Handlers<OperatorCommand> = {
  FreezeClock: freezeClock,
  AdvanceClock: advanceClock,
  ResumeClock: resumeClock,
  LoadState: loadState,
  AdoptRules: adoptRules,
  ImportCandles: importCandles,
  AddUser: ({ users }, command, context) => addUser(users, command, context),
  FreezeUser: ({ users }, { user }, context) => setFrozen(users, { user, isFrozen: true }, context),
  UnfreezeUser: ({ users }, { user }, context) =>
    setFrozen(users, { user, isFrozen: false }, context),
  SetClientIdReuse(state, command) {
    if (!isInForce(state, "client_id_reuse")) return reject("rules_too_old"); // CORE-RULES-3
    return setClientIdReuse(state, command);
  },
  AddKey(state, command, context) {
    const isNew = command.isStrict !== undefined;
    if (isNew && !isInForce(state, "strict_keys")) return reject("rules_too_old"); // CORE-RULES-3
    return addKey(state.users, command, context);
  },
  RevokeKey: ({ users }, command, context) => revokeKey(users, command, context),
  ResealKey: ({ users }, command, context) => resealKey(users, command, context),
  BanAddress: ({ bans }, command, context) => banAddress(bans, command, context),
  LiftBan: ({ bans }, command, context) => liftBan(bans, command, context),
  Deposit: move,
  Withdraw: move,
  FillFund: move,
  DrawFund: move,
  SetIndex: setIndex,
  WithdrawIndex: withdrawIndex,
  SetLoanTerms(state, command, context) {
    const before = boundOf(state, command.asset);
    const set = setLoanTerms(state.catalogue, command, context);
    if (set.ok) reboundIndex(state, command.asset, before); // PRICE-INDEX-6
    return set;
  },
  SetMarginRules(state, command, context) {
    const set = setMarginRules(state.catalogue, command, context);
    if (set.ok) touchAll(state); // MARG-TERMS-2
    return set;
  },
  CancelByOperator(state, command, context) {
    const isFutures = state.orders.byId.get(command.order)?.area === "futures";
    const cancel = isFutures ? cancelFuturesByOperator : cancelByOperator;
    return cancel(state, command, context);
  },
  AddAsset: ({ catalogue }, command, context) => addAsset(catalogue, command, context),
  AddPair(state, command, context) {
    if (isRefusedForFees(state, { ...command, pair: 0 })) return reject("fees_below_zero");
    const added = addPair(state.catalogue, command, context);
    if (added.ok) state.books[added.answer.pair - 1] = newBook(state.orders.byId.rows);
    return added;
  },
  SetFees(state, command, context) {
    if (isRefusedForFees(state, command)) return reject("fees_below_zero");
    return setFees(state.catalogue, command, context);
  },
  SetUserFees: setUserFees,
  SetUserContractFees: setUserContractFees,
  RemoveUserFees: removeUserFees,
  SetMarginPair: ({ catalogue }, command, context) => setMarginPair(catalogue, command, context),
  HaltPair: ({ catalogue }, { pair }, context) =>
    setStatus(catalogue, { pair, status: "halted" }, context),
  ResumePair(state, { pair }, context) {
    const resumed = setStatus(state.catalogue, { pair, status: "trading" }, context);
    state.margin.isRetryDue = resumed.ok; // SPOT-HALT-3
    return resumed;
  },
  DelistPair: delistPair,
  AddContract(state, command, context) {
    if (isRefusedForFees(state, { ...command, contract: 0 })) return reject("fees_below_zero");
    const added = addContract(state.catalogue, command, context);
    if (added.ok) enterMarket(state, added.answer.contract);
    return added;
  },
  ChangeContract(state, command, context) {
    if (isRefusedForFees(state, command)) return reject("fees_below_zero");
    const changed = changeContract(state.catalogue, command, context);
    if (changed.ok) retouchMarket(state, command.contract); // FUT-CONTRACT-2
    return changed;
  },
  HaltContract: setMarketStatus,
  ResumeContract(state, command, context) {
    const resumed = setMarketStatus(state, command, context);
    if (resumed.ok) resumeMarket(state, command.contract, context); // FUT-CONTRACT-3
    return resumed;
  },
  DelistContract(state, command, context) {
    const delisted = delistContract(state, command, context);
    if (delisted.ok) enterMarket(state, command.contract);
    return delisted;
  },
};

/** SPOT-FEE-1, FUT-FEE-2: checked first, for rates as given; whether they are in range is checked later. */
function isRefusedForFees(state: ExchangeState, market: FeeMarket): boolean {
  return isInForce(state, "fee_sums") && areFeesBelowZero(state, market);
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
