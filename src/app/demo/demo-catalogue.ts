/**
 * What a new sandbox holds: three assets, three pairs, three contracts, two users with a trading
 * key each and money in spot, margin and futures. The keys are written down before any command that
 * uses them. Two marks say how far the demo has come, and neither is ever lost: a user with a key has
 * its BTC and USDT, and once the last pair is listed every user has ETH. So a directory from before
 * there was ETH gets what it lacks, once. Margin and futures have marks of their own.
 */
import { present } from "../../core/base/assert.ts";
import { completeFutures } from "./demo-futures.ts";
import { type DemoFiles, type DemoKeys, demoKeys } from "./demo-keys.ts";
import { completeMargin } from "./demo-margin.ts";
import {
  type AssetAmount,
  addKey,
  DemoError,
  ensureAsset,
  ensureHoldings,
  ensurePair,
  ensureUser,
  type KeyTools,
  type Listing,
  UNIT,
} from "./ensure.ts";

export const DEMO_USERS = ["demo1", "demo2"] as const;

const ASSETS = ["BTC", "USDT", "ETH"] as const;

const DOLLARS = { quote: "USDT", pricePrecision: 2 } as const;
const BTCUSDT: Listing = { name: "BTCUSDT", base: "BTC", ...DOLLARS, quantityPrecision: 5 };
const ETHUSDT: Listing = { name: "ETHUSDT", base: "ETH", ...DOLLARS, quantityPrecision: 4 };
const ETHBTC: Listing = {
  name: "ETHBTC",
  base: "ETH",
  quote: "BTC",
  pricePrecision: 5,
  quantityPrecision: 3,
};

const FIRST_HOLDINGS: readonly AssetAmount[] = [
  { asset: "BTC", amount: 100n * UNIT },
  { asset: "USDT", amount: 10_000_000n * UNIT },
];
const ETH_HOLDING: AssetAmount = { asset: "ETH", amount: 1_000n * UNIT };

export interface DemoTools extends KeyTools {
  readonly files: DemoFiles;
}

/** Makes the demo, or completes one that was begun. */
export async function completeDemo(tools: DemoTools): Promise<DemoKeys> {
  const { exchange } = tools;
  if (exchange.state.kind !== "sandbox") throw new DemoError("Only a sandbox has a demo.");
  const keys = demoKeys(tools.files, DEMO_USERS, tools.draw);
  for (const asset of ASSETS) await ensureAsset(exchange, asset);
  await ensurePair(exchange, BTCUSDT);
  for (const name of DEMO_USERS) {
    const key = present(keys[name], `the demo key of ${name}`);
    if (exchange.state.users.byApiKey.has(key.apiKey)) continue;
    await ensureUser(exchange, name);
    await ensureHoldings(exchange, name, FIRST_HOLDINGS);
    await addKey(tools, name, key);
  }
  if (!exchange.state.catalogue.pairsByName.has(ETHBTC.name)) {
    for (const name of DEMO_USERS) await ensureHoldings(exchange, name, [ETH_HOLDING]);
    await ensurePair(exchange, ETHUSDT);
    await ensurePair(exchange, ETHBTC);
  }
  const { byApiKey } = exchange.state.users;
  const keyOf = (name: string) => byApiKey.get(keys[name]?.apiKey ?? "")?.id ?? 0;
  const users = DEMO_USERS.map((name) => ({ name, key: keyOf(name) }));
  await completeMargin(exchange, users);
  await completeFutures(exchange, users);
  return keys;
}
