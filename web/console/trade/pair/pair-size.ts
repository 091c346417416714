/**
 * What the size of an order on a pair counts. A market order that buys names what it spends and every other one what is traded,
 * unless a market order of spot says otherwise: it is sent in the unit in which it is typed. Rules SPOT-MARKET-1, SPOT-UNIT-1.
 */
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import { hasExit } from "../lists/list-draft.ts";
import type { PairTicketView } from "../market-views.ts";
import { priceInSight } from "../ticket/size-units.ts";
import type { Sizing } from "../ticket/sizing.ts";
import { isStop } from "./pair-instructions.ts";
import type { PairDraft } from "./pair-order.ts";

type Extras = NonNullable<PairAsked["extras"]>;
type Unit = NonNullable<Extras["unit"]>;

function usualIn({ kind, side }: Pick<PairAsked, "kind" | "side">): Unit {
  return kind === "market" && side === "buy" ? "quote" : "base";
}

function sentIn(draft: PairDraft): Unit {
  const { kind, area, sizeIn } = draft;
  if (hasExit(draft)) return "base"; // SPOT-LIST-2: an exit trades what was bought or sold.
  const mayChoose = kind === "market" && area === "spot";
  return mayChoose && (sizeIn === "base" || sizeIn === "quote") ? sizeIn : usualIn(draft);
}

export function countedIn(asked: PairAsked): Unit {
  return asked.extras?.unit ?? usualIn(asked);
}

/** Undefined where it counts what such orders do: that need not be said, and older rules do not know the word (CORE-RULES-3). */
export function extrasOf(draft: PairDraft): Extras | undefined {
  const unit = sentIn(draft);
  return unit === usualIn(draft) ? undefined : { unit };
}

export function pairSizing(marketView: PairTicketView): Sizing<PairDraft> {
  const { pricePrecision, quantityPrecision } = marketView.terms;
  return {
    terms: { decimals: { base: quantityPrecision, quote: pricePrecision + quantityPrecision } },
    units: ["base", "quote"],
    sentIn,
    usualIn,
    priceFor: (draft) =>
      priceInSight({ ...draft, triggerPrice: isStop(draft) ? draft.triggerPrice : "" }, marketView),
  };
}
