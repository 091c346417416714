/**
 * Margin in a fresh sandbox: pools to borrow from, and for each demo user a margin account with
 * 10,000 USDT. The terms of the last asset come last: where they stand, all of it was done, so a
 * directory from before there was margin gets it once, and nobody's money is given twice.
 */
import { findMarginWallet } from "../engine/ledger/ledger.ts";
import type { KeyId } from "../engine/users/users.ts";
import type { Exchange } from "../service/submission.ts";
import { assetIdOf, demand, ensureHoldings, NO_REQUEST, UNIT, userIdOf } from "./ensure.ts";

interface Lent {
  readonly asset: string;
  readonly pool: bigint;
  /** The most that one user may owe. */
  readonly cap: bigint;
  /** In 10^-12: a daily rate of 0.02% for USDT and 0.01% for the others. */
  readonly hourlyRate: number;
}

const LENT: readonly Lent[] = [
  { asset: "USDT", pool: 50_000_000n * UNIT, cap: 1_000_000n * UNIT, hourlyRate: 8_333_333 },
  { asset: "BTC", pool: 1_000n * UNIT, cap: 50n * UNIT, hourlyRate: 4_166_666 },
  { asset: "ETH", pool: 20_000n * UNIT, cap: 1_000n * UNIT, hourlyRate: 4_166_666 },
];

const COLLATERAL = { asset: "USDT", amount: 10_000n * UNIT } as const;

/** Who gets a margin account, and the key that may move money for him. */
export interface MarginUser {
  readonly name: string;
  readonly key: KeyId;
}

export async function completeMargin(
  exchange: Exchange,
  users: readonly MarginUser[],
): Promise<void> {
  const { state } = exchange;
  const last = LENT.at(-1)?.asset ?? "";
  if (state.catalogue.loanTerms[assetIdOf(state, last) - 1]) return;
  await enablePairs(exchange);
  for (const user of users) await giveCollateral(exchange, user);
  for (const lent of LENT) await lend(exchange, lent);
}

async function enablePairs(exchange: Exchange): Promise<void> {
  for (const { id: pair, isMarginEnabled, status } of exchange.state.catalogue.pairs) {
    if (isMarginEnabled || status === "delisted") continue;
    const request = NO_REQUEST;
    await demand(exchange, { type: "SetMarginPair", pair, isMarginEnabled: true, request });
  }
}

/** Not to one whose key was revoked or who was frozen: the demo starts without his account. */
async function giveCollateral(exchange: Exchange, { name, key }: MarginUser): Promise<void> {
  const { state } = exchange;
  const { amount } = COLLATERAL;
  const user = userIdOf(state, name);
  const asset = assetIdOf(state, COLLATERAL.asset);
  const mayMove = state.users.traders[key - 1] === user && !state.users.frozen.has(user);
  if (!mayMove || findMarginWallet(state.ledger, user, asset)) return;
  await ensureHoldings(exchange, name, [COLLATERAL], "margin");
  const way = { from: "spot", to: "margin" } as const;
  await demand(exchange, {
    type: "Transfer",
    user,
    key,
    request: NO_REQUEST,
    ...way,
    asset,
    amount,
  });
}

async function lend(exchange: Exchange, { asset: name, pool, cap, hourlyRate }: Lent) {
  const { state } = exchange;
  const asset = assetIdOf(state, name);
  if (state.catalogue.loanTerms[asset - 1]) return;
  const id = `demo:pool:${name}`;
  if (!state.movements.byId.has(id)) {
    const fund = "loan_pool" as const;
    await demand(exchange, {
      type: "FillFund",
      id,
      fund,
      asset,
      amount: pool,
      request: NO_REQUEST,
    });
  }
  await demand(exchange, { type: "SetLoanTerms", asset, hourlyRate, cap, request: NO_REQUEST });
}
