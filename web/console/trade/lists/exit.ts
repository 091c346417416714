/**
 * An exit: a limit order on one side of the price, a stop on the other, or one of the two. What is typed for it, what is wrong with
 * that, and the orders that it becomes. Rules SPOT-LIST-2 to SPOT-LIST-5, SPOT-LIST-18.
 */
import { formatUnits } from "../../../../src/core/preview/exact-decimals.ts";
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import {
  compareDecimals,
  decimalsOf,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
} from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
import { basisPointsOf } from "../../text/percent.ts";
import { readFields } from "../form/check-form.ts";
import type { Complaint } from "../form/refusal-words.ts";
import type { PairTicketView } from "../market-views.ts";
import { typedDistance, withDistance } from "../pair/pair-fields.ts";
import type { PairDraft } from "../pair/pair-order.ts";
import { asksToTrail } from "../pair/pair-tactics.ts";
import { readProtection } from "../protect/protection.ts";

/** Plain decimals; what is not asked for, or is not right yet, is left out. */
export interface Exit {
  readonly limit?: string | undefined;
  readonly trigger?: string | undefined;
  /** Without one the stop is at market. */
  readonly stopLimit?: string | undefined;
  /** In place of a trigger: the basis points by which the stop trails. */
  readonly delta?: number | undefined;
}

export interface ReadExit {
  readonly exit: Exit;
  readonly complaints: readonly Complaint[];
}

/** The prices of the order itself, as far as they are right. */
export interface EntryPrices {
  readonly price: string | undefined;
  readonly triggerPrice: string | undefined;
  readonly last: string;
}

/** Of two legs by themselves: the price of the order is that of the limit leg, and its trigger that of the stop. */
export function readOco(draft: PairDraft, { price, triggerPrice, last }: EntryPrices): ReadExit {
  const { stopLimit, complaints } = readStopLimit(draft);
  const exit = { limit: price, trigger: triggerPrice, stopLimit };
  return { exit, complaints: [...complaints, ...misplaced(draft.side, exit, last)] };
}

/** SPOT-LIST-3: one leg on each side of the last price. It moves, so the server decides. */
function misplaced(side: "buy" | "sell", { limit, trigger }: Exit, last: string): Complaint[] {
  const [above, below] = side === "sell" ? ["above", "below"] : ["below", "above"];
  const way = side === "sell" ? 1 : -1;
  const said: Complaint[] = [];
  const isPast = (one: string, other: string) => compareDecimals(one, other) * way <= 0;
  if (limit !== undefined && trigger !== undefined && isPast(limit, trigger)) {
    const text = `To ${side}, it must be ${below} the price.`;
    said.push({ field: "triggerPrice", text, isWarning: false });
  }
  if (!hasTraded(last)) return said;
  const where = `the last price, now ${formatPlain(last)}`;
  if (limit !== undefined && isPast(limit, last)) {
    said.push({
      field: "price",
      text: `To ${side}, it must be ${above} ${where}.`,
      isWarning: true,
    });
  }
  if (trigger !== undefined && isPast(last, trigger)) {
    const text = `To ${side}, it must be ${below} ${where}.`;
    said.push({ field: "triggerPrice", text, isWarning: true });
  }
  return said;
}

/** Of the take profit and the stop loss of an order: they lie on both sides of the price at which it comes to trade. */
export function readBracket(
  draft: PairDraft,
  prices: EntryPrices,
  { terms }: PairTicketView,
): ReadExit {
  const { legs, complaints } = readProtection(draft.protection, {
    position: draft.side === "buy" ? "long" : "short",
    name: draft.side,
    pricePrecision: terms.pricePrecision,
    ...entryOf(draft, prices),
  });
  const priceOf = (wanted: string) => legs.find(({ field }) => field === wanted)?.price;
  const stop = readStopLimit(draft);
  const trail = readTrail(draft);
  const said = [...complaints, ...stop.complaints, ...trail.complaints];
  if (isTyped(draft.stopLimit) && !isTyped(draft.protection.stopLoss)) {
    const text = isTyped(draft.exitTrailBy)
      ? "One that trails is at market."
      : "It needs a stop loss.";
    said.push({ field: "stopLimit", text, isWarning: false });
  }
  const exit = { limit: priceOf("takeProfit"), trigger: priceOf("stopLoss") };
  return { exit: { ...exit, stopLimit: stop.stopLimit, delta: trail.delta }, complaints: said };
}

function isTyped(text: string): boolean {
  return text.trim() !== "";
}

/** SPOT-LIST-18: it trails from the moment at which it is live, so it has no trigger. */
function readTrail({ exitTrailBy: text, protection }: PairDraft) {
  const field = "exitTrailBy";
  if (!isTyped(text)) return { delta: undefined, complaints: [] };
  if (isTyped(protection.stopLoss)) {
    const both = "A stop loss has a price, or trails: not both.";
    return { delta: undefined, complaints: [{ field, text: both, isWarning: false } as const] };
  }
  const { values, complaints } = withDistance(readFields([typedDistance(field, text)]), field);
  return { delta: basisPointsOf(values.get(field) ?? ""), complaints };
}

/** Where it has a price, or waits for one, it trades there whatever the last price is now; where one that trails does, nobody knows. */
function entryOf(draft: PairDraft, { price, triggerPrice, last }: EntryPrices) {
  const { kind, isStop } = draft;
  const isNow = kind === "market" && !isStop;
  const trigger = isStop && !asksToTrail(draft) ? triggerPrice : undefined;
  const limit = kind === "limit" ? price : trigger;
  return { limit, judgedBy: { source: "last", price: isNow ? last : "0" } } as const;
}

function readStopLimit({ stopLimit }: PairDraft) {
  const { values, complaints } = readFields([
    { field: "stopLimit", text: stopLimit, what: "a price" },
  ]);
  return { stopLimit: values.get("stopLimit"), complaints };
}

type LegTerms = Pick<PairAsked, "side" | "quantity"> &
  Pick<NonNullable<PairAsked["instructions"]>, "selfTrade">;

/** The limit order first. SPOT-LIST-2: all count what is traded. */
export function legsOf(exit: Exit, terms: LegTerms): readonly PairAsked[] {
  const { limit, trigger, stopLimit, delta } = exit;
  const { side, quantity, selfTrade } = terms;
  const leg = { area: "spot", side, quantity } as const;
  const legs: PairAsked[] = [];
  const plain = { timeInForce: "gtc", triggerPrice: "", selfTrade } as const;
  const own = selfTrade === undefined ? undefined : plain;
  const extras = side === "buy" ? ({ unit: "base" } as const) : undefined;
  const market = { ...leg, kind: "market", price: "", extras } as const;
  if (limit !== undefined) legs.push({ ...leg, kind: "limit", price: limit, instructions: own });
  if (delta !== undefined) legs.push({ ...market, instructions: own, trailing: { delta } });
  if (trigger === undefined) return legs;
  const instructions = { ...plain, triggerPrice: trigger };
  if (stopLimit !== undefined) legs.push({ ...leg, kind: "limit", price: stopLimit, instructions });
  else legs.push({ ...market, instructions });
  return legs;
}

/**
 * What the exit of an order trades: all of it, of a buy less the fee, which is taken of what was bought; a leg that sold more
 * would be rejected when it goes live (SPOT-LIST-12). Where fees are rounded, each trade may take a unit more: a step bears that.
 */
export function exitQuantityOf(
  { side, quantity }: Pick<PairAsked, "side" | "quantity">,
  { terms, fees = terms }: Pick<PairTicketView, "terms" | "fees">,
): string {
  const { quantityPrecision, base } = terms;
  const rate =
    compareDecimals(fees.makerRate, fees.takerRate) > 0 ? fees.makerRate : fees.takerRate;
  if (side === "sell" || compareDecimals(rate, "0") <= 0) return quantity;
  const kept = multiplyDecimals(quantity, subtractDecimals("1", rate));
  const whole = divideDecimals(kept, "1", quantityPrecision);
  const isExact = quantityPrecision + decimalsOf(rate) <= base.scale;
  return isExact ? whole : subtractDecimals(whole, formatUnits(1n, quantityPrecision));
}
