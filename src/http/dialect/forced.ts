/** Whether the exchange itself traded for a user, and why: a row of a history says it always. HIST-FORCED-2. */
import { FORCES, NOT_FORCED } from "../../contract/order-words.ts";
import type { Force } from "../../engine/orders/order.ts";
import { jsonText } from "./json-text.ts";

/** A JSON string. */
export function writeForced({ force }: { readonly force?: Force | undefined }): string {
  return jsonText(force === undefined ? NOT_FORCED : FORCES[force]);
}
