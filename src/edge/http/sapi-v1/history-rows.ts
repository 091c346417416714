/**
 * Ended orders, lists and own trades as the contract has them. The archivist writes the rows of its pages with it and the server those
 * that the archive lacks, so that both look alike. The row of an order says behind it whether the exchange placed it, which the
 * order query does not tell.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { SELF_TRADES, SIDES } from "../../../contract/order-words.ts";
import { OWN_TRADE, PREVENTED_MATCH } from "../../../contract/pairs/histories.ts";
import { type ENDED_MARGIN_ORDER, ORDER } from "../../../contract/pairs/order-shapes.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { Asset, Catalogue, Pair } from "../../../core/engine/catalogue/catalogue.ts";
import { averagePrice } from "../../../core/engine/read/average-price.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import type {
  EndedOrder,
  OwnTrade,
  PairRecord,
  PreventedMatch,
  WriteRow,
} from "../../../runtime/history/history.ts";
import { forcedOf } from "../dialect/forced.ts";
import { writeEndedList } from "./list-reply.ts";
import { orderOf } from "./order-reply.ts";

const orderText = writerOf(ORDER);
const tradeText = writerOf(OWN_TRADE);
const preventedText = writerOf(PREVENTED_MATCH);

export function rowWriter(catalogue: Catalogue): WriteRow<PairRecord> {
  return ({ kind, record }) => {
    // A record's pair was listed, and nothing that was listed leaves the catalogue.
    const pair = catalogue.pairs[record.market - 1] as Pair;
    if (kind === "list") return writeEndedList(pair, record);
    if (kind === "trade") return tradeText(tradeOf(catalogue, pair, record));
    if (kind === "prevented") return preventedText(preventedMatchOf(pair, record));
    return `${orderText(endedOrderOf(pair, record))}${BETWEEN}"${forcedOf(record)}"`;
  };
}

/** As the order query shows it. */
export function endedOrderOf(pair: Pair, order: EndedOrder): ValueOf<typeof ORDER> {
  const { clientId, status, reason } = order;
  return orderOf(pair, order, { clientId, status, avgPrice: averagePrice(pair, order), reason });
}

const BETWEEN = "\n";

/** An ended order as the order query shows it. */
export function detailsIn(row: string): Written<ValueOf<typeof ORDER>> {
  return row.slice(0, row.indexOf(BETWEEN)) as Written<ValueOf<typeof ORDER>>;
}

/** The same, and whether the exchange placed it: as the order history of margin shows it. */
export function historyIn(row: string): Written<ValueOf<typeof ENDED_MARGIN_ORDER>> {
  const forced = row.slice(row.indexOf(BETWEEN) + 1);
  const whole = `${detailsIn(row).slice(0, -1)},"forced":${forced}}`;
  return whole as Written<ValueOf<typeof ENDED_MARGIN_ORDER>>;
}

/**
 * SPOT-SETTLE-5: `feeAsset` is what this side received. SPOT-FIELD-2: the fee is a JSON number, with its
 * exact digits.
 */
export function tradeOf(
  { assets }: Catalogue,
  pair: Pair,
  trade: OwnTrade,
): ValueOf<typeof OWN_TRADE> {
  const { id, orderId, bidId, askId, isBuyer, isMaker, timeMs } = trade;
  const feeAsset = assets[(isBuyer ? pair.base : pair.quote) - 1] as Asset;
  return {
    symbol: pair.name,
    id,
    bidId,
    askId,
    orderId,
    price: formatSteps(trade.ticks, pair.pricePrecision),
    qty: formatSteps(trade.lots, pair.quantityPrecision),
    time: timeMs,
    side: isBuyer ? SIDES.buy : SIDES.sell,
    isBuyer,
    isMaker,
    feeCoin: feeAsset.name,
    fee: formatUnits(trade.fee, feeAsset.scale),
    forced: forcedOf(trade),
  };
}

/** SPOT-STP-7 */
function preventedMatchOf(pair: Pair, match: PreventedMatch): ValueOf<typeof PREVENTED_MATCH> {
  return {
    symbol: pair.name,
    id: match.id,
    price: formatSteps(match.ticks, pair.pricePrecision),
    selfTrade: SELF_TRADES[match.mode],
    side: match.isTakerBuyer ? SIDES.buy : SIDES.sell,
    makerOrderId: match.makerOrder,
    makerPreventedQty: formatSteps(match.makerLots, pair.quantityPrecision),
    takerOrderId: match.takerOrder,
    takerPreventedQty: formatSteps(match.takerLots, pair.quantityPrecision),
    time: match.timeMs,
  };
}
