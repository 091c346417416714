/**
 * Ended orders and own trades as this dialect writes them. The archivist writes the rows of its
 * pages with it and the server those that the archive lacks, so that both look alike. The row of an
 * order says behind it whether the exchange placed it, which the order query does not tell.
 */

import {
  decimalText,
  id,
  name,
  record,
  signedFigure,
  time,
  truth,
  word,
} from "../../contract/field.ts";
import { FORCED } from "../../contract/pair-orders.ts";
import type { Asset, Catalogue, Pair } from "../../engine/catalogue/catalogue.ts";
import { averagePrice } from "../../engine/read/average-price.ts";
import type { OwnTrade, PairRecord, WriteRow } from "../../history/history.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { writeForced } from "../dialect/forced.ts";
import { writeOrder } from "./order-reply.ts";

export function rowWriter(catalogue: Catalogue): WriteRow<PairRecord> {
  return ({ kind, record }) => {
    // A record's pair was listed, and nothing that was listed leaves the catalogue.
    const pair = catalogue.pairs[record.market - 1] as Pair;
    if (kind === "order") {
      const { clientId, status, reason } = record;
      const avgPrice = averagePrice(pair, record);
      const details = writeOrder(pair, record, { clientId, status, avgPrice, reason });
      return `${details}${BETWEEN}${writeForced(record)}`;
    }
    const asset = catalogue.assets[(record.isBuyer ? pair.base : pair.quote) - 1] as Asset;
    return writeTrade(pair, record, asset);
  };
}

const BETWEEN = "\n";

/** An ended order as the order query shows it. */
export function detailsIn(row: string): string {
  return row.slice(0, row.indexOf(BETWEEN));
}

/** The same, and whether the exchange placed it: as the order history of margin shows it. */
export function historyIn(row: string): string {
  return `${detailsIn(row).slice(0, -1)},"forced":${row.slice(row.indexOf(BETWEEN) + 1)}}`;
}

export const OWN_TRADE = record({
  symbol: name("symbol"),
  id: id("id of the trade"),
  bidId: id("order that bought"),
  askId: id("order that sold"),
  orderId: id("which of the two is yours"),
  price: decimalText("price"),
  qty: decimalText("quantity"),
  time: time("when it was traded"),
  side: word(["BUY", "SELL"], "your side"),
  isBuyer: truth("whether you bought"),
  isMaker: truth("whether your order was there first"),
  feeCoin: name("what the fee is in: the asset that you received"),
  fee: signedFigure("your fee, below zero for a rebate"),
  forced: FORCED,
});

/**
 * SPOT-SETTLE-5: `feeAsset` is what this side received. SPOT-FIELD-2: the fee is a JSON number, with its
 * exact digits.
 */
function writeTrade(pair: Pair, trade: OwnTrade, feeAsset: Asset): string {
  const { id, orderId, bidId, askId, isBuyer, isMaker, timeMs } = trade;
  const price = formatSteps(trade.ticks, pair.pricePrecision);
  const qty = formatSteps(trade.lots, pair.quantityPrecision);
  const fee = formatUnits(trade.fee, feeAsset.scale);
  const ids = `"symbol":"${pair.name}","id":${id},"bidId":${bidId},"askId":${askId},"orderId":${orderId}`;
  const sizes = `"price":"${price}","qty":"${qty}","time":${timeMs}`;
  const role = `"side":"${isBuyer ? "BUY" : "SELL"}","isBuyer":${isBuyer},"isMaker":${isMaker}`;
  return `{${ids},${sizes},${role},"feeCoin":"${feeAsset.name}","fee":${fee},"forced":${writeForced(trade)}}`;
}
