/** The markets of the demo and their pasts; that of a live market is made of one walk of ninety days for all of them. */
import { Draws } from "../../../core/base/draws.ts";
import { MINUTE_MS, type PastCandle } from "../../../core/engine/prices/past.ts";
import type { Turnover } from "../live/turnover.ts";
import { CONTRACT_TURNOVER, PAIR_TURNOVER } from "../live/turnovers.ts";
import type { PairName } from "../market/demo-prices.ts";
import { livePast, type Stretch } from "./live-past.ts";

/** A market of the demo, and the candles of its past, oldest first, when it is to end at a time. */
export interface Face {
  readonly sort: "pair" | "contract";
  readonly name: string;
  readonly candles: (endMs: number) => PastCandle[];
}

interface Plan extends Omit<Face, "candles"> {
  readonly pair: PairName;
  /** How many ticks of the pair make one of the market's. */
  readonly tickRatio: number;
  readonly turnover: Turnover;
}

const PLANS: readonly Plan[] = [
  ...(["BTCUSDT", "ETHUSDT", "ETHBTC"] as const).map((pair): Plan => {
    return { sort: "pair", name: pair, pair, tickRatio: 1, turnover: PAIR_TURNOVER[pair] };
  }),
  planOf("E-BTC-USDT", "BTCUSDT", 10),
  planOf("E-ETH-USDT", "ETHUSDT", 1),
  planOf("E-BTC-USD", "BTCUSDT", 10),
];

function planOf(name: keyof typeof CONTRACT_TURNOVER, pair: PairName, tickRatio: number): Plan {
  return { sort: "contract", name, pair, tickRatio, turnover: CONTRACT_TURNOVER[name] };
}

/** Made when the first of them is asked for: most starts ask for none. */
export function liveFaces(seed: number): Face[] {
  let stretches: readonly Stretch[] | undefined;
  return PLANS.map((plan, at) => ({
    sort: plan.sort,
    name: plan.name,
    candles: (endMs) => {
      stretches ??= livePast(seed);
      // Apart from the draws of the walk, which count the minutes.
      return candlesOf(plan, stretches, { endMs, draws: new Draws(seed, -1 - at) });
    },
  }));
}

function candlesOf(
  { pair, tickRatio, turnover }: Plan,
  stretches: readonly Stretch[],
  { endMs, draws }: { endMs: number; draws: Draws },
): PastCandle[] {
  const ticks = (walked: number) => Math.floor(walked / tickRatio);
  return stretches.map(({ minutesAgo, bars, pace }) => {
    const { open, high, low, close } = bars[pair];
    return {
      startMs: endMs - minutesAgo * MINUTE_MS,
      open: ticks(open),
      high: ticks(high),
      low: ticks(low),
      close: ticks(close),
      lots: pace.lotsOf(turnover, draws),
    };
  });
}
