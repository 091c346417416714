/**
 * What a position is worth at a newer mark than the one it was told with: profit and value by the
 * engine's own formulas (FUT-VALUE-4), so that a list of positions moves with the market between two
 * messages about them.
 */

import type { Contract as ListedContract } from "../client/client.ts";
import { enterAsset } from "../engine/catalogue/catalogue.ts";
import { profitAt, valueAt } from "../engine/futures/contract-value.ts";
import { emptyState } from "../engine/state.ts";
import { formatUnits, stepsOf } from "../money/decimal.ts";
import type { HeldPosition } from "./contract-market-view.ts";
import { costOf } from "./contract-preview-state.ts";
import { enterListedContract } from "./market-terms.ts";

export interface Appraised {
  readonly unrealized: string;
  readonly value: string;
}

export function appraisePosition(
  listing: ListedContract,
  held: HeldPosition,
  mark: string,
): Appraised | undefined {
  const ticks = stepsOf(mark, listing.pricePrecision);
  if (ticks <= 0) return undefined;
  const { catalogue } = emptyState();
  const [, base = "", quote = ""] = listing.symbol.split("-");
  const scale = listing.marginCoinPrecision;
  enterAsset(catalogue, { id: 1, name: base, scale });
  enterAsset(catalogue, { id: 2, name: quote, scale });
  const contract = enterListedContract(catalogue, listing, { id: 1, base: 1 });
  const side = held.side === "BUY" ? "buy" : "sell";
  const volume = Number(held.volume);
  const cost = costOf(contract, side, held);
  return {
    unrealized: formatUnits(profitAt(contract, { side, volume, cost }, ticks), scale),
    value: formatUnits(valueAt(contract, { lots: volume, ticks }), scale),
  };
}
