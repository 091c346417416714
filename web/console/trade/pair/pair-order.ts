/**
 * An order on a pair as it is being written: what its fields say, what would come of it, and what is
 * sent. Pure, so that the same can be asked in a test.
 */
import type { NewOrder } from "../../../../src/client/client.ts";
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import {
  type PairEstimate,
  previewPairOrder,
} from "../../../../src/core/preview/pair/preview-pair-order.ts";
import type { ShownMarket } from "../../exchange/exchange.ts";
import type { FigureLine } from "../form/figure-line.ts";
import type { Complaint, Naming } from "../form/refusal-words.ts";
import { type AssessedList, assessList } from "../lists/assess-list.ts";
import type { PairTicketView } from "../market-views.ts";
import { type AssessedOrder, assessOrder } from "../ticket/assess-order.ts";
import { typeOf } from "../ticket/order-words.ts";
import { type SizedDraft, sizedFields } from "../ticket/sizing.ts";
import { loanLines } from "./loan-lines.ts";
import { readPairFields } from "./pair-fields.ts";
import {
  apiInstructions,
  type DraftInstructions,
  instructionsOf,
  isStop,
} from "./pair-instructions.ts";
import { cancelWarningOf, saySpotDue } from "./pair-outcome.ts";
import { countedIn, extrasOf, pairSizing } from "./pair-size.ts";
import { tacticsOf } from "./pair-tactics.ts";

/** As typed. */
export interface PairDraft
  extends Omit<
      PairAsked,
      "clientId" | "instructions" | "extras" | "tactics" | "trailing" | "quantity"
    >,
    SizedDraft,
    DraftInstructions {}

export interface AssessedPairOrder extends AssessedOrder<PairAsked, PairEstimate> {
  /** Of a stop, as far as it is a price; empty of all others. */
  readonly triggerPrice: string;
  /** The basis points by which it trails; undefined of one that does not, or whose distance is not right yet. */
  readonly delta: number | undefined;
  /** Why a stop would trade at once; undefined of all others. */
  readonly due: string | undefined;
  /** The orders that it is placed with; undefined of one by itself. */
  readonly list: AssessedList | undefined;
}

export function assessPairOrder(
  draft: PairDraft,
  marketView: PairTicketView,
  market: ShownMarket,
): AssessedPairOrder {
  const fields = sizedFields(readPairFields(draft), draft, pairSizing(marketView));
  const { values } = fields;
  const { last } = marketView;
  const triggerPrice = isStop(draft) ? (values.get("triggerPrice") ?? "") : "";
  const tactics = { slice: values.get("slice") ?? "", trailBy: values.get("trailBy") ?? "" };
  const { delta } = tacticsOf({ ...draft, ...tactics }).trailing ?? {};
  const asked = askedOf({
    ...draft,
    price: values.get("price") ?? last,
    quantity: values.get("quantity") ?? marketView.terms.quantityMin,
    triggerPrice: triggerPrice || (delta === undefined ? last : ""),
    ...tactics,
  });
  const naming = namingOf(asked, market);
  const assessed = assessOrder<PairAsked, PairEstimate>({
    fields,
    asked,
    naming,
    preview: () => previewPairOrder(marketView, asked),
    previewWithMoney: () => previewPairOrder({ ...marketView, balances: undefined }, asked),
  });
  const { estimate } = assessed;
  const canceled = estimate && cancelWarningOf(asked, estimate, market.base);
  // One that trails waits also where the price is there already.
  const due = delta === undefined ? saySpotDue(triggerPrice, last) : undefined;
  const early: Complaint[] = due ? [{ field: "triggerPrice", text: due, isWarning: true }] : [];
  const prices = { price: values.get("price"), triggerPrice: values.get("triggerPrice"), last };
  const list = assessList({ draft, prices, asked: assessed.asked, naming }, marketView);
  const beside = [...early, ...(canceled ? [canceled] : []), ...(list?.complaints ?? [])];
  const complaints = [...assessed.complaints, ...beside];
  return { ...assessed, complaints, triggerPrice, delta, due, list };
}

/** The order as it would be asked for, with what was typed taken as it stands. */
export function askedOf(draft: PairDraft): PairAsked {
  const { area, side, kind, price, quantity } = draft;
  const asked = { area, side, kind, price, quantity };
  const instructions = instructionsOf(draft);
  const extras = extrasOf(draft);
  return {
    ...asked,
    ...(instructions ? { instructions } : {}),
    ...(extras ? { extras } : {}),
    ...tacticsOf(draft),
  };
}

function namingOf(asked: PairAsked, { base, quote }: ShownMarket): Naming {
  return {
    coin: quote,
    quantityUnit: countedIn(asked) === "quote" ? quote : base,
    paysWith: asked.side === "buy" ? quote : base,
    triggerPrice: asked.instructions?.triggerPrice ?? "",
  };
}

export function newPairOrder(asked: PairAsked, market: ShownMarket): NewOrder {
  return {
    symbol: market.name,
    side: asked.side === "buy" ? "BUY" : "SELL",
    volume: asked.quantity,
    ...typeOf(asked),
    ...apiInstructions(asked),
  };
}

/** What is shown beneath the form; without an estimate the names stay, so that nothing jumps. */
export function pairLines(
  estimate: PairEstimate | undefined,
  draft: PairDraft,
  market: ShownMarket,
  lending?: PairTicketView["lending"],
): readonly FigureLine[] {
  const { base, quote, pricePrecision } = market;
  const [gets, gives] = draft.side === "buy" ? [base, quote] : [quote, base];
  const isAbout = true;
  const { now, locks, fee, receives, borrows } = estimate ?? {};
  const isMarket = draft.kind === "market";
  const isInVain = !isMarket && estimate?.status === "canceled" && now?.base === "0";
  const set = isInVain ? "0" : locks?.amount; // SPOT-TIF-3, SPOT-TIF-4
  const setsAside: FigureLine = { name: "Sets aside", value: set, unit: gives };
  // SPOT-STOP-2: what a stop trades, and at what, is known when it is triggered.
  if (isStop(draft)) return [setsAside];
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
    setsAside,
    { name: "Fee now", value: fee?.now, unit: gets, isAbout },
  ];
  if (!isMarket) lines.push({ name: "Fee of the rest", value: fee?.atRest, unit: gets });
  lines.push({ name: "You get", value: receives?.amount, unit: gets, isAbout });
  if (draft.area === "margin") {
    const borrowed = isInVain ? "0" : borrows;
    lines.push(...loanLines({ borrowed, got: receives?.amount }, { draft, gets, gives, lending }));
  }
  return lines;
}
