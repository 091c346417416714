/**
 * A stop loss and a take profit for a position: what was typed, what is wrong with it, and the orders that it
 * becomes. The API ties no stop to an order or a position: each is a condition order that closes by itself
 * (FUT-COND-1 to 4), and the one that is left goes when the position has ended (FUT-CLOSE-4).
 */
import type { NewConditionOrder, PositionType } from "../../../../src/client/client.ts";
import { isPositive } from "../../../../src/core/preview/exact-decimals.ts";
import { compareDecimals, decimalsOf } from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
import { readFields } from "../form/check-form.ts";
import type { Complaint } from "../form/refusal-words.ts";
import { nameOfTriggerPrice, type TriggerPrice } from "../ticket/trigger-source.ts";

/** As typed; empty for none. */
export interface ProtectionDraft {
  readonly stopLoss: string;
  readonly takeProfit: string;
}

export const NO_PROTECTION: ProtectionDraft = { stopLoss: "", takeProfit: "" };

/** One of the two, with a price that may be sent. */
export interface ProtectionLeg {
  readonly field: keyof ProtectionDraft;
  readonly price: string;
}

export interface ReadProtection {
  readonly legs: readonly ProtectionLeg[];
  readonly complaints: readonly Complaint[];
}

/** What its prices are judged by. */
export interface ProtectedPosition {
  readonly position: "long" | "short";
  /** What it is called, where that is not a long or a short. */
  readonly name?: string;
  readonly pricePrecision: number;
  readonly judgedBy: TriggerPrice;
  /** The limit of the order that opens it; undefined where there is none. */
  readonly limit?: string | undefined;
}

export const LEG_NAMES = { stopLoss: "Stop loss", takeProfit: "Take profit" } as const;

export function readProtection(draft: ProtectionDraft, held: ProtectedPosition): ReadProtection {
  const legs: ProtectionLeg[] = [];
  const wrong: Complaint[] = [];
  for (const field of ["stopLoss", "takeProfit"] as const) {
    const text = draft[field];
    if (text.trim() === "") continue;
    const { values, complaints } = readFields([{ field, text, what: "a price" }]);
    const price = values.get(field);
    const fault = price === undefined ? complaints[0]?.text : faultOf({ field, price }, held);
    if (fault !== undefined) wrong.push({ field, text: fault, isWarning: false });
    else if (price !== undefined) legs.push({ field, price });
  }
  return { legs, complaints: wrong };
}

function faultOf(leg: ProtectionLeg, held: ProtectedPosition): string | undefined {
  const { pricePrecision } = held;
  if (!isPositive(leg.price)) return "A price must be above zero.";
  if (decimalsOf(leg.price) > pricePrecision) {
    return `A price has at most ${pricePrecision} ${pricePrecision === 1 ? "decimal" : "decimals"} here.`;
  }
  return wrongSideOf(leg, held);
}

/** FUT-COND-1: it triggers on a fall if it stands below, else on a rise. */
export function triggersOnFall({ field }: Pick<ProtectionLeg, "field">, position: string): boolean {
  return (field === "stopLoss") === (position === "long");
}

/**
 * FUT-COND-2: one that the price has reached would close at once. One between the price and the limit of the
 * order would trigger before there is a position, be rejected, and be missing afterwards.
 */
function wrongSideOf(leg: ProtectionLeg, held: ProtectedPosition): string | undefined {
  const { judgedBy, limit, position, name = position } = held;
  const isBelow = triggersOnFall(leg, position);
  const isPast = (bound: string | undefined) =>
    bound !== undefined &&
    hasTraded(bound) &&
    (isBelow ? compareDecimals(leg.price, bound) >= 0 : compareDecimals(leg.price, bound) <= 0);
  const side = isBelow ? "below" : "above";
  const must = `${LEG_NAMES[leg.field]} of a ${name} must be ${side}`;
  if (isPast(limit)) return `${must} the order's price, ${formatPlain(limit ?? "")}.`;
  if (!isPast(judgedBy.price)) return undefined;
  const price = `${nameOfTriggerPrice(judgedBy)}, ${formatPlain(judgedBy.price)}`;
  return `${must} ${price}: it would trigger now.`;
}

/** What both orders have in common. */
export interface ProtectedVolume {
  readonly contractName: string;
  readonly position: "long" | "short";
  readonly positionType: PositionType;
  readonly volume: string;
}

export function conditionOrderOf(leg: ProtectionLeg, held: ProtectedVolume): NewConditionOrder {
  const { contractName, position, positionType, volume } = held;
  return {
    contractName,
    positionType,
    volume,
    side: position === "long" ? "SELL" : "BUY",
    open: "CLOSE",
    type: "MARKET",
    triggerType: leg.field === "stopLoss" ? 1 : 2,
    triggerPrice: leg.price,
  };
}
