/**
 * What the histories of futures answer with: ended orders, own trades, profits (FUT-FIELD-3,
 * FUT-FIELD-10 to FUT-FIELD-12). The amounts are in the margin coin of the contract.
 */

import {
  clientId,
  code,
  count,
  dateTime,
  figure,
  id,
  list,
  name,
  record,
  signedFigure,
  time,
  truth,
  word,
} from "../field.ts";
import { SIDES } from "../order-words.ts";
import { END, FORCED } from "../pairs/order-shapes.ts";
import { ID_FIELDS, TRIGGER_FIELDS } from "./order-shapes.ts";
import { ACTIONS, POSITION_TYPES, STATUS_CODES, TYPE_CODES } from "./order-words.ts";

const CONTRACT_ID = id("id of the contract");
const SIDE = word(Object.values(SIDES), "side");

/** On which terms a position is held, or an order was placed. */
const TERMS = {
  positionType: code(Object.values(POSITION_TYPES), "1 is cross, 2 isolated"),
  leverageLevel: count("leverage"),
};

const ENDED_ORDER_FIELDS = {
  ...ID_FIELDS,
  clientId: clientId("your own name of the order, or the server's"),
  contractId: CONTRACT_ID,
  contractName: name("contract"),
  side: SIDE,
  openOrClose: word(Object.values(ACTIONS), "whether it opens or closes"),
  ...TERMS,
  type: code(TYPE_CODES, "1 LIMIT, 2 MARKET, 3 IOC, 4 FOK, 5 POST_ONLY"),
  status: code(
    [STATUS_CODES.filled, STATUS_CODES.canceled, STATUS_CODES.rejected],
    "2 FILLED, 4 CANCELLED, 6 REJECTED",
  ),
  ...TRIGGER_FIELDS,
  price: figure("limit; 0 for MARKET"),
  volume: figure("contracts; of a MARKET order that opens, the value in the margin coin"),
  avgPrice: figure("average price of what was traded, 0 for nothing"),
  dealVolume: figure("contracts traded"),
  dealMoney: figure("their value"),
  openMakerFeeRate: signedFigure("fee of a maker who opens, as a fraction"),
  openTakerFeeRate: signedFigure("fee of a taker who opens"),
  closeMakerFeeRate: signedFigure("fee of a maker who closes"),
  closeTakerFeeRate: signedFigure("fee of a taker who closes"),
  ctime: dateTime("when it was placed"),
  ctimeMs: time("when it was placed"),
  forced: FORCED,
};
export const ENDED_FUTURES_ORDER = record({ ...ENDED_ORDER_FIELDS, ...END });

export const ENDED_ORDERS = list(ENDED_FUTURES_ORDER, "newest first");

export const FUTURES_TRADE = record({
  symbol: name("its coins, as in BTCUSDT"),
  contractName: name("contract"),
  id: id("id of the trade"),
  tradeId: id("the same as id"),
  bidId: count("order that bought, 0 for the exchange"),
  askId: count("order that sold, 0 for the exchange"),
  bidUserId: count("user who bought, 0 for the exchange"),
  askUserId: count("user who sold, 0 for the exchange"),
  price: figure("price"),
  qty: figure("contracts"),
  amount: figure("their value"),
  fee: signedFigure("your fee"),
  time: time("when it was traded"),
  side: word(Object.values(SIDES), "your side"),
  isMaker: truth("whether your order was there first"),
  isBuyer: truth("whether you bought"),
  forced: FORCED,
});

export const OWN_TRADES = list(FUTURES_TRADE, "newest first");

export const PROFIT = record({
  id: id("number of the record"),
  positionId: id("id of the position"),
  contractId: CONTRACT_ID,
  side: SIDE,
  ...TERMS,
  openPrice: figure("average price before the last part was closed"),
  openEndPrice: figure("the same since the last settlement"),
  volume: figure("contracts closed"),
  closeProfit: signedFigure("profit of what was closed, without fees"),
  settleProfit: signedFigure("profit of settlements"),
  tradeFee: signedFigure("fees of its trades, below zero when paid"),
  capitalFee: signedFigure("funding, below zero when paid"),
  shareAmount: figure("always 0: losses are not shared"),
  realizedAmount: signedFigure("profit realized since the last settlement"),
  historyRealizedAmount: signedFigure("profit realized since it started"),
  ctime: time("when it started"),
  mtime: time("when it ended"),
  forced: FORCED,
});

export const PROFITS = list(PROFIT, "newest first");

export const FUTURES_HISTORY_RECORDS = {
  EndedFuturesOrder: ENDED_FUTURES_ORDER,
  FuturesTrade: FUTURES_TRADE,
  Profit: PROFIT,
};
