/**
 * Risk bounds: a contract account that is assessed and not at risk gets bounds, and is not assessed again
 * until the mark leaves them, its positions change or its money falls below a floor. Rule
 * FUT-WATCH-1.
 */
import { amountOf, dividedDown, minus, plus } from "../../../money/amount.ts";
import type { AssetId } from "../../catalogue/catalogue.ts";
import type { UserId } from "../../users/users.ts";
import { crossPositionsOf, freeBalanceOf } from "../account.ts";
import { contractAccountsOf } from "../contract-account.ts";
import { appraise } from "../contract-value.ts";
import type { Bounds, ContractAccount, FuturesState, Position } from "../futures-state.ts";
import { FLOOR, MARGIN } from "../position.ts";
import { forgetBounds, setBounds } from "../watch.ts";
import { crossSurplusOf, isRiskAssessable, mustAssess } from "./assess-risk.ts";
import { boundsOf, tighter } from "./bounds.ts";

/** Sets the bounds of the accounts that are not at risk; true when all are. The others stay to be assessed. */
export function setRiskBounds(state: FuturesState, user: UserId, timeMs: number): boolean {
  const contractAccounts = contractAccountsOf(state.futures, user);
  let isSafe = true;
  for (const { mode, market } of contractAccounts) {
    // A coin whose accounts have their bounds has nothing left to be assessed.
    const coin = market.contract.marginCoin;
    if (mode !== "cross" || !mustAssess(state, user, coin)) continue;
    isSafe = setCrossBounds(state, { user, coin }, timeMs) && isSafe;
  }
  for (const contractAccount of contractAccounts) {
    if (!contractAccount.isDirty) continue;
    if (!contractAccount.long && !contractAccount.short) clearBounds(contractAccount);
    else if (contractAccount.mode === "isolated")
      isSafe = setIsolatedBounds(state, contractAccount, timeMs) && isSafe;
  }
  return isSafe;
}

function clearBounds(contractAccount: ContractAccount): void {
  contractAccount.isDirty = false;
  forgetBounds(contractAccount);
}

/** FUT-RISK-5: the contract account is assessed as soon as its market is decidable. */
function wait(contractAccount: ContractAccount): void {
  clearBounds(contractAccount);
  contractAccount.market.riskBounds.wait(contractAccount);
}

/** The part of a surplus that money may lose before bounds are made anew: a sixteenth. */
const SPARE = 16;

function setIsolatedBounds(
  state: FuturesState,
  contractAccount: ContractAccount,
  timeMs: number,
): boolean {
  if (!isRiskAssessable(state, contractAccount.market, timeMs)) {
    wait(contractAccount);
    return true;
  }
  const long = contractAccount.long && positionBoundsOf(contractAccount.long);
  const short = contractAccount.short && positionBoundsOf(contractAccount.short);
  if (long === AT_RISK || short === AT_RISK) return false;
  contractAccount.isDirty = false;
  setBounds(contractAccount, long && short ? tighter(long, short) : ((long ?? short) as Bounds));
  return true;
}

const AT_RISK: Bounds = { low: 0, high: 0 };

function positionBoundsOf(position: Position): Bounds {
  const long = appraise(position);
  const margin = position.amount(MARGIN);
  const surplus = minus(plus(margin, long.unrealized), long.maintenance);
  if (surplus <= 0) return AT_RISK; // FUT-RISK-2
  const spare = dividedDown(surplus, SPARE);
  position.set(FLOOR, minus(margin, spare));
  const share = minus(surplus, spare);
  // `long` stands for either side: the appraisal says which one it is.
  return boundsOf(position.contractAccount.market, { long, short: undefined }, share);
}

/** The surplus is shared among the contracts: while none uses up its share, the whole is not used up. */
function setCrossBounds(
  state: FuturesState,
  { user, coin }: { user: UserId; coin: AssetId },
  timeMs: number,
): boolean {
  const positions = crossPositionsOf(state, user, coin);
  const contractAccounts = [...new Set(positions.map(({ contractAccount }) => contractAccount))];
  const areAssessable = contractAccounts.every(({ market }) =>
    isRiskAssessable(state, market, timeMs),
  );
  const surplus = crossSurplusOf(state, user, coin, positions);
  if (areAssessable && surplus <= 0n) {
    // All legs are assessed, also when only another leg has ended.
    for (const contractAccount of contractAccounts) contractAccount.isDirty = true;
    return false; // FUT-RISK-2
  }
  const spare = surplus > 0n ? surplus / BigInt(SPARE) : 0n;
  const share = surplus > 0n ? (surplus - spare) / BigInt(contractAccounts.length) : 0n;
  const floor = amountOf(freeBalanceOf(state, user, coin) - spare);
  for (const contractAccount of contractAccounts) {
    contractAccount.floor = floor;
    contractAccount.isDirty = false;
    if (!isRiskAssessable(state, contractAccount.market, timeMs)) {
      wait(contractAccount);
      continue;
    }
    const held = {
      long: contractAccount.long && appraise(contractAccount.long),
      short: contractAccount.short && appraise(contractAccount.short),
    };
    setBounds(contractAccount, boundsOf(contractAccount.market, held, share));
  }
  return true;
}
