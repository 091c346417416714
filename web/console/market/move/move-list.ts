/**
 * An order of a list at another price. The exchange replaces none of them (SPOT-LIST-14), so the whole list is canceled and placed
 * anew, as long as nothing of it has traded. Between the two there is nothing: where the second step fails, that is said.
 */
import type { BatchItem, NewOrderList, Order } from "../../../../src/client/client.ts";
import type { ListedOrder, OwnList } from "../../exchange/account/own-lists.ts";
import { isUntouched, isWhole } from "../../exchange/account/own-lists.ts";
import { isTrailing, isWaiting } from "../../exchange/account/say-trigger.ts";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
import { sayError } from "../../trade/form/refusal.ts";

/** One of its orders, and where it is to stand. */
export interface ListMove {
  readonly list: OwnList;
  readonly order: AccountOrder;
  readonly price: string;
}

export const TOUCHED = "A list that has begun to trade is not moved: cancel it, and place another.";

/** At which an order begins to work: its trigger while it waits for that, else its price. */
function pointOf(order: ListedOrder): string {
  return isWaiting(order) ? (order.triggerPrice ?? order.price) : order.price;
}

/** Why it may not stand there: the exchange would refuse the list when the old one is gone (SPOT-LIST-3, SPOT-LIST-4). */
export function findListFault({ list, order, price }: ListMove, last: string): string | undefined {
  if (!isUntouched(list)) return TOUCHED;
  const { orderIdString: moved } = order;
  const others = list.orders.filter(({ orderIdString }) => orderIdString !== moved);
  const self = list.orders.find(({ orderIdString }) => orderIdString === moved);
  if (!self) return undefined;
  const before = pointOf(self);
  const isCrossed = (point: string) =>
    compareDecimals(price, point) === 0 ||
    compareDecimals(price, point) > 0 !== compareDecimals(before, point) > 0;
  // SPOT-LIST-18: one that trails is beyond all others on its side, wherever the price goes.
  if (others.some((other) => !isTrailing(other) && isCrossed(pointOf(other)))) {
    return "It must stay on its side of the other orders of its list.";
  }
  if (list.kind !== "OCO" || !hasTraded(last) || !isCrossed(last)) return undefined;
  return `It must stay on its side of the last price, now ${formatPlain(last)}.`;
}

/** All that the old one asked for, but one price. Names are not given again, as with other orders that are placed anew. */
export function movedListOf({ list, order, price }: ListMove): NewOrderList {
  const orders = list.orders.map((one) =>
    itemOf(one.orderIdString === order.orderIdString ? movedTo(one, price) : one),
  );
  return { symbol: list.symbol, listType: list.kind, orders };
}

function movedTo(order: ListedOrder, price: string): ListedOrder {
  return order.triggerPrice === undefined ? { ...order, price } : { ...order, triggerPrice: price };
}

function itemOf(order: ListedOrder): BatchItem {
  const { side, origQty: volume, type, price } = order;
  const { timeInForce, selfTrade, triggerPrice, volumeUnit, icebergQty, trailingDelta } = order;
  const kind =
    type === "LIMIT" ? ({ batchType: type, price } as const) : ({ batchType: type } as const);
  return {
    side,
    volume,
    ...kind,
    ...(timeInForce === undefined ? {} : { timeInForce }),
    ...(selfTrade === undefined ? {} : { selfTrade }),
    ...(triggerPrice === undefined ? {} : { triggerPrice }),
    ...(volumeUnit === undefined ? {} : { volumeUnit }),
    ...(icebergQty === undefined ? {} : { icebergQty }),
    ...(trailingDelta === undefined ? {} : { trailingDelta }),
  };
}

type Sends = Pick<ConsoleExchange, "sender" | "client">;

/** Throws where it was not moved, or only canceled, and says which. */
export async function moveList(exchange: Sends, move: ListMove): Promise<string> {
  const { list, price } = move;
  const what = `${list.kind} of orders ${idsOf(list.orders)}`;
  await cancelWhole(exchange, list, what);
  try {
    const { orders } = await exchange.sender.value.spot.createOrderList(movedListOf(move));
    return `The ${what} was canceled, and placed anew as orders ${idsOf(orders)}, with one at ${formatPlain(price)}.`;
  } catch (error) {
    throw new Error(`The ${what} was canceled, and NO new one is placed: ${sayError(error)}`);
  }
}

/** What happened until the cancel is known only behind it: a list of which something traded is not placed again. */
async function cancelWhole({ sender, client }: Sends, list: OwnList, what: string): Promise<void> {
  const { symbol, id: orderListId, orders } = list;
  let count: number;
  try {
    count = (await sender.value.spot.cancelOrderList({ symbol, orderListId })).orders.length;
  } catch (error) {
    throw new Error(`The ${what} was not moved: ${sayError(error)}`);
  }
  const gone = `The ${what} was canceled, and NO new one is placed: `;
  if (count < orders.length) throw new Error(`${gone}it had begun to trade.`);
  const [first] = orders;
  if (!first || list.kind === "OCO") return;
  let left: Order;
  try {
    const { orderIdString: orderId } = first;
    left = await client.value.spot.getOrder({ symbol, orderId });
  } catch (error) {
    throw new Error(`${gone}what it traded could not be learned. ${sayError(error)}`);
  }
  if (isWhole(left)) return;
  throw new Error(`${gone}${formatPlain(left.executedQty)} of it had traded.`);
}

function idsOf(orders: readonly { readonly orderIdString: string }[]): string {
  return orders.map(({ orderIdString }) => orderIdString).join(", ");
}
