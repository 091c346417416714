/** The past of a calm market: seven days of minutes, which are the same in every version (SANDBOX-MARKET-3). */
import { Draws } from "../../../core/base/draws.ts";
import { MINUTE_MS, type PastCandle } from "../../../core/engine/prices/past.ts";
import { CENTRES, crossOf } from "../market/demo-prices.ts";
import type { Face } from "./faces.ts";
import { type WalkedMinute, walkBack } from "./past-walk.ts";

/** Seven days. */
export const PAST_MINUTES = 7 * 24 * 60;

/** What is drawn apart from the walks, whatever the seed. */
const CROSS_SEED = 1;
const CROSS_EDGES = 3;
/** Some 5 parts in 10,000 a minute are some percent a day. */
const STRIDE_PPM = 300;

/** How the minutes of a walk are traded: lots in an average minute. */
interface Plan {
  readonly sort: "pair" | "contract";
  readonly name: string;
  readonly walk: "btc" | "eth" | "cross";
  /** How many ticks of the walk make one of the market's. */
  readonly tickRatio: number;
  readonly lots: number;
}

const PLANS: readonly Plan[] = [
  { sort: "pair", name: "BTCUSDT", walk: "btc", tickRatio: 1, lots: 90_000 },
  { sort: "pair", name: "ETHUSDT", walk: "eth", tickRatio: 1, lots: 120_000 },
  { sort: "pair", name: "ETHBTC", walk: "cross", tickRatio: 1, lots: 4_000 },
  { sort: "contract", name: "E-BTC-USDT", walk: "btc", tickRatio: 10, lots: 30_000 },
  { sort: "contract", name: "E-ETH-USDT", walk: "eth", tickRatio: 1, lots: 40_000 },
  { sort: "contract", name: "E-BTC-USD", walk: "btc", tickRatio: 10, lots: 5_000 },
];

type Walks = Readonly<Record<Plan["walk"], readonly WalkedMinute[]>>;

/** Made when the first of them is asked for: most starts ask for none. */
export function calmFaces(seed: number): Face[] {
  let walks: Walks | undefined;
  return PLANS.map((plan) => ({
    sort: plan.sort,
    name: plan.name,
    candles: (endMs) => {
      walks ??= walksFrom(seed);
      return candlesOf(plan, walks[plan.walk], endMs);
    },
  }));
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
  const draws = new Draws(CROSS_SEED, CROSS_EDGES);
  return eth.map((ours, at) => {
    const theirs = btc[at] ?? ours;
    const open = crossOf(ours.open, theirs.open);
    const close = crossOf(ours.close, theirs.close);
    const high = Math.max(open, close) + draws.below(3);
    const low = Math.min(open, close) - draws.below(3);
    return { open, high, low, close, pace: ours.pace };
  });
}

function candlesOf(face: Plan, walk: readonly WalkedMinute[], endMs: number): PastCandle[] {
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
