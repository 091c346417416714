/** Why an order ended, where CANCELED does not say it; most orders have none. SPOT-FIELD-4. */
import { END_REASONS } from "../../contract/order-words.ts";
import type { EndReason } from "../../engine/orders/end-reasons.ts";
import { jsonText } from "./json-text.ts";

/** As the fields of a JSON object: none, or the one. */
export function writeEnd({ reason }: { readonly reason?: EndReason | undefined }) {
  return reason ? { endReason: jsonText(END_REASONS[reason]) } : NO_FIELD;
}

const NO_FIELD = {} as const;
