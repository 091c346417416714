/**
 * What would become of an order that asks for more than a plain one, in a trader's words and by the field that asks for it:
 * it waits, it is canceled, or a part of it is. Rules SPOT-TIF-2 to SPOT-TIF-4, SPOT-STOP-1,
 * SPOT-TRAIL-2.
 */
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import type { PairEstimate } from "../../../../src/core/preview/pair/preview-pair-order.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";
import type { Complaint } from "../form/refusal-words.ts";
import { wayToTrigger } from "./pair-instructions.ts";

/** `Waits until the last price, now 50,000, rises to 51,000.`; undefined of an order that does not wait. */
export function sayWaits(triggerPrice: string, last: string): string | undefined {
  const way = wayToTrigger(triggerPrice, last);
  if (way === undefined) return undefined;
  return `Waits until the last price, now ${formatPlain(last)}, ${way} to ${formatPlain(triggerPrice)}.`;
}

interface Trails {
  readonly side: "buy" | "sell";
  readonly delta: number;
  /** Empty of one that trails at once. */
  readonly triggerPrice: string;
}

/** `Trails from now on: sells once the last price, now 50,000, is 1% below its highest.` */
export function sayTrails({ side, delta, triggerPrice }: Trails, last: string): string {
  const by = formatBasisPoints(delta);
  const end = side === "sell" ? `is ${by} below its highest` : `is ${by} above its lowest`;
  const price = hasTraded(last) ? `the last price, now ${formatPlain(last)},` : "the last price";
  const way = wayToTrigger(triggerPrice, last);
  if (way === undefined) return `Trails from now on: ${side}s once ${price} ${end}.`;
  return `Trails once ${price} ${way} to ${formatPlain(triggerPrice)}: then ${side}s once it ${end}.`;
}

/** Of a stop whose trigger is the last price: it is triggered at once. */
export function saySpotDue(triggerPrice: string, last: string): string | undefined {
  if (triggerPrice === "" || wayToTrigger(triggerPrice, last) !== undefined) return undefined;
  return `Would not wait: the last price is ${formatPlain(last)} already.`;
}

const CANCELED = {
  post_only: "It would trade at once, so it would be canceled and nothing traded.",
  fok: "Not all of it can be had at once, so it would be canceled and nothing traded.",
  gtc: "It would meet an order of your own, and its rest would be canceled.",
} as const;

/** What is canceled of it when it comes; undefined where nothing is, or where it waits. */
export function cancelWarningOf(
  { kind, instructions }: PairAsked,
  { status, now }: PairEstimate,
  base: string,
): Complaint | undefined {
  if (kind === "market" || status !== "canceled") return undefined;
  const { timeInForce = "gtc" } = instructions ?? {};
  const field = timeInForce === "gtc" ? "order" : "timeInForce";
  const text = timeInForce === "ioc" ? sayImmediate(now.base, base) : CANCELED[timeInForce];
  return { field, text, isWarning: true };
}

function sayImmediate(traded: string, base: string): string {
  if (traded === "0") return "Nothing of it would trade at once, so it would be canceled.";
  return `About ${formatPlain(traded)} ${base} would trade at once; the rest would be canceled.`;
}
