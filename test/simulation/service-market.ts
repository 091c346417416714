/**
 * The commands that make a directory of the simulated service a market: one pair, users who own
 * something, and a pool they may borrow from.
 */

import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { RULES } from "../../src/core/engine/rule-versions.ts";

export const USERS = 4;
/** What each of them owns of each asset when the market opens. */
export const FIRST_UNITS: bigint = 1_000n * 100_000_000n;
/** What there is of each asset to be lent. */
export const POOL_UNITS: bigint = 100n * FIRST_UNITS;
const ASSETS = [1, 2] as const;

export function marketOf(kind: "production" | "sandbox"): Command[] {
  const rules = { name: "BTCUSDT", base: 1, quote: 2, pricePrecision: 2, quantityPrecision: 4 };
  const commands: Command[] = [
    { type: "OpenDirectory", kind, format: 1, rules: RULES },
    { type: "AddAsset", name: "BTC", scale: 8, request: 0 },
    { type: "AddAsset", name: "USDT", scale: 8, request: 0 },
    { type: "AddPair", ...PAIR_DEFAULTS, ...rules, isMarginEnabled: true, request: 0 },
    ...ASSETS.flatMap(lending),
  ];
  for (let user = 1; user <= USERS; user++) {
    const key = { user, apiKey: `key-${user}`, sealedSecret: Uint8Array.of(user), addresses: [] };
    commands.push({ type: "AddUser", name: `user-${user}`, request: 0 });
    commands.push({ type: "AddKey", ...key, mayTrade: true, request: 0 });
    for (const asset of ASSETS) {
      const id = `first-${user}-${asset}`;
      commands.push({ type: "Deposit", id, user, asset, amount: FIRST_UNITS, request: 0 });
    }
  }
  return commands;
}

function lending(asset: number): Command[] {
  const [fund, amount, request] = ["loan_pool", POOL_UNITS, 0] as const;
  return [
    { type: "SetLoanTerms", asset, hourlyRate: 10_000_000, cap: FIRST_UNITS, request },
    { type: "FillFund", id: `pool-${asset}`, fund, asset, amount, request },
  ];
}
