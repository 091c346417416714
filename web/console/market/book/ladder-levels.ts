/**
 * A book as the ladder shows it: levels joined into steps of the chosen size, how much stands up to
 * each, and how long its bar is. Exact: prices are counted in ticks and quantities in lots of the
 * market, by bigints; only the bar is a number, to be drawn.
 */
import { formatUnits, tenTo } from "../../../../src/core/preview/exact-decimals.ts";
import type { ShownBook, ShownMarket } from "../../exchange/exchange.ts";
import { drawShare } from "../../text/draw-number.ts";
import { unitsAt } from "../../text/exact.ts";

export interface LadderRow {
  readonly price: string;
  readonly quantity: string;
  /** Up to here, from the best. */
  readonly total: string;
  /** The quantity's share of the largest one in sight, 0 to 1. */
  readonly bar: number;
}

export interface ShownLadder {
  /** Best first on both sides. */
  readonly asks: readonly LadderRow[];
  readonly bids: readonly LadderRow[];
  /** Of the whole book, however it is grouped; undefined while a side is empty. */
  readonly spread: string | undefined;
}

export interface LadderView {
  /** Powers of ten: 0 shows every tick, 2 joins a hundred. */
  readonly grouping: number;
  readonly rows: number;
}

type Precisions = Pick<ShownMarket, "pricePrecision" | "quantityPrecision">;
type Side = "asks" | "bids";
interface Step {
  readonly ticks: bigint;
  lots: bigint;
}

export function ladderOf(book: ShownBook, market: Precisions, view: LadderView): ShownLadder {
  const asks = stepsOf(book.asks, market, { ...view, side: "asks" });
  const bids = stepsOf(book.bids, market, { ...view, side: "bids" });
  const most = [...asks, ...bids].reduce((max, { lots }) => (lots > max ? lots : max), 0n);
  return {
    asks: rowsOf(asks, market, most),
    bids: rowsOf(bids, market, most),
    spread: spreadOf(book, market),
  };
}

/** An ask is put into the step above it and a bid into the one below: no step looks better than it is. */
function stepsOf(
  levels: ShownBook[Side],
  { pricePrecision, quantityPrecision }: Precisions,
  { grouping, rows, side }: LadderView & { readonly side: Side },
): Step[] {
  const size = tenTo(grouping);
  const steps: Step[] = [];
  for (const [price, quantity] of levels) {
    const ticks = unitsAt(price, pricePrecision);
    const joined = side === "asks" ? ((ticks + size - 1n) / size) * size : (ticks / size) * size;
    const last = steps.at(-1);
    const lots = unitsAt(quantity, quantityPrecision);
    if (last?.ticks === joined) last.lots += lots;
    else if (steps.length === rows) break;
    else steps.push({ ticks: joined, lots });
  }
  return steps;
}

function rowsOf(steps: readonly Step[], market: Precisions, most: bigint): LadderRow[] {
  const { pricePrecision, quantityPrecision } = market;
  let total = 0n;
  return steps.map(({ ticks, lots }) => {
    total += lots;
    return {
      price: formatUnits(ticks, pricePrecision),
      quantity: formatUnits(lots, quantityPrecision),
      total: formatUnits(total, quantityPrecision),
      bar: drawShare(lots, most),
    };
  });
}

function spreadOf({ asks, bids }: ShownBook, { pricePrecision }: Precisions): string | undefined {
  const [ask, bid] = [asks[0], bids[0]];
  if (!ask || !bid) return undefined;
  const ticks = unitsAt(ask[0], pricePrecision) - unitsAt(bid[0], pricePrecision);
  return formatUnits(ticks, pricePrecision);
}
