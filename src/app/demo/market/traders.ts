/**
 * The traders of the demo's market: two with quotes and one who takes them. They are users like any
 * other, with a key each whose secret is unknown: it is drawn, sealed and forgotten, so only this
 * program, from inside, can trade for them. A trader that runs low gets a deposit, so that the market
 * outlasts its fees and its customers' luck; a surplus stays where it is.
 */

import type { Command } from "../../../core/engine/codec.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import { freeOf } from "../../../core/engine/ledger/ledger.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import { openOrdersOf } from "../../../core/engine/read/orders.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { ApiKey, KeyId, UserId } from "../../../core/engine/users/users.ts";
import {
  type AssetAmount,
  addKey,
  assetIdOf,
  ensureHoldings,
  ensureMoved,
  ensureUser,
  type KeyTools,
  mayAct,
  NO_REQUEST,
  UNIT,
  userIdOf,
} from "../ensure.ts";

/** A trader: the user and key that its commands carry. */
export interface Trader {
  readonly user: UserId;
  readonly key: KeyId;
}

export interface Traders {
  readonly near: Trader;
  readonly far: Trader;
  readonly taker: Trader;
}

/** What the traders see. */
export interface Outlook {
  /** The live state, to be read and not changed. */
  readonly state: ExchangeState;
  readonly traders: Traders;
}

/** The open orders of a user on a pair, or on a contract. */
export function ownOrders(
  { state }: Outlook,
  owner: { area: Area; user: UserId },
  pair: Order["market"],
): Order[] {
  return [...openOrdersOf(state.orders, { ...owner, market: pair })];
}

/** What a trader begins with, and gets again when less than a fifth of it is free. */
const STOCK: readonly AssetAmount[] = [
  { asset: "BTC", amount: 200n * UNIT },
  { asset: "USDT", amount: 10_000_000n * UNIT },
  { asset: "ETH", amount: 4_000n * UNIT },
];
const FLOOR_SHARE = 5n;
/**
 * The same in futures, and again when less than half of it is there: more than a trader could lose on
 * all that it holds (contract-market.ts) if the prices doubled, so none is ever liquidated.
 */
const FUTURES_STOCK: AssetAmount = { asset: "USDT", amount: 50_000_000n * UNIT };
const FUTURES_FLOOR_SHARE = 2n;

/** The trader near the price, the one far from it, and the taker. */
export const TRADER_NAMES = ["maker1", "maker2", "taker1"] as const;

/**
 * Makes the traders, or completes them. The key comes last: a trader that has one has the rest, except
 * the money in futures, which takes a key to move there.
 */
export async function ensureTraders(tools: KeyTools): Promise<Traders> {
  const [nearName, farName, takerName] = TRADER_NAMES;
  const near = await ensureTrader(tools, nearName);
  const far = await ensureTrader(tools, farName);
  const taker = await ensureTrader(tools, takerName);
  return { near, far, taker };
}

async function ensureTrader(tools: KeyTools, name: string): Promise<Trader> {
  const { exchange, draw } = tools;
  await ensureUser(exchange, name);
  const user = userIdOf(exchange.state, name);
  const isOwn = (key: ApiKey) => key.user === user;
  if (!exchange.state.users.keys.some(isOwn)) {
    await ensureHoldings(exchange, name, STOCK);
    await addKey(tools, name, draw());
  }
  const key = exchange.state.users.keys.find(isOwn)?.id ?? 0;
  await ensureMoved(exchange, { name, key }, FUTURES_STOCK, "futures");
  return { user, key };
}

/** The deposit that the first trader who runs low needs, if one does. */
export function topUp(state: ExchangeState, { near, far, taker }: Traders): Command | undefined {
  for (const { user } of [near, far, taker]) {
    for (const { asset: name, amount } of STOCK) {
      const asset = assetIdOf(state, name);
      const free = freeOf(state.ledger, "spot", user, asset);
      if (free * FLOOR_SHARE >= amount) continue;
      // The log has each position once, so no deposit is taken for one before it.
      const id = `top-up:${user}:${asset}:${state.position}`;
      return { type: "Deposit", id, user, asset, amount, request: NO_REQUEST };
    }
  }
  return undefined;
}

/** The deposit and the transfer that the first trader who runs low in futures needs, if one does. */
export function topUpFutures(state: ExchangeState, { near, far, taker }: Traders): Command[] {
  const asset = assetIdOf(state, FUTURES_STOCK.asset);
  const { amount } = FUTURES_STOCK;
  for (const trader of [near, far, taker]) {
    const { user } = trader;
    const free = freeOf(state.ledger, "futures", user, asset);
    // Without the transfer the deposit would be repeated for ever.
    if (free * FUTURES_FLOOR_SHARE >= amount || !mayAct(state, trader)) continue;
    const id = `top-up:${user}:futures:${state.position}`;
    const moved = { asset, amount, request: NO_REQUEST };
    return [
      { type: "Deposit", id, user, ...moved },
      { type: "Transfer", ...trader, ...moved, from: "spot", to: "futures" },
    ];
  }
  return [];
}
