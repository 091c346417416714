/**
 * What a fresh sandbox holds: two assets, one pair, two users with money and a trading key each.
 * Every step first looks whether it is done, so a start after a crash anywhere completes what is
 * missing and repeats nothing. The keys are written down before any command that uses them, and a
 * user's key is added last: whoever has its key has everything else.
 */
import { present } from "../base/assert.ts";
import { PAIR_DEFAULTS } from "../engine/catalogue/catalogue.ts";
import type { Exchange } from "../service/submission.ts";
import { type DemoFiles, type DemoKey, type DemoKeys, demoKeys } from "./demo-keys.ts";

export const DEMO_USERS = ["demo1", "demo2"] as const;

const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);
const PAIR_NAME = "BTCUSDT";
/** What each user begins with, in units of the asset. */
const PURSE = [
  { asset: "BTC", amount: 100n * UNIT },
  { asset: "USDT", amount: 10_000_000n * UNIT },
] as const;

/** Commands that come from no request bear this number. */
const NO_REQUEST = 0;

export interface DemoTools {
  readonly exchange: Exchange;
  readonly files: DemoFiles;
  /** Draws a new key and its secret. */
  readonly draw: () => DemoKey;
  readonly seal: (key: DemoKey) => Uint8Array;
}

/** A step of the demo was refused; the message says which and why. */
export class DemoError extends Error {
  override readonly name = "DemoError";
}

/** Makes the demo, or completes one that was begun. */
export async function completeDemo(tools: DemoTools): Promise<DemoKeys> {
  const { exchange } = tools;
  if (exchange.state.kind !== "sandbox") throw new DemoError("Only a sandbox has a demo.");
  const keys = demoKeys(tools.files, DEMO_USERS, tools.draw);
  for (const { asset } of PURSE) await listAsset(exchange, asset);
  await listPair(exchange);
  for (const name of DEMO_USERS) {
    const key = present(keys[name], `the demo key of ${name}`);
    if (exchange.state.users.byApiKey.has(key.apiKey)) continue;
    await equipUser(exchange, name);
    await addKey(tools, name, key);
  }
  return keys;
}

async function listAsset(exchange: Exchange, name: string): Promise<void> {
  if (exchange.state.catalogue.assetsByName.has(name)) return;
  await demand(exchange, { type: "AddAsset", name, scale: SCALE, request: NO_REQUEST });
}

async function listPair(exchange: Exchange): Promise<void> {
  if (exchange.state.catalogue.pairsByName.has(PAIR_NAME)) return;
  await demand(exchange, {
    type: "AddPair",
    ...PAIR_DEFAULTS,
    name: PAIR_NAME,
    base: assetId(exchange, "BTC"),
    quote: assetId(exchange, "USDT"),
    pricePrecision: 2,
    quantityPrecision: 5,
    selfTrade: "none",
    request: NO_REQUEST,
  });
}

/** The user and its money. */
async function equipUser(exchange: Exchange, name: string): Promise<void> {
  if (!exchange.state.users.byName.has(name)) {
    await demand(exchange, { type: "AddUser", name, request: NO_REQUEST });
  }
  for (const { asset: assetName, amount } of PURSE) {
    const id = `demo:${name}:${assetName}`;
    if (exchange.state.movements.byId.has(id)) continue;
    const to = { user: userId(exchange, name), asset: assetId(exchange, assetName) };
    await demand(exchange, { type: "Deposit", id, ...to, amount, request: NO_REQUEST });
  }
}

async function addKey({ exchange, seal }: DemoTools, name: string, key: DemoKey): Promise<void> {
  await demand(exchange, {
    type: "AddKey",
    user: userId(exchange, name),
    apiKey: key.apiKey,
    sealedSecret: seal(key),
    mayTrade: true,
    addresses: [],
    request: NO_REQUEST,
  });
}

function assetId({ state }: Exchange, name: string): number {
  return present(state.catalogue.assetsByName.get(name), `the asset ${name}`).id;
}

function userId({ state }: Exchange, name: string): number {
  return present(state.users.byName.get(name), `the user ${name}`).id;
}

type Command = Parameters<Exchange["submit"]>[0];

async function demand(exchange: Exchange, command: Command): Promise<void> {
  const submitted = await exchange.submit(command);
  if (submitted.kind !== "done") {
    throw new DemoError(`The demo's ${command.type} got no outcome: ${submitted.kind}.`);
  }
  const { outcome } = submitted;
  if (!outcome.ok)
    throw new DemoError(`The demo's ${command.type} was refused: ${outcome.reason}.`);
}
