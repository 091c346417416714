/** Whether the exchange itself traded for a user, and why: a row of a history says it always. HIST-FORCED-2. */
import { FORCES, NOT_FORCED } from "../../../contract/order-words.ts";
import type { Force } from "../../../core/engine/orders/order.ts";

export function forcedOf({ force }: { readonly force?: Force | undefined }) {
  return force === undefined ? NOT_FORCED : FORCES[force];
}
