/**
 * A market maker with an inventory: it quotes on both sides of the middle, and the more it holds the lower
 * it quotes, so that others take it off its hands; at its limit it quotes on one side only. What it earns
 * is the spread, what it fears is a price that runs away from what it holds.
 * Run: npx tsx examples/strategies/market-maker.ts --hours 2 --operator http://127.0.0.1:8081
 */
import { BourseError } from "bourse/client";
import { near } from "../surroundings.mjs";
import { read } from "./exact.ts";
import { strategy } from "./strategy.ts";

const { client, told, looks, sayProfit } = await strategy({
  symbol: "BTCUSDT",
  volume: "0.05",
  /** How much more or less than at the start it may hold. */
  most: "0.5",
  /** Of the price, on each side: it must pay the fee, and a little more. */
  "half-spread": "0.0015",
});
const { symbol, volume } = told;
const { spot } = client;
const halfSpread = Number(told["half-spread"]);

const { symbols } = await spot.symbols();
const listed = symbols.find((one) => one.symbol === symbol);
if (!listed) throw new Error(`there is no ${symbol}`);
const { pricePrecision, baseAsset } = listed;

async function held(): Promise<bigint> {
  const { balances } = await spot.account();
  const { free = "0", locked = "0" } = balances.find(({ asset }) => asset === baseAsset) ?? {};
  return read(free) + read(locked);
}

/** The middle of the book, or undefined while one side of it is empty. */
async function middle(): Promise<number | undefined> {
  const { bids, asks } = await spot.depth({ symbol, limit: 1 });
  const [[bid] = [], [ask] = []] = [bids[0], asks[0]];
  return bid && ask ? (Number(bid) + Number(ask)) / 2 : undefined;
}

/** A quote that would trade at once is no quote: it is canceled, and the next look brings another. */
async function quote(side: "BUY" | "SELL", at: number, share: number): Promise<void> {
  const price = near(at, share, pricePrecision);
  try {
    const terms = { type: "LIMIT", timeInForce: "POST_ONLY" } as const;
    await spot.createOrder({ symbol, side, volume, price, ...terms });
  } catch (error) {
    // Without the money for a side it quotes on the other.
    if (!(error instanceof BourseError && error.kind === "funds")) throw error;
  }
}

const [start, most] = [await held(), read(told.most)];
for await (const _ of looks()) {
  await spot.cancelAll({ symbol });
  const price = await middle();
  if (price === undefined) continue;
  const more = (await held()) - start;
  // At the bound both quotes have moved by a whole half spread: one of them is at the middle.
  const lean = (-halfSpread * Number(more)) / Number(most);
  if (more + read(volume) <= most) await quote("BUY", price, lean - halfSpread);
  if (more - read(volume) >= -most) await quote("SELL", price, lean + halfSpread);
}

await spot.cancelAll({ symbol });
await sayProfit();
