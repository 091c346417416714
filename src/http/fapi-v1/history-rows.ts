/**
 * Ended orders, own trades, profits and fundings as this dialect writes them. The archivist writes the rows of
 * its pages with it and the server those that the archive lacks, so that both look alike. An order is
 * shown in two ways, by the order query and by the order history: its row has both, a line each.
 */
import { SIDES } from "../../contract/order-words.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { Contract } from "../../engine/catalogue/contract.ts";
import { contractAveragePrice } from "../../engine/read/contracts.ts";
import {
  type ContractRecord,
  type FundingRecord,
  type FuturesOrder,
  type FuturesTrade,
  type Profit,
  priceOf,
  type WriteRow,
} from "../../history/history.ts";
import type { KeptFunding } from "../../history/public-records.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { writeEnd } from "../dialect/end-reason.ts";
import { writeForced } from "../dialect/forced.ts";
import { jsonObject, jsonText } from "../dialect/json-text.ts";
import { formatShown, pairNameOf } from "./market-reply.ts";
import { idFields, triggerTexts, volumeAsked, writeDetails } from "./order-reply.ts";
import { ACTIONS, POSITION_TYPES, STATUS_CODES, typeCodeOf } from "./order-words.ts";

export function contractRowWriter(catalogue: Catalogue): WriteRow<ContractRecord | FundingRecord> {
  return ({ kind, record }) => {
    // A record's contract was listed, and nothing that was listed leaves the catalogue.
    const contract = catalogue.contracts[record.market - 1] as Contract;
    switch (kind) {
      case "futures_order":
        return writeEnded(contract, record);
      case "futures_trade":
        return writeTrade(contract, record);
      case "profit":
        return writeProfit(contract, record);
      case "funding":
        return writeFunding(contract, record);
    }
  };
}

const BETWEEN = "\n";

/** An ended order as the order query shows it. */
export function detailsIn(row: string): string {
  return row.slice(0, row.indexOf(BETWEEN));
}

/** An ended order as the order history shows it. */
export function historyIn(row: string): string {
  return row.slice(row.indexOf(BETWEEN) + 1);
}

function writeEnded(contract: Contract, order: FuturesOrder): string {
  const price = priceOf(order, contract);
  // HIST-FORCED-1: what the exchange closed was closed at that very price.
  const isForced = order.kind === "limit" && order.ticks === 0;
  const average = contractAveragePrice(contract, order);
  const shown = { ...order, price, avgPrice: isForced ? price : average };
  return writeDetails(contract, shown) + BETWEEN + writeHistory(contract, shown);
}

type EndedOrder = FuturesOrder & { readonly price: bigint; readonly avgPrice: bigint };

/** FUT-FIELD-10, FUT-FIELD-11 */
function writeHistory(contract: Contract, order: EndedOrder): string {
  return jsonObject({
    ...idFields(order.id),
    clientId: jsonText(order.clientId),
    contractId: contract.id,
    contractName: jsonText(contract.name),
    side: jsonText(SIDES[order.side]),
    openOrClose: jsonText(ACTIONS[order.action]),
    positionType: POSITION_TYPES[order.mode],
    leverageLevel: order.leverage,
    type: typeCodeOf(order),
    status: STATUS_CODES[order.status],
    ...triggerTexts(contract, order),
    price: formatShown(order.price),
    volume: volumeAsked(contract, order),
    avgPrice: formatShown(order.avgPrice),
    dealVolume: order.executed,
    dealMoney: formatUnits(order.traded, contract.scale),
    openMakerFeeRate: formatShown(order.openMakerRate),
    openTakerFeeRate: formatShown(order.openTakerRate),
    closeMakerFeeRate: formatShown(order.closeMakerRate),
    closeTakerFeeRate: formatShown(order.closeTakerRate),
    ctime: writeDateTime(order.placedAtMs),
    ctimeMs: order.placedAtMs,
    forced: writeForced(order),
    ...writeEnd(order),
  });
}

/** FUT-WIRE-8: seconds, without a zone; it is UTC. */
export function writeDateTime(timeMs: number): string {
  return jsonText(new Date(timeMs).toISOString().slice(0, "2020-01-01T00:00:00".length));
}

/** FUT-FIELD-12: as the user on this side sees it. */
function writeTrade(contract: Contract, trade: FuturesTrade): string {
  const { id, isBuyer, isMaker } = trade;
  return jsonObject({
    symbol: jsonText(pairNameOf(contract)),
    contractName: jsonText(contract.name),
    id,
    tradeId: id,
    bidId: trade.bidId,
    askId: trade.askId,
    bidUserId: trade.bidUser,
    askUserId: trade.askUser,
    price: formatShown(priceOf(trade, contract)),
    qty: trade.lots,
    amount: formatUnits(trade.value, contract.scale),
    fee: formatUnits(trade.fee, contract.scale),
    time: trade.timeMs,
    side: jsonText(isBuyer ? SIDES.buy : SIDES.sell),
    isMaker,
    isBuyer,
    forced: writeForced(trade),
  });
}

/** FUT-FIELD-3 */
function writeProfit({ id: contractId, scale }: Contract, profit: Profit): string {
  const money = (units: bigint) => formatUnits(units, scale);
  const { closeProfit, settleProfit, tradeFee, fundingReceived: capitalFee } = profit;
  return jsonObject({
    id: profit.id,
    positionId: profit.positionId,
    contractId,
    side: jsonText(SIDES[profit.side]),
    positionType: POSITION_TYPES[profit.mode],
    leverageLevel: profit.leverage,
    openPrice: formatShown(profit.openPrice),
    openEndPrice: formatShown(profit.openEndPrice),
    volume: `${profit.closeVolume}`,
    closeProfit: money(closeProfit),
    settleProfit: money(settleProfit),
    tradeFee: money(tradeFee),
    capitalFee: money(capitalFee),
    shareAmount: 0,
    realizedAmount: money(profit.realized),
    historyRealizedAmount: money(closeProfit + settleProfit + tradeFee + capitalFee),
    ctime: profit.startedAtMs,
    mtime: profit.timeMs,
    forced: writeForced(profit),
  });
}

/** FUT-DATA-4 */
function writeFunding(
  { name, pricePrecision }: Contract,
  { id, rate, markTicks }: KeptFunding,
): string {
  return jsonObject({
    contractName: jsonText(name),
    fundingRate: formatShown(rate),
    fundingTime: id,
    markPrice: formatSteps(markTicks, pricePrecision),
  });
}
