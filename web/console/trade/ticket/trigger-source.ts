/** By which price a trigger is judged, and what it is now (FUT-COND-2, FUT-COND-6). */
import type { ContractMarketView } from "../../../../src/core/preview/contract/contract-market-view.ts";
import type { ContractTerms } from "../../../../src/core/preview/market-terms.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";

export interface TriggerPrice {
  readonly source: ContractTerms["triggerSource"];
  /** Decimal text; zero where there is none, or it has not been told yet. */
  readonly price: string;
}

const NAMES = { last: "the last price", mark: "the mark price" } as const;

/** Of a pair it is always the last. */
export function triggerPriceBy(
  source: TriggerPrice["source"],
  { last, mark }: { readonly last: string; readonly mark: string },
): TriggerPrice {
  return { source, price: source === "mark" ? mark : last };
}

/** Of a contract, as its terms say. */
export function triggerPriceIn(
  view: Pick<ContractMarketView, "terms" | "last" | "mark">,
): TriggerPrice {
  return triggerPriceBy(view.terms.triggerSource, view);
}

export function nameOfTriggerPrice({ source }: Pick<TriggerPrice, "source">): string {
  return NAMES[source];
}

export function sayTriggerSource({ source, price }: TriggerPrice): string {
  const [what, none] =
    source === "mark"
      ? ["mark price", "not known yet"]
      : ["last traded price", "nothing has traded yet"];
  return `Judged by the ${what}: ${hasTraded(price) ? `now ${formatPlain(price)}` : none}.`;
}
