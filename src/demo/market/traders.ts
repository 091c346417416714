/**
 * Who makes the demo's market: two traders with quotes and one who takes them. They are users like
 * any other, with a key each whose secret nobody knows: it is drawn, sealed and forgotten, so only
 * this program, from inside, can trade for them. Whoever runs low gets a deposit, so that the market
 * outlasts its fees and its customers' luck; a surplus stays where it is.
 */
import { findSpotWallet } from "../../engine/ledger/ledger.ts";
import type { ApiKey, KeyId, UserId } from "../../engine/users/users.ts";
import {
  addKey,
  assetIdOf,
  type Command,
  ensureHoldings,
  ensureUser,
  type Holding,
  type KeyTools,
  NO_REQUEST,
  type State,
  UNIT,
  userIdOf,
} from "../ensure.ts";

/** On whose behalf a trader acts: what a command of its own must say. */
export interface Seat {
  readonly user: UserId;
  readonly key: KeyId;
}

export interface Seats {
  readonly near: Seat;
  readonly far: Seat;
  readonly taker: Seat;
}

/** What a trader begins with, and gets again when less than a fifth of it is free. */
const STOCK: readonly Holding[] = [
  { asset: "BTC", amount: 200n * UNIT },
  { asset: "USDT", amount: 10_000_000n * UNIT },
  { asset: "ETH", amount: 4_000n * UNIT },
];
const FLOOR_SHARE = 5n;

/** Makes the traders, or completes them. The key comes last: whoever has one has the rest. */
export async function seatTraders(tools: KeyTools): Promise<Seats> {
  const near = await seatTrader(tools, "maker1");
  const far = await seatTrader(tools, "maker2");
  const taker = await seatTrader(tools, "taker1");
  return { near, far, taker };
}

async function seatTrader(tools: KeyTools, name: string): Promise<Seat> {
  const { exchange, draw } = tools;
  await ensureUser(exchange, name);
  const user = userIdOf(exchange.state, name);
  const isOwn = (key: ApiKey) => key.user === user;
  if (!exchange.state.users.keys.some(isOwn)) {
    await ensureHoldings(exchange, name, STOCK);
    await addKey(tools, name, draw());
  }
  const key = exchange.state.users.keys.find(isOwn)?.id ?? 0;
  return { user, key };
}

/** False while the operator keeps it from trading: nothing is sent that must be refused. */
export function mayAct({ users }: State, { user, key }: Seat): boolean {
  return !users.frozen.has(user) && users.traders[key - 1] === user;
}

/** The deposit that the first trader who runs low needs, if one does. */
export function topUp(state: State, { near, far, taker }: Seats): Command | undefined {
  for (const { user } of [near, far, taker]) {
    for (const { asset: name, amount } of STOCK) {
      const asset = assetIdOf(state, name);
      const free = findSpotWallet(state.ledger, user, asset)?.free ?? 0n;
      if (free * FLOOR_SHARE >= amount) continue;
      // The log has each position once, so no deposit is taken for one before it.
      const id = `top-up:${user}:${asset}:${state.position}`;
      return { type: "Deposit", id, user, asset, amount, request: NO_REQUEST };
    }
  }
  return undefined;
}
