/**
 * What the fields of an order entry say before it is sent: first what is no number at all, field by
 * field, then what the engine's own questions say to the whole. Nothing here is a rule of trading.
 */
import { typedDecimal } from "../../text/exact.ts";
import type { Complaint, OrderField } from "./refusal-words.ts";

export interface Typed {
  readonly field: OrderField;
  readonly text: string;
  /** "a price", as it stands in a sentence. */
  readonly what: string;
}

/** Plain decimals of what was typed, or what is wrong with it; an empty field is not yet wrong. */
export interface ReadFields {
  readonly values: ReadonlyMap<OrderField, string>;
  readonly complaints: readonly Complaint[];
  readonly isComplete: boolean;
}

export function readFields(typed: readonly Typed[]): ReadFields {
  const values = new Map<OrderField, string>();
  const complaints: Complaint[] = [];
  for (const { field, text, what } of typed) {
    if (text.trim() === "") continue;
    const value = typedDecimal(text);
    if (value !== undefined) values.set(field, value);
    else
      complaints.push({
        field,
        text: `This is not ${what}: use digits and a point.`,
        isWarning: false,
      });
  }
  return { values, complaints, isComplete: values.size === typed.length };
}

/** What is said by a field; the server's word comes before the form's. */
export function complaintFor(
  field: OrderField,
  complaints: readonly Complaint[],
  refusal: Complaint | undefined,
): Complaint | undefined {
  return refusal?.field === field ? refusal : complaints.find((one) => one.field === field);
}

/** Is nothing certain against sending? */
export function maySend(complaints: readonly Complaint[]): boolean {
  return complaints.every(({ isWarning }) => isWarning);
}
