/**
 * The tripwire inspects, after every batch and before any reply, the wallets and isolated margins that were posted
 * to. What is locked equals the expected lock, which the orders on the books count themselves
 * (spot/count-expected-lock.ts), and nothing is below zero but what I-2 allows. Cheap on purpose: what only an
 * inspection of everything shows is in invariants.ts. Rules CORE-TRIP-1, CORE-TRIP-2.
 */

import { Fault } from "../../base/assert.ts";
import { crossEquityOf, crossPositionsOf } from "../futures/account.ts";
import { isRiskAssessable } from "../futures/liquidation/assess-risk.ts";
import { AREAS } from "../ledger/area.ts";
import { type BalanceHolder, isIsolatedMargin, ownerOf } from "../ledger/clearing.ts";
import { balanceOf, type Wallet } from "../ledger/ledger.ts";
import type { ExchangeState } from "../state.ts";
import type { UserId } from "../users/users.ts";

/** Told which users' money was posted to, a user once for each balance; "all" when the users are not known. */
export type OnTouched = (user: UserId | "all") => void;

/** CORE-TRIP-1: throws when a touched balance does not add up. */
export function inspectTouched(state: ExchangeState, onTouched?: OnTouched): void {
  const first = takeTripped(state, onTouched)[0];
  if (first) throw new Fault(problemOf(state, first));
}

const NONE: readonly BalanceHolder[] = [];

/** The touched balances that do not add up. The list of touched balances is cleared. */
export function takeTripped(state: ExchangeState, onTouched?: OnTouched): readonly BalanceHolder[] {
  const { wallets, touched, touchedMargins } = state.ledger;
  let tripped: BalanceHolder[] | undefined;
  for (let wallet = touched.take(); wallet !== undefined; wallet = touched.take()) {
    wallets.setTouched(wallet, false);
    onTouched?.(wallets.userOf(wallet));
    if (isSound(state, wallet)) continue;
    tripped ??= [];
    tripped.push(wallet);
  }
  for (let isolated = touchedMargins.take(); isolated; isolated = touchedMargins.take()) {
    isolated.isTouched = false;
    onTouched?.(isolated.user);
    if (isolated.margin >= 0n) continue;
    tripped ??= [];
    tripped.push(isolated);
  }
  const isOverfull = touched.takeOverfull();
  if (touchedMargins.takeOverfull() || isOverfull) {
    onTouched?.("all");
    return inspectAll(state);
  }
  return tripped ?? NONE;
}

/** CORE-TRIP-2: which balances were touched is not known, so all are inspected. */
function inspectAll(state: ExchangeState): readonly BalanceHolder[] {
  const { wallets } = state.ledger;
  const tripped: BalanceHolder[] = [];
  for (const area of AREAS) {
    for (const wallet of wallets.in(area)) if (!isSound(state, wallet)) tripped.push(wallet);
  }
  for (const isolated of state.futures.positions.all())
    if (isolated.margin < 0n) tripped.push(isolated);
  return tripped;
}

/** What is not true of a balance holder; undefined when all is. */
export function problemOf(state: ExchangeState, holder: BalanceHolder): string | undefined {
  const { ledger } = state;
  const { user, asset } = ownerOf(ledger, holder);
  const of = `user ${user}, asset ${asset}`;
  if (isIsolatedMargin(holder)) {
    return holder.margin < 0n
      ? `I-2 the margin of a position of ${of} is ${holder.margin}`
      : undefined;
  }
  if (isSound(state, holder)) return undefined;
  const { free, locked } = balanceOf(ledger, holder);
  const expected = ledger.wallets.expectedLock(holder);
  if (locked !== expected) {
    return `I-3 I-12 ${of}: ${locked} is locked and the open orders need ${expected}`;
  }
  return `I-2 ${of}: ${free} is free and ${locked} locked`;
}

function isSound(state: ExchangeState, wallet: Wallet): boolean {
  const { wallets } = state.ledger;
  return wallets.isAsExpected(wallet) && (wallets.hasFree(wallet, 0) || isCarried(state, wallet));
}

/** I-2: the free balance may be below zero while cross positions carry it, or cannot be assessed. */
function isCarried(state: ExchangeState, wallet: Wallet): boolean {
  const { wallets } = state.ledger;
  if (wallets.areaOf(wallet) !== "futures") return false;
  const { user, asset } = balanceOf(state.ledger, wallet);
  const positions = crossPositionsOf(state, user, asset);
  if (positions.length === 0) return false;
  const areAssessable = positions.every(({ contractAccount }) =>
    isRiskAssessable(state, contractAccount.market, state.timeMs),
  );
  return !areAssessable || crossEquityOf(state, user, asset) > 0n;
}
