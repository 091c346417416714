/**
 * Whose money stands behind an order. Spot and margin orders trade on one book, so a fill is
 * settled by the purse of each side; this room knows only the spot one and is handed any other.
 */
import type { AssetId } from "../catalogue/catalogue.ts";
import {
  findSpotWallet,
  hold,
  type Ledger,
  release,
  spotWallet,
  type Wallet,
} from "../ledger/ledger.ts";
import type { Order } from "../orders/order.ts";
import type { UserId } from "../users/users.ts";

export interface Purse {
  /** What its user could lock of an asset now. Changes nothing. */
  available(user: UserId, asset: AssetId): bigint;
  /** Locks an amount that is available. */
  hold(user: UserId, asset: AssetId, amount: bigint): void;
  release(user: UserId, asset: AssetId, amount: bigint): void;
  /** Where a fill is paid from and paid to. */
  wallet(user: UserId, asset: AssetId): Wallet;
  /** A fill has brought this much, net of its fee. */
  received(user: UserId, asset: AssetId, amount: bigint): void;
  /** The order is over and has locked nothing any more. */
  ended(order: Order): void;
}

export function spotPurse(ledger: Ledger): Purse {
  return {
    available: (user, asset) => findSpotWallet(ledger, user, asset)?.free ?? 0n,
    hold: (user, asset, amount) => hold(ledger, spotWallet(ledger, user, asset), amount),
    release: (user, asset, amount) => release(ledger, spotWallet(ledger, user, asset), amount),
    wallet: (user, asset) => spotWallet(ledger, user, asset),
    received: () => undefined,
    ended: () => undefined,
  };
}
