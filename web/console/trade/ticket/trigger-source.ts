/** By which price a trigger is judged, and what it is now. */
import { formatPlain, hasTraded } from "../../text/format.ts";

export function sayTriggerSource({ last }: { readonly last: string }): string {
  const now = hasTraded(last) ? `now ${formatPlain(last)}` : "nothing has traded yet";
  return `Judged by the last traded price: ${now}.`;
}
