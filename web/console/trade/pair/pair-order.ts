/**
 * An order on a pair as it is being written: what its fields say, what would come of it, and what is
 * sent. Pure, so that the same can be asked in a test.
 */
import type { NewOrder } from "../../../../src/client/client.ts";
import type { Market } from "../../exchange/exchange.ts";
import { compareDecimals } from "../../text/exact.ts";
import { played, type ReadFields, readFields } from "../form/check-form.ts";
import type { FigureLine } from "../form/figure-line.ts";
import type { PairMarketView } from "../preview/pair-preview-state.ts";
import {
  type PairAsked,
  type PairEstimate,
  previewPairOrder,
} from "../preview/preview-pair-order.ts";
import { type Complaint, complaintOf, type Naming } from "../preview/refusal-words.ts";

/** As typed. */
export type PairDraft = PairAsked;

export interface JudgedPairOrder {
  readonly asked: PairAsked | undefined;
  readonly complaints: readonly Complaint[];
  readonly estimate: PairEstimate | undefined;
}

export function spendsQuote({ kind, side }: Pick<PairAsked, "kind" | "side">): boolean {
  return kind === "market" && side === "buy";
}

export function judgePairOrder(
  draft: PairDraft,
  marketView: PairMarketView,
  market: Market,
): JudgedPairOrder {
  const { values, complaints, isComplete } = fieldsOf(draft);
  const asked = {
    ...draft,
    price: values.get("price") ?? marketView.last,
    quantity: values.get("quantity") ?? marketView.listing.limitVolumeMin,
  };
  const preview = played(() => previewPairOrder(marketView, asked));
  const said = preview && !preview.ok ? [complaintOf(preview, namingOf(asked, market))] : [];
  if (!isComplete) {
    // What is missing was put in, and nothing is said about it.
    const known = said.filter(({ field, isWarning }) => values.has(field) && !isWarning);
    return { asked: undefined, complaints: [...complaints, ...known], estimate: undefined };
  }
  const mayEstimate = said.every(({ isWarning }) => isWarning);
  const estimate = preview?.ok
    ? preview
    : mayEstimate
      ? withoutMoney(marketView, asked)
      : undefined;
  return { asked, complaints: said, estimate };
}

/** What it would come to for somebody who has the money. */
function withoutMoney(marketView: PairMarketView, asked: PairAsked): PairEstimate | undefined {
  const preview = played(() => previewPairOrder({ ...marketView, free: undefined }, asked));
  return preview?.ok ? preview : undefined;
}

function fieldsOf({ kind, price, quantity }: PairDraft): ReadFields {
  const typed = [{ field: "quantity", text: quantity, what: "a quantity" } as const];
  return readFields(
    kind === "limit" ? [{ field: "price", text: price, what: "a price" }, ...typed] : typed,
  );
}

function namingOf(asked: PairAsked, { base, quote }: Market): Naming {
  return {
    coin: quote,
    quantityUnit: spendsQuote(asked) ? quote : base,
    paysWith: asked.side === "buy" ? quote : base,
  };
}

export function newPairOrder(asked: PairAsked, market: Market): NewOrder {
  const { side, kind, price, quantity } = asked;
  const type =
    kind === "limit" ? ({ type: "LIMIT", price } as const) : ({ type: "MARKET" } as const);
  return { symbol: market.name, side: side === "buy" ? "BUY" : "SELL", volume: quantity, ...type };
}

/** What is shown beneath the form; without an estimate the names stay, so that nothing jumps. */
export function pairLines(
  estimate: PairEstimate | undefined,
  draft: PairDraft,
  market: Market,
  owed?: PairMarketView["owed"],
): readonly FigureLine[] {
  const { base, quote, pricePrecision } = market;
  const [gets, gives] = draft.side === "buy" ? [base, quote] : [quote, base];
  const isAbout = true;
  const { now, locks, fee, receives, borrows } = estimate ?? {};
  const isMarket = draft.kind === "market";
  const lines: FigureLine[] = [
    isMarket
      ? {
          name: "Average price",
          value: now?.averagePrice,
          unit: quote,
          decimals: pricePrecision,
          isAbout,
        }
      : { name: "Trades at once", value: now?.base, unit: base, isAbout },
    { name: "Sets aside", value: locks?.amount, unit: gives },
    { name: "Fee now", value: fee?.now, unit: gets, isAbout },
  ];
  if (!isMarket) lines.push({ name: "Fee of the rest", value: fee?.atRest, unit: gets });
  lines.push({ name: "You get", value: receives?.amount, unit: gets, isAbout });
  if (draft.area === "margin") {
    const title = "What the order needs and is not free is lent to you, if your level allows it.";
    lines.push({ name: "Borrows", value: borrows, unit: gives, title });
    const debt = (draft.side === "buy" ? owed?.base : owed?.quote) ?? "0";
    lines.push(repaysLine(receives?.amount, debt, gets));
  }
  return lines;
}

/** MARG-REPAY-2: what the account owes of what an order brings is paid with it at once. */
function repaysLine(got: string | undefined, debt: string, unit: string): FigureLine {
  const value = got === undefined || compareDecimals(got, debt) <= 0 ? got : debt;
  const title = "Of what you get, this much pays back what you owe, at once; the rest is free.";
  return { name: "Repays", value, unit, title, isAbout: true };
}
