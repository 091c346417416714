/**
 * Margin in a new sandbox: pools to borrow from, and for each demo user a margin account with
 * 10,000 USDT. The terms of the last asset come last: where they stand, all of it was done, so a
 * directory from before there was margin gets it once, and no user's money is given twice.
 */
import type { Exchange } from "../../runtime/replica/submission.ts";
import { assetIdOf, type DemoUser, demand, ensureMoved, NO_REQUEST, UNIT } from "./ensure.ts";

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

export async function completeMargin(
  exchange: Exchange,
  users: readonly DemoUser[],
): Promise<void> {
  const { state } = exchange;
  const last = LENT.at(-1)?.asset ?? "";
  if (state.catalogue.loanTerms[assetIdOf(state, last) - 1]) return;
  await enablePairs(exchange);
  for (const user of users) await ensureMoved(exchange, user, COLLATERAL, "margin");
  for (const lent of LENT) await lend(exchange, lent);
}

async function enablePairs(exchange: Exchange): Promise<void> {
  for (const { id: pair, isMarginEnabled, status } of exchange.state.catalogue.pairs) {
    if (isMarginEnabled || status === "delisted") continue;
    const request = NO_REQUEST;
    await demand(exchange, { type: "SetMarginPair", pair, isMarginEnabled: true, request });
  }
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
  // MARG-INDEX-1: a user who tries things out wants margin at whatever price is traded first.
  const terms = { asset, hourlyRate, cap, tradesMoveMax: 0 };
  await demand(exchange, { type: "SetLoanTerms", ...terms, request: NO_REQUEST });
}
