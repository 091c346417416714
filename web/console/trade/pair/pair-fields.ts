/** The fields of an order on a pair that have to be right before it may be sent; which they are depends on what is asked for. */

import { basisPointsOf } from "../../text/percent.ts";
import { type ReadFields, readFields, type Typed } from "../form/check-form.ts";
import type { OrderField } from "../form/refusal-words.ts";
import { isOco } from "../lists/list-draft.ts";
import { isStop } from "./pair-instructions.ts";
import type { PairDraft } from "./pair-order.ts";
import { asksSlices, asksToTrail } from "./pair-tactics.ts";

export function readPairFields(draft: PairDraft): ReadFields {
  const { kind, price, quantity, triggerPrice, slice, trailBy } = draft;
  const typed: Typed[] = [{ field: "quantity", text: quantity, what: "a quantity" }];
  if (kind === "limit") typed.unshift({ field: "price", text: price, what: "a price" });
  const trails = asksToTrail(draft);
  // SPOT-TRAIL-1: without a trigger price it trails at once.
  const isOptional = trails && triggerPrice.trim() === "";
  if ((isStop(draft) || isOco(draft)) && !isOptional)
    typed.push({ field: "triggerPrice", text: triggerPrice, what: "a price" });
  if (asksSlices(draft)) typed.push({ field: "slice", text: slice, what: "a quantity" });
  if (trails) typed.push(typedDistance("trailBy", trailBy));
  return withDistance(readFields(typed), "trailBy");
}

export function typedDistance(field: OrderField, text: string): Typed {
  return { field, text, what: "a percentage" };
}

/** SPOT-TRAIL-1: a distance is whole basis points. */
export function withDistance(fields: ReadFields, field: OrderField): ReadFields {
  const typed = fields.values.get(field);
  if (typed === undefined || basisPointsOf(typed) !== undefined) return fields;
  const values = new Map(fields.values);
  values.delete(field);
  const text = "A percentage has at most 2 decimals here.";
  const complaints = [...fields.complaints, { field, text, isWarning: false }];
  return { values, complaints, isComplete: false };
}
