/**
 * The fields that the methods which place orders take. A name that is not among them is refused before anything is sent: types do not
 * hold where a program has none, and an order without its misspelt trigger would be another order. Rule CLIENT-FIELD-1.
 */
import type { NewConditionOrder, NewFuturesOrder } from "./futures-words.ts";
import type { BatchItem, NewBatch, NewOrder, NewOrderList, Replacement } from "./pair-words.ts";

/** Of every member of a union. */
type NameIn<T> = T extends unknown ? keyof T & string : never;

/** All names of a type, none more and none less: a missing one is an error of the compiler. */
type Names<T> = Readonly<Record<NameIn<T>, true>>;

const INSTRUCTIONS = {
  timeInForce: true,
  postOnly: true,
  selfTrade: true,
  triggerPrice: true,
  stopPrice: true,
  icebergQty: true,
  trailingDelta: true,
  volumeUnit: true,
} as const;
const ASKED = { side: true, volume: true, price: true, newClientOrderId: true } as const;

export const NEW_ORDER: Names<NewOrder> = { symbol: true, type: true, ...ASKED, ...INSTRUCTIONS };
export const REPLACEMENT: Names<Replacement> = {
  ...NEW_ORDER,
  cancelReplaceMode: true,
  cancelOrderId: true,
  cancelClientOrderId: true,
};
export const NEW_BATCH: Names<NewBatch> = { symbol: true, orders: true, clientRequestId: true };
export const NEW_LIST: Names<NewOrderList> = {
  symbol: true,
  listType: true,
  orders: true,
  listClientOrderId: true,
};
export const BATCH_ITEM: Names<BatchItem> = { batchType: true, ...ASKED, ...INSTRUCTIONS };
export const NEW_FUTURES_ORDER: Names<NewFuturesOrder> = {
  contractName: true,
  side: true,
  open: true,
  positionType: true,
  volume: true,
  type: true,
  price: true,
  timeInForce: true,
  clientOrderId: true,
};
export const NEW_CONDITION_ORDER: Names<NewConditionOrder> = {
  ...NEW_FUTURES_ORDER,
  triggerType: true,
  triggerPrice: true,
};

/** Throws a TypeError for a field that is not known, whatever its value but undefined. */
export function demandKnown(
  what: string,
  given: object,
  names: Readonly<Record<string, true>>,
): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    throw new TypeError(`${what} has no ${name}; it has ${Object.keys(names).join(", ")}`);
  }
}
