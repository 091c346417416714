/**
 * What a trader should know of a trigger before it is sent: by which price it is judged, and whether
 * that price is there already, so that the order would not wait at all (FUT-COND-1, FUT-COND-2).
 */

import type {
  ContractAsked,
  ContractMarketView,
} from "../../../../src/preview/contract/contract-market-view.ts";
import { isDueNow } from "../../../../src/preview/contract/preview-contract-order.ts";
import { tryPreview } from "../../../../src/preview/try-preview.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";

export function sayTriggerSource({ last }: ContractMarketView): string {
  const now = hasTraded(last) ? `now ${formatPlain(last)}` : "nothing has traded yet";
  return `Judged by the last traded price: ${now}.`;
}

export function sayDue(marketView: ContractMarketView, asked: ContractAsked): string | undefined {
  if (!tryPreview(() => isDueNow(marketView, asked))) return undefined;
  const { last } = marketView;
  const order = compareDecimals(last, asked.triggerPrice);
  const where = order === 0 ? "at" : order < 0 ? "below" : "above";
  const would = `Would ${asked.action === "close" ? "close" : "open"} now`;
  const price = `the last price, ${formatPlain(last)},`;
  return `${would}: ${price} is already ${where} ${formatPlain(asked.triggerPrice)}.`;
}
