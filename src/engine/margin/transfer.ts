/**
 * What a user does with a margin account beside trading: money in and out, and paying back. In at
 * any time; out only what is free and, with debt, while the level stays high enough. Rules
 * MARG-TRANSFER-1, MARG-TRANSFER-2, MARG-REPAY-4.
 */
import { foldNumber } from "../../base/digest.ts";
import { accept, type Outcome, type Rejected, reject } from "../../base/outcome.ts";
import { findAsset } from "../catalogue/catalogue.ts";
import {
  findMarginWallet,
  findSpotWallet,
  marginWallet,
  spotWallet,
  transfer,
} from "../ledger/ledger.ts";
import { tooLittle } from "../spot/purse.ts";
import { isFrozen } from "../users/users.ts";
import { findAccount, hasDebt } from "./account.ts";
import { givenAwayAtRest } from "./give-away.ts";
import { owedBy, repay } from "./loans.ts";
import type {
  MarginState,
  MarginTurn,
  Repay,
  RepayReject,
  Transfer,
  TransferReject,
} from "./margin.ts";
import { isAtLeast } from "./risk-level.ts";
import { holdingsOf, indexValueOf, undecidedBy, worthOf } from "./valuation.ts";

export function transferMoney(
  state: MarginState,
  command: Transfer,
  turn: MarginTurn,
): Outcome<{ transferId: number }, TransferReject> {
  const { user, from, to, asset, amount } = command;
  const no = checkTransfer(state, command, turn.timeMs);
  if (no) return no;

  const { ledger, margin } = state;
  const spot = spotWallet(ledger, user, asset);
  const own = marginWallet(ledger, user, asset);
  if (from === "spot") transfer(ledger, spot, own, amount);
  else transfer(ledger, own, spot, amount);
  margin.touched.add(user);
  margin.transferIdLast++;
  const id = margin.transferIdLast;
  foldNumber(state.digest, id);
  const { timeMs } = turn;
  turn.events.push({ type: "Transferred", id, user, from, to, asset, amount, timeMs });
  return accept({ transferId: id });
}

function checkTransfer(
  state: MarginState,
  { user, from, to, asset, amount }: Transfer,
  timeMs: number,
): Rejected<TransferReject> | undefined {
  if (from === to) return reject("area_is_the_same");
  if (!findAsset(state.catalogue, asset)) return reject("asset_not_found");
  if (amount <= 0n) return reject("amount_not_positive");
  if (isFrozen(state.users, user)) return reject("user_frozen"); // USER-FREEZE-2
  const find = from === "spot" ? findSpotWallet : findMarginWallet;
  const had = find(state.ledger, user, asset)?.free ?? 0n;
  if (had < amount) return tooLittle(state.catalogue, asset, { had, needed: amount });
  return from === "spot" ? undefined : checkLevel(state, { user, asset, amount }, timeMs);
}

/** MARG-TRANSFER-2: what its open orders would give away is as good as gone. */
function checkLevel(
  state: MarginState,
  { user, asset, amount }: { user: number; asset: number; amount: bigint },
  timeMs: number,
): Rejected<TransferReject> | undefined {
  if (!hasDebt(findAccount(state.margin, user))) return undefined;
  const holdings = holdingsOf(state, user);
  if (undecidedBy(state, holdings, timeMs) !== 0) return reject("index_not_known");
  const { assets, debt } = worthOf(holdings);
  const left = assets - indexValueOf(state, asset, amount) - givenAwayAtRest(state, user);
  const { transferLevel } = state.catalogue.marginRules;
  return isAtLeast({ assets: left, debt }, transferLevel) ? undefined : reject("level_too_low");
}

/** MARG-REPAY-4: never more than is owed; without an amount, all that is owed and free. */
export function repayDebt(
  state: MarginState,
  { user, asset: id, amount }: Repay,
  turn: MarginTurn,
): Outcome<{ repaid: bigint }, RepayReject> {
  if (!findAsset(state.catalogue, id)) return reject("asset_not_found");
  if (amount < 0n) return reject("amount_not_positive");
  const had = findMarginWallet(state.ledger, user, id)?.free ?? 0n;
  const owed = owedBy(state.margin, user, id);
  const needed = amount < owed ? amount : owed;
  if (amount > 0n && had < needed) return tooLittle(state.catalogue, id, { had, needed });

  state.margin.touched.add(user);
  const offered = amount > 0n ? needed : had;
  return accept({ repaid: repay(state, { user, asset: id, amount: offered }, turn) });
}
