/**
 * After every command: which accounts with debt must be warned or liquidated. The accounts to assess are
 * those that the command has changed and those whose risk bounds a price or an hour has left. Accounts
 * are liquidated in order of their levels, lowest first, then by name: the order in which the users
 * were added must not matter. Rules MARG-LEVEL-4, MARG-CALL-1, MARG-CALL-2, MARG-LIQ-8.
 */
import { foldNumber } from "../../../base/records/digest.ts";
import { indexPriceOf } from "../../prices/index-prices.ts";
import type { User, UserId } from "../../users/users.ts";
import { findAccount, type MarginAccount, rateSumOf } from "../account.ts";
import type { MarginContext, MarginState } from "../margin.ts";
import { isAtMost } from "../risk-level.ts";
import {
  type AccountWorth,
  holdingsOf,
  undecidedBy,
  type ValuedAsset,
  worthOf,
} from "../valuation.ts";
import { boundAbove, boundBelow } from "./bounds.ts";
import { liquidate } from "./liquidate.ts";

const DAY_MS = 86_400_000;

/** Assesses every account that the command may have put at risk; `hourMs` is the hour that ticked, if one did. */
export function checkRisk(state: MarginState, context: MarginContext, hourMs = 0): void {
  if (state.margin.accounts.isUnused) {
    clearTouched(state); // No user ever borrowed.
    return;
  }
  const isOver = new Set<UserId>();
  for (let users = usersToAssess(state, hourMs); users.length > 0; users = takeTouched(state)) {
    const toLiquidate: AccountAtRisk[] = [];
    for (const user of users) {
      const atRisk = assessAccount(state, user, context, hourMs);
      if (atRisk && !isOver.has(user)) toLiquidate.push(atRisk);
    }
    toLiquidate.sort(byLevelThenName);
    for (const { account } of toLiquidate) {
      if (!isStillDue(state, account)) continue; // MARG-LIQ-1: another account's sale has raised its level.
      // Once in a command: what the book cannot take now waits for the next price (MARG-LIQ-6).
      isOver.add(account.user);
      liquidate(state, account, context);
    }
  }
}

/** A forced sale may fill an order of an account that comes later, and raise that account's level. */
function isStillDue(state: MarginState, { user, isLiquidating }: MarginAccount): boolean {
  const { liquidationLevel } = state.catalogue.marginRules;
  return isLiquidating || isAtMost(worthOf(holdingsOf(state, user)), liquidationLevel);
}

/** In order of user ids, so that neither heaps nor sets decide the order of anything. */
function usersToAssess(state: MarginState, hourMs: number): UserId[] {
  const { margin, prices } = state;
  const { touched, watch, liquidating } = margin;
  const take = (user: UserId) => touched.add(user);
  for (const asset of prices.repriced) watch.priced(asset, indexPriceOf(state, asset), take);
  if (hourMs > 0) {
    margin.rateSums.forEach((_, index) => {
      watch.charged(index + 1, rateSumOf(margin, index + 1), take);
    });
    watch.due(hourMs, take);
  }
  // MARG-LIQ-6: a price, an hour or a pair that trades again.
  if (prices.repriced.length > 0 || hourMs > 0 || margin.isRetryDue) liquidating.forEach(take);
  const users = takeTouched(state);
  clearTouched(state);
  return users;
}

function clearTouched({ margin }: MarginState): void {
  if (margin.touched.size > 0) margin.touched.clear();
  margin.isRetryDue = false;
}

function takeTouched({ margin: { touched } }: MarginState): UserId[] {
  const users = [...touched].sort((a, b) => a - b);
  touched.clear();
  return users;
}

interface AccountAtRisk {
  readonly account: MarginAccount;
  readonly worth: AccountWorth;
  readonly name: string;
}

/** Assesses one account. One that need not be liquidated is warned if needed and gets new bounds. */
function assessAccount(
  state: MarginState,
  user: UserId,
  context: MarginContext,
  hourMs: number,
): AccountAtRisk | undefined {
  const { margin, catalogue } = state;
  const account = findAccount(margin, user);
  if (!account) return undefined;
  margin.watch.forget(user);
  if (!isAtStake(account)) {
    setCalled(state, account, 0);
    return undefined;
  }
  const holdings = holdingsOf(state, user);
  const unknown = undecidedBy(state, holdings, context.timeMs);
  if (unknown !== 0) {
    margin.watch.waitFor(user, unknown); // MARG-LEVEL-2
    return undefined;
  }
  const worth = worthOf(holdings);
  const { liquidationLevel, callLevel } = catalogue.marginRules;
  if (account.isLiquidating || isAtMost(worth, liquidationLevel)) {
    const { name } = state.users.users[user - 1] as User;
    return { account, worth, name };
  }
  warn(state, account, isAtMost(worth, callLevel), context, hourMs);
  setBounds(state, account, holdings, worth);
  return undefined;
}

function setBounds(
  state: MarginState,
  { user, calledAtMs }: MarginAccount,
  holdings: readonly ValuedAsset[],
  worth: AccountWorth,
): void {
  const { liquidationLevel, callLevel } = state.catalogue.marginRules;
  if (!isAtMost(worth, callLevel)) {
    boundAbove(state, user, holdings, callLevel);
    return;
  }
  boundAbove(state, user, holdings, liquidationLevel);
  boundBelow(state, user, holdings, callLevel);
  state.margin.watch.boundCall(user, calledAtMs + DAY_MS);
}

function isAtStake(account: MarginAccount): boolean {
  return account.debts.length > 0 || account.isLiquidating;
}

/** MARG-CALL-1: once when the level falls so low; MARG-CALL-2: and every 24 h, at a full hour. */
function warn(
  state: MarginState,
  account: MarginAccount,
  isCalled: boolean,
  context: MarginContext,
  hourMs: number,
): void {
  const { user, calledAtMs } = account;
  if (!isCalled) {
    setCalled(state, account, 0);
    return;
  }
  const isRepeated = hourMs > 0 && calledAtMs + DAY_MS <= hourMs;
  if (calledAtMs === 0 || isRepeated) {
    setCalled(state, account, context.timeMs);
    context.events.push({ type: "MarginCalled", user, timeMs: context.timeMs });
  }
}

function setCalled({ digest }: MarginState, account: MarginAccount, timeMs: number): void {
  if (account.calledAtMs === timeMs) return;
  account.calledAtMs = timeMs;
  foldNumber(digest, account.user);
  foldNumber(digest, timeMs);
}

/** MARG-LIQ-8: an account in liquidation that owes nothing any more has no level, and comes last. */
function byLevelThenName(one: AccountAtRisk, other: AccountAtRisk): number {
  const isFree = one.worth.debt === 0n;
  if (isFree !== (other.worth.debt === 0n)) return isFree ? 1 : -1;
  const left = one.worth.assets * other.worth.debt;
  const right = other.worth.assets * one.worth.debt;
  if (left !== right) return left < right ? -1 : 1;
  return one.name < other.name ? -1 : 1;
}

/** When the levels change, every account with debt is assessed. */
export function touchAll({ margin }: MarginState): void {
  for (const account of margin.accounts.values()) {
    if (account && isAtStake(account)) margin.touched.add(account.user);
  }
}

/** After a snapshot was loaded: sets the bounds that the snapshot does not hold. Changes nothing else. */
export function watchAll(state: MarginState): void {
  for (const account of state.margin.accounts.values()) {
    if (!account || !isAtStake(account)) continue;
    const { user, isLiquidating } = account;
    const holdings = holdingsOf(state, user);
    const unknown = undecidedBy(state, holdings, state.timeMs);
    if (isLiquidating) state.margin.liquidating.add(user);
    if (unknown !== 0) state.margin.watch.waitFor(user, unknown);
    else if (!isLiquidating) setBounds(state, account, holdings, worthOf(holdings));
  }
}
