/**
 * Binding: a contract account that is judged and not at risk leaves its bounds behind, and is not looked at again
 * until the mark leaves them, its positions change or its money falls below a floor. Rule
 * FUT-WATCH-1.
 */
import type { AssetId } from "../../catalogue/catalogue.ts";
import type { UserId } from "../../users/users.ts";
import { crossPositionsOf, normalOf } from "../account.ts";
import { type ContractAccount, contractAccountsOf } from "../contract-account.ts";
import { appraise } from "../contract-value.ts";
import type { FuturesState } from "../futures.ts";
import type { Position } from "../position.ts";
import { type Bounds, boundContractAccount, forgetBounds } from "../watch.ts";
import { boundsOf, tighter } from "./bounds.ts";
import { crossSurplusOf, isDecidable, mustJudge } from "./judge.ts";

/** Binds what is not at risk; true when that is all of it. What is at risk stays to be judged. */
export function bindUser(state: FuturesState, user: UserId, timeMs: number): boolean {
  const contractAccounts = contractAccountsOf(state.futures, user);
  let isSafe = true;
  for (const { mode, market } of contractAccounts) {
    // A coin that is bound already has nothing left to be judged.
    const coin = market.contract.marginCoin;
    if (mode !== "cross" || !mustJudge(state, user, coin)) continue;
    isSafe = bindCross(state, { user, coin }, timeMs) && isSafe;
  }
  for (const contractAccount of contractAccounts) {
    if (!contractAccount.isDirty) continue;
    if (!contractAccount.long && !contractAccount.short) unbind(contractAccount);
    else if (contractAccount.mode === "isolated")
      isSafe = bindIsolated(state, contractAccount, timeMs) && isSafe;
  }
  return isSafe;
}

function unbind(contractAccount: ContractAccount): void {
  contractAccount.isDirty = false;
  forgetBounds(contractAccount);
}

/** FUT-RISK-5: it is judged as soon as that can be done. */
function wait(contractAccount: ContractAccount): void {
  unbind(contractAccount);
  contractAccount.market.undecided.add(contractAccount);
}

/** The part of a surplus that money may lose before bounds are made anew: a sixteenth. */
function spareOf(surplus: bigint): bigint {
  return surplus > 0n ? surplus >> 4n : 0n;
}

function bindIsolated(
  state: FuturesState,
  contractAccount: ContractAccount,
  timeMs: number,
): boolean {
  if (!isDecidable(state, contractAccount.market, timeMs)) {
    wait(contractAccount);
    return true;
  }
  const long = contractAccount.long && bindPosition(contractAccount.long);
  const short = contractAccount.short && bindPosition(contractAccount.short);
  if (long === AT_RISK || short === AT_RISK) return false;
  contractAccount.isDirty = false;
  boundContractAccount(
    contractAccount,
    long && short ? tighter(long, short) : ((long ?? short) as Bounds),
  );
  return true;
}

const AT_RISK: Bounds = { low: 0, high: 0 };

function bindPosition(position: Position): Bounds {
  const long = appraise(position);
  const surplus = position.margin + long.unrealized - long.maintenance;
  if (surplus <= 0n) return AT_RISK; // FUT-RISK-2
  const spare = spareOf(surplus);
  position.floor = position.margin - spare;
  // Which side it is on is for the appraisal to say.
  return boundsOf(position.contractAccount.market, { long, short: undefined }, surplus - spare);
}

/** The surplus is shared among the contracts: while none uses up its share, all of it is not. */
function bindCross(
  state: FuturesState,
  { user, coin }: { user: UserId; coin: AssetId },
  timeMs: number,
): boolean {
  const positions = crossPositionsOf(state, user, coin);
  const contractAccounts = [...new Set(positions.map(({ contractAccount }) => contractAccount))];
  const isJudged = contractAccounts.every(({ market }) => isDecidable(state, market, timeMs));
  const surplus = crossSurplusOf(state, user, coin, positions);
  if (isJudged && surplus <= 0n) {
    for (const contractAccount of contractAccounts) contractAccount.isDirty = true; // Also when it was another leg that has ended.
    return false; // FUT-RISK-2
  }
  const spare = spareOf(surplus);
  const share = surplus > 0n ? (surplus - spare) / BigInt(contractAccounts.length) : 0n;
  const floor = normalOf(state, user, coin) - spare;
  for (const contractAccount of contractAccounts) {
    contractAccount.floor = floor;
    contractAccount.isDirty = false;
    if (!isDecidable(state, contractAccount.market, timeMs)) {
      wait(contractAccount);
      continue;
    }
    const held = {
      long: contractAccount.long && appraise(contractAccount.long),
      short: contractAccount.short && appraise(contractAccount.short),
    };
    boundContractAccount(contractAccount, boundsOf(contractAccount.market, held, share));
  }
  return true;
}
