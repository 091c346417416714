/**
 * The index of a contract: what its base is worth in its quote, from the index prices of the two
 * assets; a quote that is no asset of the catalogue (USD) counts as USDT. Where that is not known,
 * the last trade of the pair of the same name, else of the contract itself. Rule FUT-MARK-1.
 */
import { tenTo } from "../../../money/decimal.ts";
import { divHalfUp } from "../../../money/rounding.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { indexPriceOf, isIndexStale } from "../../prices/index-prices.ts";
import { lastTicksOf, type Prices } from "../../prices/prices.ts";
import type { ContractMarket } from "../futures-state.ts";

interface Rooms {
  readonly catalogue: Catalogue;
  readonly prices: Prices;
}

export interface ContractIndex {
  /** 0 when it is not known. */
  readonly ticks: number;
  /** FUT-RISK-5: nothing may be decided by a stale index. */
  readonly isStale: boolean;
}

/** Far above any price, and far below 2^53, so that a mark 5% above is a number too. */
const TICKS_MAX = 2n ** 52n;

export function contractIndexOf(
  rooms: Rooms,
  market: ContractMarket,
  timeMs: number,
): ContractIndex {
  const { contract } = market;
  const { catalogue } = rooms;
  const quote = catalogue.assetsByName.get(contract.quote);
  const base = indexPriceOf(rooms, contract.base);
  const unit = quote ? indexPriceOf(rooms, quote.id) : tenTo(18);
  if (base === 0n || unit === 0n) return { ticks: tradedTicks(rooms, market), isStale: false };
  const ticks = wholeTicks(base * tenTo(contract.pricePrecision), unit);
  return { ticks, isStale: isContractIndexStale(rooms, market, timeMs) };
}

/** The same without the price: an index that follows trades is never stale. */
export function isContractIndexStale(
  rooms: Rooms,
  { contract }: ContractMarket,
  timeMs: number,
): boolean {
  if (isIndexStale(rooms, contract.base, timeMs)) return true;
  const quote = rooms.catalogue.assetsByName.get(contract.quote);
  return quote !== undefined && isIndexStale(rooms, quote.id, timeMs);
}

/** Half-up, and at least one tick: a known price is not 0. */
function wholeTicks(top: bigint, bottom: bigint): number {
  const ticks = divHalfUp(top, bottom);
  if (ticks > TICKS_MAX) return 0;
  return ticks === 0n ? 1 : Number(ticks);
}

function tradedTicks({ catalogue, prices }: Rooms, { contract, last }: ContractMarket): number {
  const pair = catalogue.pairsByName.get(contract.baseName + contract.quote);
  const ticks = pair ? lastTicksOf(prices, pair.id) : 0;
  if (!pair || ticks === 0) return last;
  return wholeTicks(BigInt(ticks) * tenTo(contract.pricePrecision), tenTo(pair.pricePrecision));
}
