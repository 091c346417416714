/**
 * The settlement account: the account whose money stands behind an order. Spot and margin orders trade
 * on one book, so a fill is settled by the settlement account of each side; this room knows only the spot
 * one and is handed any other. A settlement account may lend to its user: an event says so.
 */

import { assert } from "../../base/assert.ts";
import type { CommandContext } from "../../base/command-context.ts";
import type { Rejected } from "../../base/outcome.ts";
import { type Amount, bigOf } from "../../money/amount.ts";
import type { AssetId, Catalogue } from "../catalogue/catalogue.ts";
import type { Area } from "../ledger/area.ts";
import { insufficientBalance } from "../ledger/insufficient-balance.ts";
import {
  freeOf,
  hold,
  type Ledger,
  NO_WALLET,
  release,
  spotWallet,
  type Wallet,
} from "../ledger/ledger.ts";
import type { OpenOrders } from "../orders/open-orders.ts";
import type { PairArea } from "../orders/order.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import type { UserId } from "../users/users.ts";
import type { OrderDraft } from "./order-draft.ts";

export interface SettlementAccount {
  /** Why the account cannot lock what the order needs now; undefined when it can. Changes nothing. */
  refuse(draft: OrderDraft, timeMs: number): Rejected<SettlementReject> | undefined;
  /** Locks what was not refused; the order has its wallet from then on. */
  hold(draft: OrderDraft, context: CommandContext<SettlementEvent>): void;
  /** The wallet that a fill is paid to. */
  wallet(user: UserId, asset: AssetId): Wallet;
  /** A fill has brought this much, net of its fee. */
  received(
    order: OrderRow,
    asset: AssetId,
    amount: Amount,
    context: CommandContext<SettlementEvent>,
  ): void;
  /** The order is over, or a part of it; what was locked for it has been released. */
  ended(order: OrderRow, freed: Amount, context: CommandContext<SettlementEvent>): void;
}

/** The settlement account behind an order on a pair. */
export function settlementAccountOf(
  {
    settlementAccounts,
  }: { readonly settlementAccounts: Readonly<Record<PairArea, SettlementAccount>> },
  area: Area,
): SettlementAccount {
  assert(area !== "futures", "an order on a pair is not a futures order");
  return settlementAccounts[area];
}

/** The refusals of a settlement account: too little money, or no loan for what is missing. */
export const SETTLEMENT_REJECTS = [
  "insufficient_balance",
  "loan_pool_short",
  "loan_cap_reached",
  "index_from_trades",
  "index_not_known",
  "level_too_low",
] as const;
export type SettlementReject = (typeof SETTLEMENT_REJECTS)[number];

/** A loan was made for an order. */
export interface Borrowed {
  readonly type: "Borrowed";
  readonly user: UserId;
  readonly asset: AssetId;
  readonly amount: bigint;
  /** The interest of its first hour, in 10^-12 units. */
  readonly interest: bigint;
  readonly timeMs: number;
}

/** A debt was paid, in part or all of it; both in units. */
export interface Repaid {
  readonly type: "Repaid";
  readonly user: UserId;
  readonly asset: AssetId;
  readonly interest: bigint;
  readonly principal: bigint;
  readonly timeMs: number;
}

export type SettlementEvent = Borrowed | Repaid;

export function spotSettlementAccount({
  ledger,
  catalogue,
  orders,
}: {
  ledger: Ledger;
  catalogue: Catalogue;
  orders: OpenOrders;
}): SettlementAccount {
  const { rows } = orders.byId;
  return {
    refuse(draft) {
      const { user, lock } = draft;
      const { asset, amount: needed } = lock;
      const wallet = ledger.wallets.find("spot", user, asset);
      draft.wallet = wallet ?? NO_WALLET;
      if (wallet !== undefined && ledger.wallets.hasFree(wallet, needed)) return undefined;
      const had = freeOf(ledger, "spot", user, asset);
      return insufficientBalance(catalogue, asset, { had, needed: bigOf(needed) });
    },
    hold({ order, user, wallet: found, lock }) {
      const wallet = found === NO_WALLET ? spotWallet(ledger, user, lock.asset) : found;
      rows.setWallet(order, wallet);
      hold(ledger, wallet, lock.amount);
    },
    wallet: (user, asset) => spotWallet(ledger, user, asset),
    received: () => undefined,
    ended: () => undefined,
  };
}

interface GivingState {
  readonly ledger: Ledger;
  readonly orders: Pick<OpenOrders, "byId">;
  readonly settlementAccounts: Readonly<Record<PairArea, SettlementAccount>>;
}

/** An order goes on with less of it: what it needs no more is free again, and of a margin order paid back (MARG-REPAY-3, SPOT-REPLACE-3, SPOT-STP-6). */
export function giveBack(
  state: GivingState,
  order: OrderRow,
  freed: Amount,
  context: CommandContext<SettlementEvent>,
): void {
  const { rows } = state.orders.byId;
  release(state.ledger, rows.wallet(order), freed);
  settlementAccountOf(state, rows.area(order)).ended(order, freed, context);
  const amount = bigOf(freed);
  const borrowed = rows.borrowed(order);
  rows.setBorrowed(order, amount < borrowed ? borrowed - amount : 0n);
}
