/**
 * The depth chart's two staircases: how much could be sold down to a price, and bought up to it. The
 * sums are exact; what comes out is where to draw, in shares of the picture's width and height.
 */
import { formatUnits } from "../../../../src/core/preview/exact-decimals.ts";
import type { ShownBook, ShownMarket } from "../../exchange/exchange.ts";
import { drawShare } from "../../text/draw-number.ts";
import { unitsAt } from "../../text/exact.ts";

export interface CurvePoint {
  /** 0 is the left edge, 1 the right one. */
  readonly x: number;
  /** 0 is nothing, 1 the deepest. */
  readonly y: number;
  readonly price: string;
  readonly total: string;
}

export interface DepthCurve {
  /** From the middle outwards. */
  readonly bids: readonly CurvePoint[];
  readonly asks: readonly CurvePoint[];
  readonly low: string;
  readonly middle: string;
  readonly high: string;
  /** The most of the two sides. */
  readonly deepest: string;
}

type Precisions = Pick<ShownMarket, "pricePrecision" | "quantityPrecision">;
interface Stair {
  readonly ticks: bigint;
  readonly total: bigint;
}

/** Undefined while a side of the book is empty: there is no middle to draw around. */
export function depthCurveOf(book: ShownBook, market: Precisions): DepthCurve | undefined {
  const { pricePrecision, quantityPrecision } = market;
  const [bids, asks] = [stairsOf(book.bids, market), stairsOf(book.asks, market)];
  const [bid, ask] = [bids[0], asks[0]];
  if (!bid || !ask) return undefined;
  const middle = (bid.ticks + ask.ticks) / 2n;
  const reach = reachOf(bids, asks, middle);
  const low = middle - reach;
  const seen = [...bids, ...asks].filter(({ ticks }) => ticks >= low && ticks <= middle + reach);
  const most = seen.reduce((max, { total }) => (total > max ? total : max), 0n);
  const pointOf = ({ ticks, total }: Stair): CurvePoint => ({
    x: drawShare(ticks - low, 2n * reach),
    y: drawShare(total, most),
    price: formatUnits(ticks, pricePrecision),
    total: formatUnits(total, quantityPrecision),
  });
  const isSeen = (stair: Stair) => seen.includes(stair);
  return {
    bids: bids.filter(isSeen).map(pointOf),
    asks: asks.filter(isSeen).map(pointOf),
    low: formatUnits(low, pricePrecision),
    middle: formatUnits(middle, pricePrecision),
    high: formatUnits(middle + reach, pricePrecision),
    deepest: formatUnits(most, quantityPrecision),
  };
}

/**
 * As far to the left as to the right, so that the halves can be compared: to the end of the wider side,
 * as long as the narrower one is not pressed against the middle by it.
 */
function reachOf(bids: readonly Stair[], asks: readonly Stair[], middle: bigint): bigint {
  const down = bulkOf(bids.map(({ ticks }) => middle - ticks));
  const up = bulkOf(asks.map(({ ticks }) => ticks - middle));
  const [nearer, farther] = down < up ? [down, up] : [up, down];
  const most = nearer > 0n ? nearer * WIDER_MAX : farther;
  const reach = farther < most ? farther : most;
  return reach > 0n ? reach : 1n;
}

const WIDER_MAX = 8n;
const FAR = 3n;

/**
 * How far most of a side reaches, of distances that grow: orders that are alone, far beyond the others,
 * would press everything else together and are left out.
 */
function bulkOf(distances: readonly bigint[]): bigint {
  const median = distances[Math.floor(distances.length / 2)] ?? 0n;
  return distances.findLast((distance) => distance <= median * FAR) ?? 0n;
}

function stairsOf(levels: ShownBook["bids"], market: Precisions): Stair[] {
  let total = 0n;
  return levels.map(([price, quantity]) => {
    total += unitsAt(quantity, market.quantityPrecision);
    return { ticks: unitsAt(price, market.pricePrecision), total };
  });
}
