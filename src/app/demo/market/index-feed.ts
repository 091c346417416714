/**
 * The demo's index source: what BTC and ETH are worth by the walk that the traders quote around. Each
 * round sends one of the two prices, so each comes every other second; a source is silent after ten.
 * Without traders no prices are sent, and the source is withdrawn: the index then follows trades.
 */

import { INDEX_DECIMALS } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import { demand, NO_REQUEST } from "../ensure.ts";
import type { DemoPrices, PairName } from "./demo-prices.ts";

const SOURCE = "demo";

const FED: readonly { readonly asset: string; readonly pair: PairName }[] = [
  { asset: "BTC", pair: "BTCUSDT" },
  { asset: "ETH", pair: "ETHUSDT" },
];

/** The first prices of the source: one for every asset. */
export function feedAll(state: ExchangeState, prices: DemoPrices): Command[] {
  return FED.flatMap((_, at) => feedOne(state, prices, at));
}

/** The price that the source sends in a round. */
export function feedOne(
  { catalogue }: ExchangeState,
  prices: DemoPrices,
  round: number,
): Command[] {
  const fed = FED[round % FED.length];
  const asset = catalogue.assetsByName.get(fed?.asset ?? "");
  const pair = catalogue.pairsByName.get(fed?.pair ?? "");
  if (!fed || !asset || !pair) return [];
  const unit = 10n ** BigInt(INDEX_DECIMALS - pair.pricePrecision);
  const price = BigInt(prices.ticksOf(fed.pair)) * unit;
  return [
    { type: "SetIndex", asset: asset.id, source: SOURCE, weight: 1, price, request: NO_REQUEST },
  ];
}

/** A start without traders: a source without prices would be stale for ever. */
export async function withdrawFeed(exchange: Exchange): Promise<void> {
  for (const index of exchange.state.prices.index) {
    if (!index?.sources.some(({ name }) => name === SOURCE)) continue;
    const { asset } = index;
    await demand(exchange, { type: "WithdrawIndex", asset, source: SOURCE, request: NO_REQUEST });
  }
}
