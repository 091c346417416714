/**
 * What an operator must hear of at once: an index whose source is silent, and losses that no
 * insurance could pay. One sentence each, for the program's log. Rules FUT-TICK-3, FUT-LOSS-2.
 */

import type { Catalogue } from "../../core/engine/catalogue/catalogue.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { formatUnits } from "../../core/money/decimal.ts";

/** The sentence for an event; undefined for all that need none. */
export function alarmOf(event: ExchangeEvent, catalogue: Catalogue): string | undefined {
  if (event.type === "IndexTrust") {
    const name = catalogue.contracts[event.contract - 1]?.name;
    return event.isStale
      ? `alarm: the index of ${name} is stale, and nothing is decided by it`
      : `the index of ${name} can be trusted again`;
  }
  if (event.type === "DeficitCovered" && event.rest > 0n) {
    return `alarm: bad debt in futures, ${amountOf(catalogue, event.coin, event.rest)}`;
  }
  if (event.type === "LossCovered" && event.principal > event.insured) {
    const rest = event.principal - event.insured;
    return `alarm: bad debt in margin, ${amountOf(catalogue, event.asset, rest)}`;
  }
  return undefined;
}

function amountOf({ assets }: Catalogue, id: number, amount: bigint): string {
  const asset = assets[id - 1];
  return `${formatUnits(amount, asset?.scale ?? 0)} ${asset?.name}`;
}
