/**
 * Ended orders, own trades, profits and fundings as the contract has them. The archivist writes the rows of
 * its pages with it and the server those that the archive lacks, so that both look alike. An order is
 * shown in two ways, by the order query and by the order history: its row has both, a line each.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import {
  ENDED_FUTURES_ORDER,
  FUTURES_TRADE,
  PROFIT,
} from "../../../contract/futures/history-shapes.ts";
import { FUNDING } from "../../../contract/futures/market-shapes.ts";
import type { FUTURES_ORDER } from "../../../contract/futures/order-shapes.ts";
import {
  ACTIONS,
  POSITION_TYPES,
  STATUS_CODES,
  typeCodeOf,
} from "../../../contract/futures/order-words.ts";
import { END_REASONS, SIDES } from "../../../contract/order-words.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { Catalogue } from "../../../core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import { contractAveragePrice } from "../../../core/engine/read/contracts.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import {
  type ContractRecord,
  type FundingRecord,
  type FuturesOrder,
  type FuturesTrade,
  type Profit,
  priceOf,
  type WriteRow,
} from "../../../runtime/history/history.ts";
import type { KeptFunding } from "../../../runtime/history/public-records.ts";
import { forcedOf } from "../dialect/forced.ts";
import { formatShown, pairNameOf } from "./market-reply.ts";
import { idFields, orderOf, triggerFields, volumeAsked, writeDetails } from "./order-reply.ts";

const endedText = writerOf(ENDED_FUTURES_ORDER);
const tradeText = writerOf(FUTURES_TRADE);
const profitText = writerOf(PROFIT);
const fundingText = writerOf(FUNDING);

/** FUT-FIELD-3: losses are not shared. */
export const NOTHING_SHARED = "0";

export function contractRowWriter(catalogue: Catalogue): WriteRow<ContractRecord | FundingRecord> {
  return ({ kind, record }) => {
    // A record's contract was listed, and nothing that was listed leaves the catalogue.
    const contract = catalogue.contracts[record.market - 1] as Contract;
    switch (kind) {
      case "futures_order":
        return writeEnded(contract, record);
      case "futures_trade":
        return tradeText(tradeOf(contract, record));
      case "profit":
        return profitText(profitOf(contract, record));
      case "funding":
        return fundingText(fundingOf(contract, record));
    }
  };
}

const BETWEEN = "\n";

/** An ended order as the order query shows it. */
export function detailsIn(row: string): Written<ValueOf<typeof FUTURES_ORDER>> {
  return row.slice(0, row.indexOf(BETWEEN)) as Written<ValueOf<typeof FUTURES_ORDER>>;
}

/** An ended order as the order history shows it. */
export function historyIn(row: string): Written<ValueOf<typeof ENDED_FUTURES_ORDER>> {
  return row.slice(row.indexOf(BETWEEN) + 1) as Written<ValueOf<typeof ENDED_FUTURES_ORDER>>;
}

function writeEnded(contract: Contract, order: FuturesOrder): string {
  const shown = shownOf(contract, order);
  return writeDetails(contract, shown) + BETWEEN + endedText(endedOf(contract, shown));
}

/** The same as the order query shows it, in values. */
export function endedOrderOf(
  contract: Contract,
  order: FuturesOrder,
): ValueOf<typeof FUTURES_ORDER> {
  return orderOf(contract, shownOf(contract, order));
}

type EndedOrder = FuturesOrder & { readonly price: bigint; readonly avgPrice: bigint };

function shownOf(contract: Contract, order: FuturesOrder): EndedOrder {
  const price = priceOf(order, contract);
  // HIST-FORCED-1: what the exchange closed was closed at that very price.
  const isForced = order.kind === "limit" && order.ticks === 0;
  return { ...order, price, avgPrice: isForced ? price : contractAveragePrice(contract, order) };
}

/** FUT-FIELD-10, FUT-FIELD-11 */
function endedOf(contract: Contract, order: EndedOrder): ValueOf<typeof ENDED_FUTURES_ORDER> {
  return {
    ...idFields(order.id),
    clientId: order.clientId,
    contractId: contract.id,
    contractName: contract.name,
    side: SIDES[order.side],
    openOrClose: ACTIONS[order.action],
    positionType: POSITION_TYPES[order.mode],
    leverageLevel: order.leverage,
    type: typeCodeOf(order),
    status: STATUS_CODES[order.status as "filled" | "canceled" | "rejected"],
    ...triggerFields(contract, order),
    price: formatShown(order.price),
    volume: volumeAsked(contract, order),
    avgPrice: formatShown(order.avgPrice),
    dealVolume: `${order.executed}`,
    dealMoney: formatUnits(order.traded, contract.scale),
    openMakerFeeRate: formatShown(order.openMakerRate),
    openTakerFeeRate: formatShown(order.openTakerRate),
    closeMakerFeeRate: formatShown(order.closeMakerRate),
    closeTakerFeeRate: formatShown(order.closeTakerRate),
    ctime: dateTimeOf(order.placedAtMs),
    ctimeMs: order.placedAtMs,
    forced: forcedOf(order),
    endReason: order.reason && END_REASONS[order.reason],
  };
}

/** FUT-WIRE-8: seconds, without a zone; it is UTC. */
export function dateTimeOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, "2020-01-01T00:00:00".length);
}

/** FUT-FIELD-12: as the user on this side sees it. */
export function tradeOf(contract: Contract, trade: FuturesTrade): ValueOf<typeof FUTURES_TRADE> {
  const { id, isBuyer, isMaker } = trade;
  return {
    symbol: pairNameOf(contract),
    contractName: contract.name,
    id,
    tradeId: id,
    bidId: trade.bidId,
    askId: trade.askId,
    bidUserId: trade.bidUser,
    askUserId: trade.askUser,
    price: formatShown(priceOf(trade, contract)),
    qty: `${trade.lots}`,
    amount: formatUnits(trade.value, contract.scale),
    fee: formatUnits(trade.fee, contract.scale),
    time: trade.timeMs,
    side: isBuyer ? SIDES.buy : SIDES.sell,
    isMaker,
    isBuyer,
    forced: forcedOf(trade),
  };
}

/** FUT-FIELD-3 */
function profitOf({ id: contractId, scale }: Contract, profit: Profit): ValueOf<typeof PROFIT> {
  const money = (units: bigint) => formatUnits(units, scale);
  const { closeProfit, settleProfit, tradeFee, fundingReceived: capitalFee } = profit;
  return {
    id: profit.id,
    positionId: profit.positionId,
    contractId,
    side: SIDES[profit.side],
    positionType: POSITION_TYPES[profit.mode],
    leverageLevel: profit.leverage,
    openPrice: formatShown(profit.openPrice),
    openEndPrice: formatShown(profit.openEndPrice),
    volume: `${profit.closeVolume}`,
    closeProfit: money(closeProfit),
    settleProfit: money(settleProfit),
    tradeFee: money(tradeFee),
    capitalFee: money(capitalFee),
    shareAmount: NOTHING_SHARED,
    realizedAmount: money(profit.realized),
    historyRealizedAmount: money(closeProfit + settleProfit + tradeFee + capitalFee),
    ctime: profit.startedAtMs,
    mtime: profit.timeMs,
    forced: forcedOf(profit),
  };
}

/** FUT-DATA-4 */
function fundingOf(
  { name, pricePrecision }: Contract,
  { id, rate, markTicks }: KeptFunding,
): ValueOf<typeof FUNDING> {
  return {
    contractName: name,
    fundingRate: formatShown(rate),
    fundingTime: id,
    markPrice: formatSteps(markTicks, pricePrecision),
  };
}
