/**
 * What a trader should know of a trigger before it is sent: whether the price that it is judged by
 * is there already, so that the order would not wait at all (FUT-COND-1, FUT-COND-2).
 */

import type {
  ContractAsked,
  ContractMarketView,
} from "../../../../src/core/preview/contract/contract-market-view.ts";
import { isDueNow } from "../../../../src/core/preview/contract/preview-contract-order.ts";
import { tryPreview } from "../../../../src/core/preview/try-preview.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { nameOfTriggerPrice, triggerPriceIn } from "../ticket/trigger-source.ts";

export function sayDue(marketView: ContractMarketView, asked: ContractAsked): string | undefined {
  if (!tryPreview(() => isDueNow(marketView, asked))) return undefined;
  const judgedBy = triggerPriceIn(marketView);
  const order = compareDecimals(judgedBy.price, asked.triggerPrice);
  const where = order === 0 ? "at" : order < 0 ? "below" : "above";
  const would = `Would ${asked.action === "close" ? "close" : "open"} now`;
  const price = `${nameOfTriggerPrice(judgedBy)}, ${formatPlain(judgedBy.price)},`;
  return `${would}: ${price} is already ${where} ${formatPlain(asked.triggerPrice)}.`;
}
