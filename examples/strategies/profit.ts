/** What a user has, and what it has gained since: exact, with all fees, funding and losses in it. */
import type { BourseClient } from "bourse/client";
import { read, times, write } from "./exact.ts";

/** What everything is worth in. */
const COIN = "USDT";

type Holdings = ReadonlyMap<string, bigint>;

/** By asset: in spot, and in futures with what open positions have won or lost. */
export async function holdingsOf({ spot, futures }: BourseClient): Promise<Holdings> {
  const held = new Map<string, bigint>();
  const add = (asset: string, ...texts: readonly string[]) => {
    for (const text of texts) held.set(asset, (held.get(asset) ?? 0n) + read(text));
  };
  for (const { asset, free, locked } of (await spot.account()).balances) add(asset, free, locked);
  for (const coin of (await futures.account()).account) {
    add(coin.marginCoin, coin.totalEquity, coin.partEquity, coin.accountLock);
  }
  return held;
}

/** A line for each asset of which there is more or less now, and what that is worth at the last prices. */
export async function sayProfit(client: BourseClient, before: Holdings): Promise<void> {
  let profit = 0n;
  for (const [asset, amount] of await holdingsOf(client)) {
    const change = amount - (before.get(asset) ?? 0n);
    if (change === 0n) continue;
    console.log(`${asset} ${change < 0n ? "" : "+"}${write(change, 8)}`);
    profit += asset === COIN ? change : times(change, await priceOf(client, asset));
  }
  console.log(`profit and loss: ${profit < 0n ? "" : "+"}${write(profit, 2)} ${COIN}`);
}

async function priceOf({ spot }: BourseClient, asset: string): Promise<bigint> {
  const { last } = await spot.ticker({ symbol: `${asset}${COIN}` });
  return read(last);
}
