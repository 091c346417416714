/**
 * What is said of an order while it is being written: what is wrong with its fields, what its preview
 * refuses, and what it would come to. A field that is still empty is filled in for the preview, and
 * nothing is said about it.
 */

import type { Reason, RefusedPreview } from "../../../../src/core/preview/preview-words.ts";
import { tryPreview } from "../../../../src/core/preview/try-preview.ts";
import type { ReadFields } from "../form/check-form.ts";
import { type Complaint, complaintOf, type Naming } from "../form/refusal-words.ts";

export interface AssessedOrder<Asked, Estimate> {
  /** Undefined while a field is empty or wrong. */
  readonly asked: Asked | undefined;
  readonly complaints: readonly Complaint[];
  readonly estimate: Estimate | undefined;
}

interface OrderToAssess<Asked, Estimate> {
  readonly fields: ReadFields;
  /** With every empty field filled in. */
  readonly asked: Asked;
  readonly naming: Naming;
  preview(): Estimate | RefusedPreview<Reason>;
  /** The same for an account that has the money. */
  previewWithMoney(): Estimate | RefusedPreview<Reason>;
}

export function assessOrder<Asked, Estimate extends { readonly ok: true }>(
  order: OrderToAssess<Asked, Estimate>,
): AssessedOrder<Asked, Estimate> {
  const { values, complaints, isComplete } = order.fields;
  const preview = tryPreview(() => order.preview());
  const said = preview && !preview.ok ? [complaintOf(preview, order.naming)] : [];
  if (!isComplete) {
    const known = said.filter(({ field, isWarning }) => values.has(field) && !isWarning);
    return { asked: undefined, complaints: [...complaints, ...known], estimate: undefined };
  }
  const mayEstimate = said.every(({ isWarning }) => isWarning);
  const estimated =
    preview?.ok || !mayEstimate ? preview : tryPreview(() => order.previewWithMoney());
  const estimate = estimated?.ok ? estimated : undefined;
  return { asked: order.asked, complaints: said, estimate };
}
