/**
 * Selling what an account has for what it owes: on the pair that joins the two, at market, only as
 * much as is needed, and not far from the index. The sale is planned on the book first, fill by fill, so the
 * order that follows is exactly as large as it has to be and trades completely. Rules MARG-LIQ-3,
 * MARG-LIQ-4.
 */
import type { CommandContext } from "../../../base/command-context.ts";
import { feeOf } from "../../../money/fee.ts";
import { productOf } from "../../../money/product.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../../money/rate.ts";
import { mulDiv } from "../../../money/rounding.ts";
import { type Book, ladderOf } from "../../book/book.ts";
import { levelsOf } from "../../book/ladder.ts";
import { slicesAt } from "../../book/slices.ts";
import type { AssetId, Pair } from "../../catalogue/catalogue.ts";
import type { Side } from "../../orders/order.ts";
import { forceOrder } from "../../spot/place-order.ts";
import type { SpotEvent } from "../../spot/spot.ts";
import type { UserId } from "../../users/users.ts";
import type { MarginState } from "../margin.ts";
import { indexValueOf } from "../valuation.ts";

/** How one asset becomes another: by selling the base, or by buying it with the quote. */
export interface SaleRoute {
  readonly pair: Pair;
  readonly side: Side;
}

/** The listed pair that joins two assets; a halted one too, which may trade again. */
export function findRoute(
  state: MarginState,
  sold: AssetId,
  bought: AssetId,
): SaleRoute | undefined {
  for (const pair of state.catalogue.pairs) {
    if (pair.status !== "trading" && pair.status !== "halted") continue;
    if (pair.base === sold && pair.quote === bought) return { pair, side: "sell" };
    if (pair.base === bought && pair.quote === sold) return { pair, side: "buy" };
  }
  return undefined;
}

/** What a planned order would do. */
export interface Sale {
  readonly lots: bigint;
  /** Ticks × lots. */
  readonly value: bigint;
  /** What it brings net of fees, in units of the asset bought. */
  readonly net: bigint;
}

const NOTHING: Sale = { lots: 0n, value: 0n, net: 0n };
const LOTS_MAX = BigInt(Number.MAX_SAFE_INTEGER);

/** MARG-LIQ-3: the smallest sale that brings `wanted`, as far as book, range and `units` reach. */
export function planSale(
  state: MarginState,
  route: SaleRoute,
  { units, wanted }: { units: bigint; wanted: bigint },
): Sale {
  const { pair, side } = route;
  if (pair.status !== "trading") return NOTHING; // SPOT-HALT-1
  const isAcceptable = rangeOf(state, route);
  const book = state.books[pair.id - 1] as Book;
  let sale = NOTHING;
  for (const level of levelsOf(ladderOf(book, side === "sell" ? "buy" : "sell"))) {
    if (!isAcceptable(level.ticks)) break;
    for (const slice of slicesAt(book.rows, level)) {
      const needed = lotsFor(route, level.ticks, wanted - sale.net);
      const lots = least(BigInt(slice), needed, affordable(route, level.ticks, units, sale));
      if (lots === 0n) return sale;
      sale = extend(route, sale, level.ticks, lots);
      if (sale.net >= wanted) return sale;
    }
  }
  return sale;
}

/** MARG-LIQ-4: whether a price is worse than the index by no more than the range. */
function rangeOf(state: MarginState, { pair, side }: SaleRoute): (ticks: number) => boolean {
  const { liquidationRange } = state.catalogue.marginRules;
  const lot = indexValueOf(state, pair.base, pair.baseUnit);
  const tick = indexValueOf(state, pair.quote, pair.quoteUnit);
  if (lot === 0n || tick === 0n) return () => false;
  const worst =
    lot * BigInt(side === "sell" ? RATE_ONE - liquidationRange : RATE_ONE + liquidationRange);
  return (ticks) => {
    const price = BigInt(ticks) * tick * RATE_ONE_BIG;
    return side === "sell" ? price >= worst : price <= worst;
  };
}

/** Units of the asset bought that one lot brings at a price, before the fee. */
function unitsPerLot({ pair, side }: SaleRoute, ticks: number): bigint {
  return side === "sell" ? BigInt(ticks) * pair.quoteUnit : pair.baseUnit;
}

/** The fewest lots that bring `wanted` net of the fee, in one fill at this price. */
function lotsFor(route: SaleRoute, ticks: number, wanted: bigint): bigint {
  const kept = unitsPerLot(route, ticks) * BigInt(RATE_ONE - route.pair.takerRate);
  return mulDiv(wanted, RATE_ONE_BIG, kept, "up");
}

/** The most lots that the rest of `units` can still give or pay for. */
function affordable({ pair, side }: SaleRoute, ticks: number, units: bigint, sale: Sale): bigint {
  const lots =
    side === "sell"
      ? units / pair.baseUnit - sale.lots
      : (units - sale.value * pair.quoteUnit) / (BigInt(ticks) * pair.quoteUnit);
  return least(lots, LOTS_MAX - sale.lots);
}

function extend(route: SaleRoute, sale: Sale, ticks: number, lots: bigint): Sale {
  const received = lots * unitsPerLot(route, ticks);
  return {
    lots: sale.lots + lots,
    value: sale.value + productOf(ticks, Number(lots)),
    net: sale.net + received - feeOf(received, route.pair.takerRate, 0n),
  };
}

/** What a planned sale takes of the asset that is sold. */
export function costOf({ pair, side }: SaleRoute, { lots, value }: Sale): bigint {
  return side === "sell" ? lots * pair.baseUnit : value * pair.quoteUnit;
}

/** Trades what was planned; its proceeds repay by themselves (MARG-REPAY-2). */
export function sell(
  state: MarginState,
  user: UserId,
  { route: { pair, side }, sale }: { route: SaleRoute; sale: Sale },
  context: CommandContext<SpotEvent>,
): void {
  if (sale.lots === 0n) return;
  const size =
    side === "sell" ? { lots: Number(sale.lots), budget: 0n } : { lots: 0, budget: sale.value };
  forceOrder(state, { user, area: "margin", market: pair.id, side, ...size }, context);
}

function least(...values: bigint[]): bigint {
  return values.reduce((a, b) => (a < b ? a : b));
}
