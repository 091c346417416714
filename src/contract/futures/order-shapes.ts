/** Futures orders in replies, open or ended: figures are JSON numbers (FUT-WIRE-3). */
import { clientId, code, figure, id, idText, list, name, record, time, word } from "../field.ts";
import { KINDS, SIDES, TIMES_IN_FORCE } from "../order-words.ts";
import { END } from "../pairs/order-shapes.ts";
import { ACTIONS, STATUSES, TRIGGER_CODES, TRIGGER_SOURCES } from "./order-words.ts";

export const ID_FIELDS = {
  orderId: id("id of the order"),
  orderIdString: idText("the same as a string"),
};

export const ORDER_ID = record(ID_FIELDS);

export const TRIGGER_FIELDS = {
  triggerType: code(
    Object.values(TRIGGER_CODES),
    "1 stop loss, 2 stop gain, 3 up, 4 down; 0 for an order without a condition",
  ),
  triggerPrice: figure("price that it waits for, or waited; 0 for an order without a condition"),
  triggerPriceSource: word(
    Object.values(TRIGGER_SOURCES),
    "what is held against it: the contract's LAST trade, its MARK, or NONE",
  ),
};

const ORDER_FIELDS = {
  ...ID_FIELDS,
  clientOrderId: clientId("your own name of the order, or the server's"),
  contractName: name("contract"),
  symbol: name("its coins, as in BTCUSDT"),
  price: figure("limit; 0 for MARKET"),
  origQty: figure("contracts; of a MARKET order that opens, the value in the margin coin"),
  executedQty: figure("contracts traded so far"),
  avgPrice: figure("average price of what was traded, 0 for nothing"),
  type: word(Object.values(KINDS), "kind of order"),
  side: word(Object.values(SIDES), "side"),
  action: word(Object.values(ACTIONS), "whether it opens or closes"),
  timeInForce: word(Object.values(TIMES_IN_FORCE), "time in force"),
  status: word(Object.values(STATUSES), "what became of it; INIT waits for its condition"),
  ...TRIGGER_FIELDS,
  transactTime: time("when it was placed"),
  time: time("the same as transactTime"),
};
export const FUTURES_ORDER = record({ ...ORDER_FIELDS, ...END });

export const ORDERS = list(FUTURES_ORDER, "newest first");

export const FUTURES_ORDER_RECORDS = { PlacedFuturesOrder: ORDER_ID, FuturesOrder: FUTURES_ORDER };
