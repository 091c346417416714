/** The size of an order as it stands in its ticket: the unit in which it is typed, and the one in which it is sent. */
import type { ReadFields } from "../form/check-form.ts";
import { type SizeTerms, type SizeUnit, turnSize } from "./size-units.ts";

export interface SizedDraft {
  readonly quantity: string;
  /** As the trader chose it; without a choice it is the usual one. */
  readonly sizeIn?: SizeUnit;
}

/** How sizes are typed and sent on one market now. */
export interface Sizing<Draft> {
  readonly terms: SizeTerms;
  /** Those that may be chosen. */
  readonly units: readonly SizeUnit[];
  /** In which the exchange takes it. */
  sentIn(draft: Draft): SizeUnit;
  /** In which it is typed where none was chosen, if that is not the one in which it is sent. */
  usualIn?(draft: Draft): SizeUnit;
  /** At which one unit is turned into another; undefined while none is in sight. */
  priceFor(draft: Draft): string | undefined;
}

export function unitOf<Draft extends SizedDraft>(draft: Draft, sizing: Sizing<Draft>): SizeUnit {
  return draft.sizeIn ?? sizing.usualIn?.(draft) ?? sizing.sentIn(draft);
}

/** A draft that has become another: what is typed is turned over where its unit is another one, and cleared where it cannot be. */
export function resized<Draft extends SizedDraft>(
  before: Draft,
  after: Draft,
  sizing: Sizing<Draft>,
): Draft {
  if (after.quantity === "" || after.quantity !== before.quantity) return after;
  const way = { from: unitOf(before, sizing), to: unitOf(after, sizing) };
  if (way.from === way.to) return after;
  const price = sizing.priceFor(after);
  return { ...after, quantity: turnSize(after.quantity, { ...way, price }, sizing.terms) ?? "" };
}

/** The fields with the size as it is sent. */
export function sizedFields<Draft extends SizedDraft>(
  fields: ReadFields,
  draft: Draft,
  sizing: Sizing<Draft>,
): ReadFields {
  const typed = fields.values.get("quantity");
  if (typed === undefined) return fields;
  const values = new Map(fields.values);
  const sent = sentSizeOf(typed, draft, sizing);
  if (sent !== undefined) return { ...fields, values: values.set("quantity", sent) };
  values.delete("quantity");
  const text = "There is no price in sight by which to count it.";
  const complaints = [...fields.complaints, { field: "quantity" as const, text, isWarning: false }];
  return { values, complaints, isComplete: false };
}

function sentSizeOf<Draft extends SizedDraft>(
  typed: string,
  draft: Draft,
  sizing: Sizing<Draft>,
): string | undefined {
  const way = { from: unitOf(draft, sizing), to: sizing.sentIn(draft) };
  return turnSize(typed, { ...way, price: sizing.priceFor(draft) }, sizing.terms);
}

/** What would be typed for a size that is sent. */
export function typedSizeOf<Draft extends SizedDraft>(
  sent: string,
  draft: Draft,
  sizing: Sizing<Draft>,
): string | undefined {
  const way = { from: sizing.sentIn(draft), to: unitOf(draft, sizing) };
  return turnSize(sent, { ...way, price: sizing.priceFor(draft) }, sizing.terms);
}
