/**
 * Beyond the spec: whether the exchange itself traded for a user, and why. A row of a history says it
 * always, so that a client need not guess from prices or client ids. HIST-FORCED-2.
 */

import { word } from "../../contract/field.ts";
import type { Force } from "../../engine/orders/order.ts";
import { jsonText } from "./json-text.ts";

const WORDS: Readonly<Record<Force, string>> = {
  liquidation: "LIQUIDATION",
  deleveraging: "DELEVERAGING",
};
const BY_USER = "NONE";

export const FORCED = word(
  [BY_USER, ...Object.values(WORDS)],
  "why the exchange itself traded here; NONE for what you asked for",
);

/** A JSON string. */
export function writeForced({ force }: { readonly force?: Force | undefined }): string {
  return jsonText(force === undefined ? BY_USER : WORDS[force]);
}
