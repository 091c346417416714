/** Beyond the spec: why an order ended, where CANCELED does not say it; most orders have none. SPOT-FIELD-4. */

import { word } from "../../contract/field.ts";
import type { EndReason } from "../../engine/orders/end-reasons.ts";
import { jsonText } from "./json-text.ts";

export const END_REASONS: Readonly<Record<EndReason, string>> = {
  below_one_step: "BELOW_ONE_STEP",
  post_only: "POST_ONLY",
  fill_or_kill: "FILL_OR_KILL",
  immediate_or_cancel: "IMMEDIATE_OR_CANCEL",
  self_trade: "SELF_TRADE",
  countdown: "COUNTDOWN",
  out_of_range: "OUT_OF_RANGE",
  empty_book: "EMPTY_BOOK",
  deficit: "DEFICIT",
};

/** Only a reply about an order that ended so has the field. */
export const END_FIELDS = {
  endReason: word(
    Object.values(END_REASONS),
    "why it was canceled, where the status does not tell",
  ),
};

/** As the fields of a JSON object: none, or the one. */
export function writeEnd({ reason }: { readonly reason?: EndReason | undefined }) {
  return reason ? { endReason: jsonText(END_REASONS[reason]) } : NO_FIELD;
}

const NO_FIELD = {} as const;
