/**
 * The steps of provisioning a sandbox. Each first looks whether it is done, so that a start after a
 * crash anywhere goes on where the last one stopped and repeats nothing. The ids of deposits are
 * remembered for a while only (LEDGER-MOVE-3): the caller has a mark of its own that outlives them.
 */

import { present } from "../../core/base/assert.ts";
import { PAIR_DEFAULTS } from "../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { KeyId, UserId } from "../../core/engine/users/users.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import type { DemoKey } from "./demo-keys.ts";

/** Every asset of the demo counts in as many decimals. */
const SCALE = 8;
export const UNIT = 10n ** BigInt(SCALE);

/** Commands that come from no request bear this number. */
export const NO_REQUEST = 0;

/** So much of an asset, in its smallest units. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

export interface Listing {
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
}

/** A user of the demo, and the key that may move money for it. */
export interface DemoUser {
  readonly name: string;
  readonly key: KeyId;
}

/** What it takes to give a user a key. */
export interface KeyTools {
  readonly exchange: Exchange;
  /** Draws a new key and its secret. */
  readonly draw: () => DemoKey;
  readonly seal: (key: DemoKey) => Uint8Array;
}

/** A step of the demo was refused; the message says which and why. */
export class DemoError extends Error {
  override readonly name = "DemoError";
}

export async function ensureAsset(exchange: Exchange, name: string): Promise<void> {
  if (exchange.state.catalogue.assetsByName.has(name)) return;
  await demand(exchange, { type: "AddAsset", name, scale: SCALE, request: NO_REQUEST });
}

/** One key may try both sides of a market: self-trade is allowed. */
export async function ensurePair(exchange: Exchange, listing: Listing): Promise<void> {
  const { state } = exchange;
  if (state.catalogue.pairsByName.has(listing.name)) return;
  await demand(exchange, {
    type: "AddPair",
    ...PAIR_DEFAULTS,
    ...listing,
    base: assetIdOf(state, listing.base),
    quote: assetIdOf(state, listing.quote),
    selfTrade: "none",
    isMarginEnabled: true,
    request: NO_REQUEST,
  });
}

export async function ensureUser(exchange: Exchange, name: string): Promise<void> {
  if (exchange.state.users.byName.has(name)) return;
  await demand(exchange, { type: "AddUser", name, request: NO_REQUEST });
}

/** What a user begins with; `purpose` tells gifts of one asset apart. */
export async function ensureHoldings(
  exchange: Exchange,
  name: string,
  holdings: readonly AssetAmount[],
  purpose = "",
): Promise<void> {
  const { state } = exchange;
  for (const { asset: assetName, amount } of holdings) {
    const id = `demo:${name}:${assetName}${purpose && `:${purpose}`}`;
    if (state.movements.byId.has(id)) continue;
    const to = { user: userIdOf(state, name), asset: assetIdOf(state, assetName) };
    await demand(exchange, { type: "Deposit", id, ...to, amount, request: NO_REQUEST });
  }
}

/**
 * What a user begins with in another area, on top of the rest: a deposit of its own, then a transfer.
 * Not for a user that is frozen or whose key was revoked: the demo starts without its account.
 */
export async function ensureMoved(
  exchange: Exchange,
  { name, key }: DemoUser,
  holding: AssetAmount,
  to: "margin" | "futures",
): Promise<void> {
  const { state } = exchange;
  const user = userIdOf(state, name);
  const asset = assetIdOf(state, holding.asset);
  const isThere = state.ledger.wallets.find(to, user, asset) !== undefined;
  if (!mayAct(state, { user, key }) || isThere) return;
  await ensureHoldings(exchange, name, [holding], to);
  const moved = { from: "spot", to, asset, amount: holding.amount } as const;
  await demand(exchange, { type: "Transfer", user, key, request: NO_REQUEST, ...moved });
}

/** False while the operator keeps the user from trading: nothing is sent that must be refused. */
export function mayAct(
  { users }: ExchangeState,
  { user, key }: { user: UserId; key: KeyId },
): boolean {
  return !users.frozen.has(user) && users.traders[key - 1] === user;
}

export async function addKey(
  { exchange, seal }: KeyTools,
  name: string,
  key: DemoKey,
): Promise<void> {
  await demand(exchange, {
    type: "AddKey",
    user: userIdOf(exchange.state, name),
    apiKey: key.apiKey,
    sealedSecret: seal(key),
    mayTrade: true,
    addresses: [],
    request: NO_REQUEST,
  });
}

export function assetIdOf({ catalogue }: ExchangeState, name: string): number {
  return present(catalogue.assetsByName.get(name), `the asset ${name}`).id;
}

export function userIdOf({ users }: ExchangeState, name: string): UserId {
  return present(users.byName.get(name), `the user ${name}`).id;
}

/** A step that must be done. */
export async function demand(exchange: Exchange, command: Command): Promise<void> {
  const submitted = await exchange.submit(command);
  if (submitted.kind !== "done") {
    throw new DemoError(`The demo's ${command.type} got no outcome: ${submitted.kind}.`);
  }
  const { outcome } = submitted;
  if (outcome.ok) return;
  throw new DemoError(`The demo's ${command.type} was refused: ${outcome.reason}.`);
}
