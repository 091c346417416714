/**
 * What holds of futures after every command: I-9 to I-15 of the rulebook and the futures half of
 * I-2, I-5 and I-16, recomputed from scratch like the others.
 */

import { bigOf } from "../../money/amount.ts";
import type { Contract } from "../catalogue/contract.ts";
import { crossEquityOf, crossPositionsOf, freeBalanceOf } from "../futures/account.ts";
import {
  allContractAccounts,
  findContractAccount,
  positionSideOf,
} from "../futures/contract-account.ts";
import { isValueUp, maintenanceOf, unrealizedOf, valueAt } from "../futures/contract-value.ts";
import type { ContractAccount, ContractMarket, Position } from "../futures/futures-state.ts";
import { isIsolatedAtRisk, isRiskAssessable } from "../futures/liquidation/assess-risk.ts";
import { restFreezeOf } from "../futures/trading/freeze.ts";
import { clearingOf } from "../ledger/clearing.ts";
import { balanceOf, type Wallet } from "../ledger/ledger.ts";
import type { FuturesTerms, Order } from "../orders/order.ts";
import type { ExchangeState } from "../state.ts";
import type { Claim } from "./invariants.ts";
import { Sums } from "./sums.ts";

/** `orders` are those of futures. */
export function checkFutures(state: ExchangeState, orders: readonly Order[], claim: Claim): void {
  const { futures } = state;
  const { touched, traded, triggered } = futures;
  const isQuiet = touched.size === 0 && traded.size === 0 && triggered.length === 0;
  claim(isQuiet, "everything in futures was followed up");
  for (const market of futures.markets) checkMarket(state, market, claim);
  const byContractAccount = ordersByContractAccount(state, orders);
  for (const contractAccount of allContractAccounts(futures)) {
    checkContractAccount(byContractAccount.get(contractAccount) ?? [], contractAccount, claim);
    checkIsolated(state, contractAccount, claim);
  }
  const frozen = frozenIn(state, orders);
  for (const wallet of state.ledger.wallets.in("futures")) {
    checkAccount(state, wallet, frozen, claim);
  }
  claim(frozen.isEmpty, "I-12 everything frozen has a wallet");
  for (const order of orders) checkFuturesOrder(state, order, claim);
}

function ordersByContractAccount(
  { futures }: ExchangeState,
  orders: readonly Order[],
): Map<ContractAccount, Order[]> {
  const byContractAccount = new Map<ContractAccount, Order[]>();
  for (const order of orders) {
    const contractAccount = findContractAccount(futures, order.user, order.market);
    const own = contractAccount && byContractAccount.get(contractAccount);
    if (own) own.push(order);
    else if (contractAccount) byContractAccount.set(contractAccount, [order]);
  }
  return byContractAccount;
}

/** I-9, I-11, I-14, I-15 */
function checkMarket(state: ExchangeState, market: ContractMarket, claim: Claim): void {
  const { contract, totals } = market;
  const name = contract.name;
  const open = [...market.positions.all()];
  const sum = (of: (position: Position) => bigint) =>
    open.reduce((total, position) => total + of(position), 0n);
  const net = sum(({ side, volume }) => BigInt(side === "buy" ? volume : -volume));
  claim(net === 0n, () => `I-9 longs of ${name} equal shorts`);
  const clearing = clearingOf(state.ledger, contract.id);
  const costs = sum(({ side, cost }) => (isValueUp(contract, side) ? -cost : cost));
  claim(clearing === costs, () => `I-11 clearing of ${name} is what its positions cost`);
  const profits = sum(({ closeProfit, settleProfit }) => closeProfit + settleProfit);
  const realised = profits + totals.endedProfit + totals.engineProfit;
  claim(realised === -clearing, () => `I-14 all profits of ${name} came out of its clearing`);
  const fees = sum(({ tradeFee }) => tradeFee) + totals.endedFees;
  const gained = totals.feesGained + totals.liquidationFees;
  claim(fees === -gained, () => `I-15 all fees of ${name} were gained by the house`);
  claim(market.positions.size === open.length, () => `positions of ${name} are counted`);
}

/** I-10, and what a contract account keeps of its orders. */
function checkContractAccount(
  own: readonly Order[],
  contractAccount: ContractAccount,
  claim: Claim,
): void {
  const { user, market, long, short } = contractAccount;
  const { contract } = market;
  const name = `user ${user} at ${contract.name}`;
  const resting = own.filter(({ futures }) => !futures?.isWaiting);
  claim(
    contractAccount.resting === resting.length,
    () => `${name} has as many resting orders as it counts`,
  );
  for (const side of ["buy", "sell"] as const) {
    const position = side === "buy" ? long : short;
    const about = resting.filter((order) => positionSideOf(order) === side);
    const closing = about.filter(({ futures }) => futures?.action === "close");
    const pending = closing.reduce((total, { remaining }) => total + remaining, 0);
    claim(
      pending === (position?.pending ?? 0),
      () => `I-10 pending closes of ${name} are those that rest`,
    );
    claim(pending <= (position?.volume ?? 0), () => `I-10 ${name} closes no more than it holds`);
    const opening = about.filter(({ futures }) => futures?.action === "open");
    const value = opening.reduce(
      (total, { remaining: lots, ticks }) => total + valueAt(contract, { lots, ticks }),
      0n,
    );
    const kept = side === "buy" ? contractAccount.openingLong : contractAccount.openingShort;
    claim(
      bigOf(kept.value) === value,
      () => `orders of ${name} that open are worth what it counts`,
    );
    if (position) checkPosition(position, claim);
  }
}

function checkPosition(position: Position, claim: Claim): void {
  const { id, volume, cost, margin, contractAccount, isFrozen } = position;
  claim(volume > 0 && cost >= 0n, () => `I-10 position ${id} holds something`);
  claim(margin >= 0n, () => `I-2 margin of position ${id} is not below zero`);
  claim(
    contractAccount.mode === "isolated" || margin === 0n,
    () => `I-12 cross position ${id} has no margin`,
  );
  claim(!isFrozen, () => `position ${id} is not frozen when a command is over`);
}

/** What open orders froze, by user and coin. */
function frozenIn({ catalogue }: ExchangeState, orders: readonly Order[]): Sums {
  const frozen = new Sums();
  for (const { user, market: pair, futures } of orders) {
    const coin = (catalogue.contracts[pair - 1] as Contract).marginCoin;
    if (futures && futures.frozen !== 0n) frozen.add(user, coin, futures.frozen);
  }
  return frozen;
}

/** I-2, I-12, I-13 */
function checkAccount(state: ExchangeState, wallet: Wallet, frozen: Sums, claim: Claim): void {
  const { ledger } = state;
  const { user, asset: coin, locked } = balanceOf(ledger, wallet);
  const sum = frozen.take(user, coin);
  claim(locked === sum, () => `I-12 the locked balance of user ${user} is what its orders froze`);
  claim(
    ledger.wallets.expectedLock(wallet) === sum,
    () => `I-12 the orders of user ${user} count what they froze`,
  );
  checkCross(state, user, coin, claim);
}

function checkIsolated(state: ExchangeState, contractAccount: ContractAccount, claim: Claim): void {
  if (
    contractAccount.mode !== "isolated" ||
    !isRiskAssessable(state, contractAccount.market, state.timeMs)
  )
    return;
  for (const position of [contractAccount.long, contractAccount.short]) {
    if (!position) continue;
    claim(!isIsolatedAtRisk(position), () => `I-13 position ${position.id} is above maintenance`);
  }
}

function checkCross(state: ExchangeState, user: number, coin: number, claim: Claim): void {
  const positions = crossPositionsOf(state, user, coin);
  const normal = freeBalanceOf(state, user, coin);
  if (positions.length === 0) {
    claim(normal >= 0n, () => `I-2 the free balance of user ${user} is not below zero`);
    return;
  }
  if (
    !positions.every(({ contractAccount }) =>
      isRiskAssessable(state, contractAccount.market, state.timeMs),
    )
  )
    return;
  const equity = crossEquityOf(state, user, coin);
  const maintenance = positions.reduce((sum, position) => sum + maintenanceOf(position), 0n);
  const unrealized = positions.reduce((sum, position) => sum + unrealizedOf(position), 0n);
  claim(equity === normal + unrealized, () => `equity of user ${user} is what it is made of`);
  claim(equity > maintenance, () => `I-13 cross account of user ${user} is above maintenance`);
}

/** I-12, I-16 of one order. */
function checkFuturesOrder(state: ExchangeState, order: Order, claim: Claim): void {
  const contract = state.catalogue.contracts[order.market - 1] as Contract;
  const terms = order.futures as FuturesTerms;
  const { id } = order;
  if (terms.isWaiting) {
    claim(
      terms.frozen === 0n && order.executed === 0,
      () => `I-16 waiting order ${id} is untouched`,
    );
    return;
  }
  claim(
    findContractAccount(state.futures, order.user, order.market) !== undefined,
    () => `order ${id} has a contract account`,
  );
  const needed = terms.action === "open" ? restFreezeOf(contract, order, terms) : 0n;
  claim(terms.frozen === needed, () => `I-12 order ${id} has frozen what it needs`);
}
