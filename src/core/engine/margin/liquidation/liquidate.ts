/**
 * The liquidation of a margin account, in one command: its orders go, its debts are paid with what
 * is there, the rest is sold as far as needed, and a fee is taken. What the book cannot take waits
 * for the next price; what the account cannot pay is paid by the insurance and then by the house. Rules
 * MARG-LIQ-1 to MARG-LIQ-7, MARG-LOSS-1.
 */
import { foldNumber } from "../../../base/records/digest.ts";
import { RATE_ONE_BIG } from "../../../money/rate.ts";
import { coverLoss, insure } from "../../ledger/house.ts";
import { balanceOf, freeOf, houseOf, type Wallet } from "../../ledger/ledger.ts";
import { openRowsOf } from "../../orders/open-orders.ts";
import { cancelResting } from "../../spot/end-order.ts";
import { hasDebt, type MarginAccount } from "../account.ts";
import { forgive, repay } from "../loans.ts";
import type { LiquidationOver, MarginContext, MarginState } from "../margin.ts";
import { isAtMost } from "../risk-level.ts";
import { holdingsOf, indexValueOf, VALUE_ONE, worthOf } from "../valuation.ts";
import { payDebts, sellableWorth, walletsByValue } from "./pay-debts.ts";

export function liquidate(
  state: MarginState,
  account: MarginAccount,
  context: MarginContext,
): void {
  begin(state, account, context);
  cancelAll(state, account, context);
  repayAll(state, account, context);
  const end = payAll(state, account, context);
  if (end) over(state, account, end, context);
}

/** How the liquidation ends; undefined when it goes on with the next price. */
function payAll(
  state: MarginState,
  account: MarginAccount,
  context: MarginContext,
): LiquidationOver["end"] | undefined {
  const worth = worthOf(holdingsOf(state, account.user));
  const isAtRisk = isAtMost(worth, state.catalogue.marginRules.liquidationLevel);
  if (!isAtRisk) return "recovered"; // MARG-LIQ-2
  payDebts(state, account, context);
  if (!hasDebt(account)) {
    takeClearance(state, account, worth.assets, context);
    return "repaid";
  }
  if (sellableWorth(state, account) >= VALUE_ONE) return undefined; // MARG-LIQ-6
  sweep(state, account, context);
  coverLosses(state, account, context);
  return "bad_debt";
}

/** MARG-LIQ-1 */
function begin(
  { margin, digest }: MarginState,
  account: MarginAccount,
  context: MarginContext,
): void {
  if (account.isLiquidating) return;
  const { user } = account;
  account.isLiquidating = true;
  account.calledAtMs = 0;
  margin.liquidating.add(user);
  foldNumber(digest, user);
  context.events.push({ type: "LiquidationBegan", user, timeMs: context.timeMs });
}

/** MARG-LIQ-1: what the orders had locked is free, and repays what was borrowed for them. */
function cancelAll(state: MarginState, { user }: MarginAccount, context: MarginContext): void {
  const open = [...openRowsOf(state.orders, { area: "margin", user })].reverse();
  for (const order of open) cancelResting(state, order, { isOwnCancel: false }, context);
}

/** MARG-LIQ-2: money of the asset that is owed needs no sale. */
function repayAll(
  state: MarginState,
  { user, debts }: MarginAccount,
  context: MarginContext,
): void {
  for (const { asset } of [...debts]) {
    const amount = freeOf(state.ledger, "margin", user, asset);
    repay(state, { user, asset, amount }, context);
  }
}

/** MARG-LIQ-5: a share of all assets before the sales, at index, from what is left, the largest first. */
function takeClearance(
  state: MarginState,
  { user }: MarginAccount,
  assets: bigint,
  context: MarginContext,
): void {
  const { clearanceRate } = state.catalogue.marginRules;
  let due = assets * BigInt(clearanceRate);
  for (const wallet of walletsByValue(state, user)) {
    const { asset, free } = balanceOf(state.ledger, wallet);
    const unit = indexValueOf(state, asset, 1n) * RATE_ONE_BIG;
    if (due <= 0n || unit === 0n) return;
    const wanted = (due + unit - 1n) / unit;
    const amount = wanted < free ? wanted : free;
    giveToInsurance(state, wallet, amount, context);
    due -= amount * unit;
  }
}

/** MARG-LIQ-7: what cannot be sold goes to the insurance, which bears the loss. */
function sweep(state: MarginState, { user }: MarginAccount, context: MarginContext): void {
  const { wallets } = state.ledger;
  for (const wallet of wallets.of("margin", user)) {
    giveToInsurance(state, wallet, wallets.free(wallet), context);
  }
}

function giveToInsurance(
  { ledger }: MarginState,
  wallet: Wallet,
  amount: bigint,
  context: MarginContext,
): void {
  if (amount === 0n) return;
  insure(ledger, wallet, amount);
  const { user, asset } = balanceOf(ledger, wallet);
  context.events.push({ type: "Insured", user, asset, amount, timeMs: context.timeMs });
}

/** MARG-LOSS-1: the pool is whole again; unpaid interest is dropped. */
function coverLosses(
  state: MarginState,
  { user, debts }: MarginAccount,
  context: MarginContext,
): void {
  for (const debt of [...debts]) {
    const { asset, principal } = debt;
    const { marginInsurance } = houseOf(state.ledger, asset);
    const insured = principal < marginInsurance ? principal : marginInsurance;
    coverLoss(state.ledger, asset, { insured, rest: principal - insured });
    forgive(state, user, debt);
    const { timeMs } = context;
    context.events.push({ type: "LossCovered", user, asset, principal, insured, timeMs });
  }
}

function over(
  { margin, digest }: MarginState,
  account: MarginAccount,
  end: LiquidationOver["end"],
  context: MarginContext,
): void {
  const { user } = account;
  account.isLiquidating = false;
  margin.liquidating.delete(user);
  margin.touched.add(user); // The account gets bounds, or a warning, by its new level.
  foldNumber(digest, -user);
  context.events.push({ type: "LiquidationOver", user, end, timeMs: context.timeMs });
}
