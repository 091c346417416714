/**
 * The settlement account of a margin order: it borrows what is missing when the order is placed, repays with
 * what its fills bring, and at the end with what was not needed. Rules MARG-BORROW-1 to
 * MARG-BORROW-4, MARG-INDEX-1, MARG-ORDER-3, MARG-REPAY-2, MARG-REPAY-3.
 */
import { type Rejected, reject } from "../../base/outcome.ts";
import { bigOf } from "../../money/amount.ts";
import { formatUnits } from "../../money/decimal.ts";
import type { AssetId, Pair } from "../catalogue/catalogue.ts";
import { loanTermsOf } from "../catalogue/lending.ts";
import { fundHeld } from "../ledger/house.ts";
import { insufficientBalance } from "../ledger/insufficient-balance.ts";
import { freeOf, hold, marginWallet } from "../ledger/ledger.ts";
import type { Order } from "../orders/order.ts";
import { formatRate } from "../orders/refusal-numbers.ts";
import { isIndexStale } from "../prices/index-prices.ts";
import type { Lock } from "../spot/order-value.ts";
import type { SettlementAccount, SettlementReject } from "../spot/settlement-account.ts";
import type { UserId } from "../users/users.ts";
import { findAccount, findDebt, hasDebt } from "./account.ts";
import { givenAway, givenAwayAtRest } from "./give-away.ts";
import { borrow, firstHourOf, INTEREST_ONE, repay } from "./loans.ts";
import type { MarginState } from "./margin.ts";
import { formatLevel, isAtMost, mayOwe } from "./risk-level.ts";
import {
  type AccountWorth,
  carriesLoans,
  collateralOf,
  collateralValueOf,
  holdingsOf,
  indexValueOf,
  undecidedBy,
  type ValuedAsset,
  worthOf,
} from "./valuation.ts";

type Refusal = Rejected<SettlementReject> | undefined;

/** Money of one asset in units. */
interface Loan {
  readonly asset: AssetId;
  readonly amount: bigint;
}

/** What an order needs to borrow; never below zero. */
function shortageOf({ ledger }: MarginState, user: UserId, lock: Lock): bigint {
  const { asset } = lock;
  const amount = bigOf(lock.amount);
  const free = freeOf(ledger, "margin", user, asset);
  return amount > free ? amount - free : 0n;
}

export function marginSettlementAccount(state: MarginState): SettlementAccount {
  const { ledger, margin } = state;
  const { rows } = state.orders.byId;
  const touch = (user: UserId) => {
    if (hasDebt(findAccount(margin, user))) margin.touched.add(user);
  };
  return {
    refuse(draft, timeMs) {
      const { user, lock } = draft;
      const loan = shortageOf(state, user, lock);
      const no = loan > 0n ? refuseLoan(state, user, lock, loan) : undefined;
      return no ?? refuseLevel(state, draft, { asset: lock.asset, amount: loan }, timeMs);
    },
    hold({ order, user, lock }, context) {
      const { asset } = lock;
      const amount = shortageOf(state, user, lock);
      rows.setBorrowed(order, amount);
      if (amount > 0n) borrow(state, { user, asset, amount }, context);
      const wallet = marginWallet(ledger, user, asset);
      rows.setWallet(order, wallet);
      hold(ledger, wallet, lock.amount);
      touch(user);
    },
    wallet: (user, asset) => marginWallet(ledger, user, asset),
    received(order, asset, amount, context) {
      const user = rows.user(order);
      touch(user);
      repay(state, { user, asset, amount: bigOf(amount) }, context); // MARG-REPAY-2
    },
    ended(order, freed, context) {
      const user = rows.user(order);
      const borrowed = rows.borrowed(order);
      const asset = ledger.wallets.assetOf(rows.wallet(order));
      touch(user);
      const amount = freed < borrowed ? bigOf(freed) : borrowed;
      repay(state, { user, asset, amount }, context); // MARG-REPAY-3
    },
  };
}

/** MARG-BORROW-3: the pool has it, and the user's cap allows it. No part of a loan is made. */
function refuseLoan(state: MarginState, user: UserId, lock: Lock, loan: bigint): Refusal {
  const { catalogue, ledger, margin } = state;
  const { asset } = lock;
  const scale = catalogue.assets[asset - 1]?.scale ?? 0;
  const against = (had: bigint, needed: bigint) => ({
    had: formatUnits(had, scale),
    needed: formatUnits(needed, scale),
  });
  const { cap } = loanTermsOf(catalogue, asset);
  if (cap === 0n) {
    const needed = bigOf(lock.amount);
    return insufficientBalance(catalogue, asset, { had: needed - loan, needed });
  }
  const pool = fundHeld(ledger, "loan_pool", asset);
  if (loan > pool) return reject("loan_pool_short", against(pool, loan));
  const owed = findDebt(findAccount(margin, user), asset)?.principal ?? 0n;
  const room = cap > owed ? cap - owed : 0n; // The cap may have been lowered since.
  if (loan > room) return reject("loan_cap_reached", against(room, loan));
  return undefined;
}

/**
 * MARG-ORDER-3: with a loan the account must stay within its leverage, and with an old debt alone
 * above liquidation, both as if all its orders were filled at their prices.
 */
function refuseLevel(state: MarginState, order: Order, loan: Loan, timeMs: number): Refusal {
  const { user } = order;
  const isBorrowing = loan.amount > 0n;
  if (!isBorrowing && !hasDebt(findAccount(state.margin, user))) return undefined;
  const holdings = holdingsOf(state, user);
  const bought = boughtAsset(state, order);
  if (!isKnownEnough(state, holdings, { loan, bought }, timeMs)) return reject("index_not_known");
  if (isBorrowing && !areDebtsCarried(state, holdings, loan)) return reject("index_from_trades");

  // MARG-INDEX-1: an asset that carries no loan must not replace one that does.
  const isStrict = isBorrowing || !carriesLoans(state, bought);
  const counted = isStrict ? collateralOf(state, holdings) : holdings;
  const valuing = isStrict ? collateralValueOf : indexValueOf;
  const before = worthOf(counted);
  const lent = indexValueOf(state, loan.asset, loan.amount);
  const losses = givenAway(state, order, valuing) + givenAwayAtRest(state, user, valuing);
  const worth = {
    assets: before.assets + lent - losses,
    debt: before.debt + lent + firstHourValue(state, loan),
  };
  const needed = levelNeeded(state, worth, isBorrowing);
  if (needed === undefined) return undefined;
  const isLess = !carriesLoans(state, bought) || worthOf(holdings).assets > before.assets;
  const reason = isStrict && isLess ? "index_from_trades" : "level_too_low";
  return reject(reason, { had: formatLevel(worth), needed });
}

/** The level that a refused order would need; undefined when the level is high enough. */
function levelNeeded(
  { catalogue: { marginRules } }: MarginState,
  worth: AccountWorth,
  isBorrowing: boolean,
): string | undefined {
  const { leverageMax, liquidationLevel } = marginRules;
  if (isBorrowing) {
    return mayOwe(worth, marginRules) ? undefined : `at least ${leverageMax}/${leverageMax - 1}`;
  }
  return isAtMost(worth, liquidationLevel) ? `above ${formatRate(liquidationLevel)}` : undefined;
}

/** MARG-INDEX-1: whether all that is owed, and the new loan, may rest on their indexes. */
function areDebtsCarried(
  state: MarginState,
  holdings: readonly ValuedAsset[],
  loan: Loan,
): boolean {
  const isCarried = ({ owed, asset }: ValuedAsset) => owed === 0n || carriesLoans(state, asset);
  return carriesLoans(state, loan.asset) && holdings.every(isCarried);
}

/** MARG-BORROW-4: a loan needs fresh prices; an order without one needs only the last known prices of what is owed. */
function isKnownEnough(
  state: MarginState,
  holdings: readonly ValuedAsset[],
  { loan, bought }: { loan: Loan; bought: AssetId },
  timeMs: number,
): boolean {
  if (loan.amount === 0n) return holdings.every(({ owed, price }) => owed === 0n || price > 0n);
  const isSettled = undecidedBy(state, holdings, timeMs) === 0;
  return isSettled && isPriced(state, loan.asset, timeMs) && !isIndexStale(state, bought, timeMs);
}

function boughtAsset({ catalogue }: MarginState, { market: id, side }: Order): AssetId {
  const pair = catalogue.pairs[id - 1] as Pair;
  return side === "buy" ? pair.base : pair.quote;
}

function isPriced(state: MarginState, asset: AssetId, timeMs: number): boolean {
  return indexValueOf(state, asset, 1n) > 0n && !isIndexStale(state, asset, timeMs);
}

function firstHourValue(state: MarginState, { asset, amount }: Loan): bigint {
  return indexValueOf(state, asset, firstHourOf(state, asset, amount)) / INTEREST_ONE;
}
