/** Orders of spot and margin in replies: as they are placed, as they stand, as they ended and as they are canceled. */
import {
  clientId,
  decimalText,
  id,
  idText,
  name,
  record,
  sometimes,
  time,
  truth,
  whole,
  word,
} from "../field.ts";
import {
  END_REASONS,
  FORCES,
  KINDS,
  NOT_FORCED,
  PAIR_STATUSES,
  SELF_TRADES,
  SIDES,
  TIMES_IN_FORCE,
  UNITS,
} from "../order-words.ts";

const NAMES = {
  orderId: id("id of the order"),
  orderIdString: idText("the same as a string"),
  clientOrderId: clientId("your own name of the order, or the server's"),
  symbol: name("symbol"),
};

const ASKED = {
  price: decimalText("limit; 0 for MARKET"),
  origQty: decimalText("volume as it was asked for"),
  executedQty: decimalText("quantity traded so far, in the base asset"),
};

const STANDING = {
  type: word(Object.values(KINDS), "kind of order"),
  side: word(Object.values(SIDES), "side"),
  status: word(Object.values(PAIR_STATUSES), "what became of it"),
};

/** SPOT-FIELD-3 */
const INSTRUCTIONS = {
  timeInForce: sometimes(word(Object.values(TIMES_IN_FORCE), "of an order that asked for more")),
  selfTrade: sometimes(word(Object.values(SELF_TRADES), "as it was asked for")),
  triggerPrice: sometimes(decimalText("price that a stop waits or waited for")),
  triggered: sometimes(truth("whether the last price has reached it")),
  icebergQty: sometimes(decimalText("what it shows at a time, of an order that asked for it")),
  trailingDelta: sometimes(whole("basis points by which a stop trails the last price")),
  volumeUnit: sometimes(
    word(Object.values(UNITS), "what origQty counts, of an order that asked for the unusual one"),
  ),
  orderListId: sometimes(id("id of the list that it belongs to")),
};

/** SPOT-STP-6 */
const LOST = {
  preventedQty: sometimes(
    decimalText("quantity that it lost to your own orders, of an order that lost any"),
  ),
};

/** SPOT-TRAIL-2 */
const TRAILED = {
  trailingPrice: sometimes(
    decimalText("trigger of a stop that trails, as of then, or the one at which it was triggered"),
  ),
};

/** SPOT-FIELD-4 */
export const END = {
  endReason: sometimes(
    word(Object.values(END_REASONS), "why it was canceled, where the status does not tell"),
  ),
};

/** HIST-FORCED-2: a client need not guess it from prices or client ids. */
export const FORCED = word(
  [NOT_FORCED, ...Object.values(FORCES)],
  "why the exchange itself traded here; NONE for what you asked for",
);

const PLACED_AT = { transactTime: time("when it was placed") };

/** SPOT-MATCH-7 */
export const PLACED_ORDER = record({
  ...NAMES,
  ...PLACED_AT,
  ...ASKED,
  ...STANDING,
  ...INSTRUCTIONS,
  ...LOST,
  ...END,
});

const ORDER_FIELDS = {
  ...NAMES,
  ...ASKED,
  avgPrice: decimalText("average price of what was traded, 0 for nothing"),
  ...STANDING,
  ...INSTRUCTIONS,
  ...TRAILED,
  ...LOST,
  ...PLACED_AT,
  time: time("the same as transactTime"),
  ...END,
};

export const ORDER = record(ORDER_FIELDS);

export const ENDED_MARGIN_ORDER = record({ ...ORDER_FIELDS, forced: FORCED });

export const CANCELED_ORDER = record({
  ...NAMES,
  status: word([PAIR_STATUSES.canceled], "that it is canceled"),
});

export const ORDER_RECORDS = {
  PlacedOrder: PLACED_ORDER,
  Order: ORDER,
  EndedMarginOrder: ENDED_MARGIN_ORDER,
  CanceledOrder: CANCELED_ORDER,
};
