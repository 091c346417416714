/**
 * Which accounts are at risk after a command. Nearly always none is: then the touched accounts get risk bounds
 * and that is all. Else isolated positions come first, by position id, then cross accounts, by user id. A
 * liquidation may touch other users; they join the risk pass where their place is still to come, and are assessed
 * in the next, until none is left. Rules FUT-RISK-2 to FUT-RISK-5, FUT-WATCH-1.
 */
import type { UserId } from "../../users/users.ts";
import { crossPositionsOf } from "../account.ts";
import { contractAccountsOf } from "../contract-account.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesState, Position } from "../futures-state.ts";
import {
  coinsOf,
  crossSurplusOf,
  isIsolatedAtRisk,
  isRiskAssessable,
  mustAssess,
} from "./assess-risk.ts";
import { liquidateCross } from "./liquidate-cross.ts";
import { liquidateIsolated } from "./liquidate-isolated.ts";
import { mustPayBack, payBack } from "./pay-back.ts";
import { joinQueue, RiskPass } from "./risk-pass.ts";
import { setRiskBounds } from "./set-risk-bounds.ts";

/** Assesses all users that the command or a liquidation has touched, until no account is at risk. */
export function checkFuturesRisk(state: FuturesState, context: FuturesContext): void {
  const { touched } = state.futures;
  const { timeMs } = context;
  if (trySetAllBounds(state, timeMs)) {
    touched.clear();
    return;
  }
  for (const user of touched) if (trySetBounds(state, user, timeMs)) touched.delete(user);
  while (touched.size > 0) {
    const pass = new RiskPass(touched);
    for (const user of pass.users) payBack(state, user, context);
    checkIsolated(state, pass, context);
    checkCrosses(state, pass, context);
    for (const user of pass.end()) setRiskBounds(state, user, timeMs);
  }
}

/** Sets the bounds it can; false when a user is at risk or owes something. */
function trySetAllBounds(state: FuturesState, timeMs: number): boolean {
  for (const user of state.futures.touched) if (!trySetBounds(state, user, timeMs)) return false;
  return true;
}

function trySetBounds(state: FuturesState, user: UserId, timeMs: number): boolean {
  return !mustPayBack(state, user) && setRiskBounds(state, user, timeMs);
}

/** FUT-RISK-4: positions that begin meanwhile come in the next risk pass. */
function checkIsolated(state: FuturesState, pass: RiskPass, context: FuturesContext): void {
  const idLast = state.futures.positionIdLast;
  const keyOf = ({ id }: Position) => id;
  const queue = isolatedOf(state, pass.users);
  for (const [at, position] of queue.entries()) {
    const isStill =
      position.volume > 0 &&
      isRiskAssessable(state, position.contractAccount.market, context.timeMs);
    if (!isStill || !isIsolatedAtRisk(position)) continue;
    liquidateIsolated(state, position, context);
    for (const joined of isolatedOf(state, pass.joining())) {
      if (joined.id <= idLast) joinQueue(queue, joined, { at, keyOf });
    }
  }
}

function checkCrosses(state: FuturesState, pass: RiskPass, context: FuturesContext): void {
  const keyOf = (user: UserId) => user;
  pass.joining();
  const queue = [...pass.users].sort((a, b) => a - b);
  for (const [at, user] of queue.entries()) {
    checkCross(state, user, context);
    for (const joined of pass.joining()) joinQueue(queue, joined, { at, keyOf });
  }
}

/** FUT-RISK-4: isolated positions of these users that must be assessed, by position id. */
function isolatedOf({ futures }: FuturesState, users: Iterable<UserId>): Position[] {
  const found: Position[] = [];
  for (const user of users) {
    for (const { mode, isDirty, long, short } of contractAccountsOf(futures, user)) {
      if (mode !== "isolated" || !isDirty) continue;
      if (long) found.push(long);
      if (short) found.push(short);
    }
  }
  return found.sort((a, b) => a.id - b.id);
}

function checkCross(state: FuturesState, user: UserId, context: FuturesContext): void {
  for (const coin of coinsOf(state, user)) {
    if (!mustAssess(state, user, coin)) continue;
    const positions = crossPositionsOf(state, user, coin);
    const isUnassessable = positions.some(
      ({ contractAccount }) => !isRiskAssessable(state, contractAccount.market, context.timeMs),
    );
    if (isUnassessable || crossSurplusOf(state, user, coin, positions) > 0n) continue;
    liquidateCross(state, { user, coin }, context);
  }
}
