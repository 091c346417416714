/** The prices of a market that begins: they go on from the last trades of the pairs, or from where another market is. */
import { lastTicksOf } from "../../../core/engine/prices/prices.ts";
import { CalmPrices, type DemoPrices, LivePrices, type PairName } from "./demo-prices.ts";
import type { MarketOptions } from "./market.ts";

export function pricesOf(
  { state, seed, progress }: Pick<MarketOptions, "state" | "seed" | "progress">,
  manner: "calm" | "live",
): DemoPrices {
  const last = (name: PairName) => {
    const pair = state.catalogue.pairsByName.get(name);
    return pair ? lastTicksOf(state.prices, pair.id) : 0;
  };
  const from = progress?.prices;
  return manner === "live" ? new LivePrices(last, seed, from) : new CalmPrices(last, from);
}
