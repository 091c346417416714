/**
 * The past of the demo's markets: seven days of minutes that end where the traders begin, for each pair
 * and each contract. ETH goes partly the way of BTC, and what follows from the two on the pairs follows
 * here, too. A market that has traded, or has a past already, is left as it is. Rule SANDBOX-PAST-5.
 */

import { Draws } from "../../../core/base/draws.ts";
import { findPair } from "../../../core/engine/catalogue/catalogue.ts";
import { findContract } from "../../../core/engine/catalogue/contract.ts";
import type { Command } from "../../../core/engine/codec.ts";
import { chunksOf, MINUTE_MS, type PastCandle } from "../../../core/engine/prices/past.ts";
import { lastTicksOf } from "../../../core/engine/prices/prices.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import { type Exchange, engineTimeOf } from "../../../runtime/replica/submission.ts";
import { DemoError, NO_REQUEST } from "../ensure.ts";
import { CENTRES, crossOf } from "../market/demo-prices.ts";
import { type WalkedMinute, walkBack } from "./past-walk.ts";

/** Seven days. */
export const PAST_MINUTES = 7 * 24 * 60;

const SEED = 1;
/** What is drawn apart from the walks. */
const CROSS_EDGES = 3;
/** Some 5 parts in 10,000 a minute are some percent a day. */
const STRIDE_PPM = 300;

/** How the minutes of a walk are traded: lots in an average minute. */
interface Face {
  readonly sort: "pair" | "contract";
  readonly name: string;
  readonly walk: "btc" | "eth" | "cross";
  /** How many ticks of the walk make one of the market's. */
  readonly tickRatio: number;
  readonly lots: number;
}

const FACES: readonly Face[] = [
  { sort: "pair", name: "BTCUSDT", walk: "btc", tickRatio: 1, lots: 90_000 },
  { sort: "pair", name: "ETHUSDT", walk: "eth", tickRatio: 1, lots: 120_000 },
  { sort: "pair", name: "ETHBTC", walk: "cross", tickRatio: 1, lots: 4_000 },
  { sort: "contract", name: "E-BTC-USDT", walk: "btc", tickRatio: 10, lots: 30_000 },
  { sort: "contract", name: "E-ETH-USDT", walk: "eth", tickRatio: 1, lots: 40_000 },
  { sort: "contract", name: "E-BTC-USD", walk: "btc", tickRatio: 10, lots: 5_000 },
];

type Walks = Readonly<Record<Face["walk"], readonly WalkedMinute[]>>;

/** Brings in what is missing, all at once: nothing of it waits for something else. */
export async function ensurePast(exchange: Exchange, seed = SEED): Promise<void> {
  const missing = FACES.flatMap((face) => marketWithout(exchange, face));
  if (missing.length === 0) return;
  const nowMs = engineTimeOf(exchange);
  const endMs = nowMs - (nowMs % MINUTE_MS);
  const walks = walksFrom(seed);
  const commands = missing.flatMap(({ face, market }) => {
    const candles = candlesOf(face, walks[face.walk], endMs);
    return [...chunksOf(candles)].map((chunk): Command => {
      const { sort } = face;
      return { type: "ImportCandles", sort, market, candles: chunk, request: NO_REQUEST };
    });
  });
  for (const submitted of await exchange.submitAll(commands)) {
    if (submitted.kind === "done" && submitted.outcome.ok) continue;
    const why = submitted.kind === "done" ? "was refused" : "got no outcome";
    throw new DemoError(`The demo's past ${why}.`);
  }
}

/** The market, where it is listed and has neither a trade nor a past. */
function marketWithout({ state }: Exchange, face: Face): { face: Face; market: number }[] {
  const { sort, name } = face;
  const last = sort === "pair" ? lastOfPair(state, name) : lastOfContract(state, name);
  if (!last || last.ticks > 0 || (state.pasts[sort][last.market - 1] ?? 0) > 0) return [];
  return [{ face, market: last.market }];
}

interface Last {
  readonly market: number;
  /** The ticks of the last trade; 0 before the first. */
  readonly ticks: number;
}

function lastOfPair({ catalogue, prices }: ExchangeState, name: string): Last | undefined {
  const pair = findPair(catalogue, catalogue.pairsByName.get(name)?.id ?? 0);
  return pair && { market: pair.id, ticks: lastTicksOf(prices, pair.id) };
}

function lastOfContract({ catalogue, futures }: ExchangeState, name: string): Last | undefined {
  const contract = findContract(catalogue, catalogue.contractsByName.get(name)?.id ?? 0);
  return contract && { market: contract.id, ticks: futures.markets[contract.id - 1]?.last ?? 0 };
}

function walksFrom(seed: number): Walks {
  const terms = { seed: 2 * seed, stridePpm: STRIDE_PPM };
  const btc = walkBack(PAST_MINUTES, { ...terms, centre: CENTRES.BTCUSDT });
  const own = { seed: 2 * seed + 1, stridePpm: STRIDE_PPM };
  const eth = walkBack(PAST_MINUTES, { ...own, centre: CENTRES.ETHUSDT });
  return { btc, eth, cross: crossed(eth, btc) };
}

/** ETH in BTC, as the pairs quote it: its minute goes from one quotient to the other. */
function crossed(eth: readonly WalkedMinute[], btc: readonly WalkedMinute[]): WalkedMinute[] {
  const draws = new Draws(SEED, CROSS_EDGES);
  return eth.map((ours, at) => {
    const theirs = btc[at] ?? ours;
    const open = crossOf(ours.open, theirs.open);
    const close = crossOf(ours.close, theirs.close);
    const high = Math.max(open, close) + draws.below(3);
    const low = Math.min(open, close) - draws.below(3);
    return { open, high, low, close, pace: ours.pace };
  });
}

function candlesOf(face: Face, walk: readonly WalkedMinute[], endMs: number): PastCandle[] {
  const { tickRatio, lots } = face;
  const ticks = (walked: number) => Math.floor(walked / tickRatio);
  const startMs = endMs - walk.length * MINUTE_MS;
  return walk.map(({ open, high, low, close, pace }, at) => {
    // As good as drawn, and without two minutes alike: from half of it to half as much again.
    const chance = 50 + ((7 * open + 11 * high + 13 * low + lots) % 101);
    return {
      startMs: startMs + at * MINUTE_MS,
      open: ticks(open),
      high: ticks(high),
      low: ticks(low),
      close: ticks(close),
      lots: Math.trunc((lots * pace * chance) / 10_000),
    };
  });
}
