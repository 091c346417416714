/**
 * What a user changes of a contract account: leverage, margin mode, the margin of an isolated position. Rules
 * FUT-LEV-1 to FUT-LEV-4, FUT-MODE-1, FUT-MARGIN-1, FUT-MARGIN-2.
 */

import { accept, type Rejected, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome, DeclaredReject } from "../../base/records/command.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { mulDiv } from "../../money/rounding.ts";
import { type Contract, findContract, type Tier } from "../catalogue/contract.ts";
import { moveMargin } from "../ledger/clearing.ts";
import { insufficientBalance } from "../ledger/insufficient-balance.ts";
import { futuresWallet } from "../ledger/ledger.ts";
import { isFrozen } from "../users/users.ts";
import { availableOf, crossSumsOf, freeBalanceOf, totalCostOf } from "./account.ts";
import { findContractAccount, isModeFree, takeContractAccount } from "./contract-account.ts";
import { bottomOf, tierAt, topOf, unrealizedOf } from "./contract-value.ts";
import type { FuturesContext } from "./futures.ts";
import type { MovePositionMargin, SetLeverage, SetMarginMode } from "./futures-commands.ts";
import type { ContractAccount, ContractMarket, FuturesState, Position } from "./futures-state.ts";
import { reassess } from "./watch.ts";

type No = Rejected<DeclaredReject<typeof SetLeverage>>;

export function setLeverage(
  state: FuturesState,
  { user, contract: id, leverage }: SetLeverage,
  context: FuturesContext,
): DeclaredOutcome<typeof SetLeverage> {
  const contract = findContract(state.catalogue, id);
  if (!contract) return reject("contract_not_found");
  if (isFrozen(state.users, user)) return reject("user_frozen");
  const { leverageMax } = contract;
  if (leverage < 1 || leverage > leverageMax) {
    return reject("leverage_out_of_range", { had: `${leverage}`, needed: `${leverageMax}` });
  }
  const no = checkLeverage(state, findContractAccount(state.futures, user, id), leverage);
  if (no) return no;

  const { futures } = state;
  const contractAccount = takeContractAccount(
    futures,
    user,
    futures.markets[id - 1] as ContractMarket,
  );
  contractAccount.leverage = leverage;
  foldNumber(state.digest, leverage);
  tellOf(contractAccount, context);
  return accept({ leverage });
}

/** FUT-LEV-2, FUT-LEV-3. */
function checkLeverage(
  state: FuturesState,
  contractAccount: ContractAccount | undefined,
  leverage: number,
): No | undefined {
  if (!contractAccount) return undefined;
  if (contractAccount.resting > 0) return reject("orders_open");
  const { contract, mark } = contractAccount.market;
  const lots = Math.max(contractAccount.long?.volume ?? 0, contractAccount.short?.volume ?? 0);
  const tier = contract.tiers[tierAt(contract, { lots, ticks: mark || 1 })] as Tier;
  if (lots > 0 && leverage > tier.leverageMax) {
    return reject("leverage_above_tier", { had: `${leverage}`, needed: `${tier.leverageMax}` });
  }
  if (contractAccount.mode === "isolated" || lots === 0) return undefined; // Only later fills use it.
  return checkCost(state, contractAccount, leverage);
}

/** FUT-LEV-3: what a cross account ties up may not grow above what it has. */
function checkCost(
  state: FuturesState,
  contractAccount: ContractAccount,
  leverage: number,
): No | undefined {
  const { user, market } = contractAccount;
  const coin = market.contract.marginCoin;
  const before = contractAccount.leverage;
  const costBefore = totalCostOf(crossSumsOf(state, user, coin));
  contractAccount.leverage = leverage;
  const needed = totalCostOf(crossSumsOf(state, user, coin));
  contractAccount.leverage = before; // This only checks.
  const had = freeBalanceOf(state, user, coin);
  if (needed <= costBefore || needed <= had) return undefined;
  return insufficientBalance(state.catalogue, coin, { had, needed });
}

/** FUT-MODE-1 */
export function setMarginMode(
  state: FuturesState,
  { user, contract: id, mode }: SetMarginMode,
  context: FuturesContext,
): DeclaredOutcome<typeof SetMarginMode> {
  if (!findContract(state.catalogue, id)) return reject("contract_not_found");
  if (isFrozen(state.users, user)) return reject("user_frozen");
  const before = findContractAccount(state.futures, user, id);
  if (before && before.mode !== mode && !isModeFree(before)) return reject("margin_mode_differs");

  const { futures } = state;
  const contractAccount = takeContractAccount(
    futures,
    user,
    futures.markets[id - 1] as ContractMarket,
  );
  contractAccount.mode = mode;
  foldNumber(state.digest, mode === "cross" ? 1 : 2);
  tellOf(contractAccount, context);
  return accept({ mode });
}

/** FUT-LEV-4 */
function tellOf(
  { user, market, leverage, mode }: ContractAccount,
  { events, timeMs }: FuturesContext,
): void {
  const { id: contract } = market.contract;
  events.push({ type: "ContractAccountChanged", user, contract, leverage, mode, timeMs });
}

/** FUT-MARGIN-1: free balance -> margin of the position, and back. */
export function movePositionMargin(
  state: FuturesState,
  { user, position: id, amount }: MovePositionMargin,
  context: FuturesContext,
): DeclaredOutcome<typeof MovePositionMargin> {
  const position = state.futures.positions.get(id);
  if (position?.user !== user) return reject("position_not_found");
  if (isFrozen(state.users, user)) return reject("user_frozen");
  if (position.contractAccount.mode === "cross") return reject("position_is_cross");
  if (position.isFrozen) return reject("position_frozen");
  const no = amount > 0n ? checkInto(state, position, amount) : checkOutOf(state, position, amount);
  if (no) return no;

  const { id: contract } = position.contractAccount.market.contract;
  state.ledger.journal?.begin({ market: contract });
  moveMargin(state.ledger, futuresWallet(state.ledger, user, position.asset), position, amount);
  context.events.push({
    type: "PositionMarginMoved",
    user,
    contract,
    position: id,
    amount,
    timeMs: context.timeMs,
  });
  reassess(state.futures, position.contractAccount);
  return accept({ margin: position.margin });
}

function checkInto({ catalogue, ...state }: FuturesState, position: Position, needed: bigint) {
  const { user, asset } = position;
  const had = availableOf(state, user, asset);
  return had < needed ? insufficientBalance(catalogue, asset, { had, needed }) : undefined;
}

/** FUT-MARGIN-2: what stays must carry the larger of cost and value at the position's leverage. */
function checkOutOf({ catalogue }: FuturesState, position: Position, amount: bigint) {
  const unrealized = unrealizedOf(position);
  const had = position.margin + amount + (unrealized < 0n ? unrealized : 0n);
  const needed = initialOf(position);
  return had < needed ? insufficientBalance(catalogue, position.asset, { had, needed }) : undefined;
}

/** ceil(max(openCost, positionBalance) ÷ leverage). */
function initialOf({ contractAccount, openCost, volume: lots }: Position): bigint {
  const { market, leverage } = contractAccount;
  const { mark } = market;
  const contract: Contract = market.contract;
  const top = topOf(contract, { lots, ticks: mark });
  const bottom = bottomOf(contract, mark);
  const isCost = mark === 0 || openCost * bottom > top;
  const worth = isCost ? { top: openCost, bottom: 1n } : { top, bottom };
  return mulDiv(worth.top, 1n, worth.bottom * BigInt(leverage), "up");
}
