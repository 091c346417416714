/** The coin in which accounts are counted together, and what an asset is worth in it at its last price. */
import { hasTraded } from "../../text/format.ts";
import type { ShownMarket, ShownTicker } from "../exchange.ts";

export const COUNTED_IN = "USDT";

/** Undefined of an asset without a pair in that coin, and before the first trade there. */
export function lastIn(
  markets: readonly ShownMarket[],
  tickers: ReadonlyMap<string, Pick<ShownTicker, "last">>,
): (asset: string) => string | undefined {
  return (asset) => {
    if (asset === COUNTED_IN) return "1";
    const isIt = ({ kind, base, quote }: ShownMarket) =>
      kind === "pair" && base === asset && quote === COUNTED_IN;
    const last = tickers.get(markets.find(isIt)?.name ?? "")?.last;
    return hasTraded(last) ? last : undefined;
  };
}
