/**
 * A small trade at the best price, so that the tape and the candles move: mostly tiny, at times
 * more than a hundred times as large. It never rests, and with no order on the other side it is not
 * sent at all.
 */

import type { Draws } from "../../../core/base/draws.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { NO_REQUEST } from "../ensure.ts";
import type { Trader } from "./traders.ts";

export interface Take {
  readonly trader: Trader;
  readonly pair: Pair;
  /** The smallest trade. */
  readonly lotsMin: number;
}

/** The largest trade is the square of it times the smallest. */
const GROWTH = 12;

export function take(
  { books }: ExchangeState,
  { trader, pair, lotsMin }: Take,
  draws: Draws,
): Command[] {
  const side = draws.below(2) === 0 ? "buy" : "sell";
  const lots = lotsMin * (draws.below(GROWTH) + 1) ** 2;
  const book = books[pair.id - 1];
  const best = side === "buy" ? book?.asks.best : book?.bids.best;
  if (!best) return [];
  const { pricePrecision, quantityPrecision } = pair;
  const quantity =
    side === "sell"
      ? formatSteps(lots, quantityPrecision)
      : // A market buy names what it spends.
        formatUnits(BigInt(best.ticks) * BigInt(lots), pricePrecision + quantityPrecision);
  const asked = { side, kind: "market", quantity, price: "", clientId: "" } as const;
  return [{ type: "PlaceOrder", ...trader, request: NO_REQUEST, pair: pair.id, ...asked }];
}
