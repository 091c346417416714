/** Orders of spot and of margin, which are taken, kept and shown alike: only the path differs. */

import { CODES } from "../session/codes.ts";
import { type Endpoint, nameOf, naming, orderWrite, signedRead } from "../session/endpoint.ts";
import type { Session } from "../session/session.ts";
import { drawClientId } from "./client-id.ts";
import { demandKnown, NEW_ORDER, REPLACEMENT } from "./known-fields.ts";
import { type Found, isCode, type Placing, placeOnce } from "./lost-order.ts";
import type {
  CanceledAll,
  CanceledOrder,
  NewOrder,
  Order,
  OrderName,
  OwnTrade,
  Page,
  PlacedOrder,
  PreventedMatch,
  ReplacedOrder,
  Replacement,
} from "./pair-words.ts";
import { QUERY_ONLY_FIELDS } from "./query-only-fields.ts";
import { lookAfter, repeat } from "./repeatable.ts";

const NO_SUCH_ORDER = CODES.NO_SUCH_ORDER.code;
const REMEDY = "Ask for the order.";

type EndpointName =
  | "create"
  | "get"
  | "cancel"
  | "cancelAll"
  | "replace"
  | "open"
  | "trades"
  | "prevented";

export class PairOrders {
  protected readonly session: Session;
  readonly #endpoints: Readonly<Record<EndpointName, Endpoint>>;
  #orderIdSeen = 0;

  constructor(session: Session, root: string) {
    this.session = session;
    this.#endpoints = {
      create: naming(orderWrite(`${root}/order`), "orderId"),
      get: naming(signedRead("GET", `${root}/order`), "orderId"),
      cancel: naming(orderWrite(`${root}/cancel`), "orderId"),
      cancelAll: orderWrite(`${root}/cancelAll`),
      replace: orderWrite(`${root}/order/cancelReplace`),
      open: signedRead("GET", `${root}/openOrders`),
      trades: signedRead("GET", `${root}/myTrades`),
      prevented: signedRead("GET", `${root}/myPreventedMatches`),
    };
  }

  /** Placed once, or not at all: see docs/client.md for what happens when the reply is lost. */
  async createOrder(order: NewOrder): Promise<PlacedOrder> {
    demandKnown("an order", order, NEW_ORDER);
    const placed = await placeOnce(this.session, this.#placing(order));
    this.#see(placed);
    return placed;
  }

  async getOrder(name: OrderName): Promise<Order> {
    const order = await this.session.call<Order>(this.#endpoints.get, name);
    this.#see(order);
    return order;
  }

  /** An order that is over is refused (-1145), unless it was a lost try of this cancel that ended it. */
  async cancelOrder(name: OrderName): Promise<CanceledOrder> {
    const { answer, refusal, lost } = await repeat<CanceledOrder>(
      this.session,
      [this.#endpoints.cancel, name],
      // An order id never comes again; a client id may, and then means another order.
      { remedy: REMEDY, isHarmlessLate: name.orderId !== undefined },
    );
    if (answer) return answer;
    const isOver = isCode(refusal, CODES.ORDER_NOT_SUPPORT_CANCELLATION.code);
    if (!isOver || !lost) throw refusal;
    const order = await lookAfter(lost, REMEDY, () =>
      this.session.callPatiently<Order>(this.#endpoints.get, name),
    );
    if (order.status !== "CANCELED") throw refusal;
    const { orderId, orderIdString, clientOrderId, symbol } = order;
    return { orderId, orderIdString, clientOrderId, symbol, status: "CANCELED" };
  }

  /** All open orders of a symbol in this area, stops too. */
  async cancelAll(asked: { readonly symbol: string }): Promise<CanceledAll> {
    const remedy = "Ask for the open orders.";
    const request = [this.#endpoints.cancelAll, asked] as const;
    const { answer, refusal } = await repeat<CanceledAll>(this.session, request, { remedy });
    if (answer) return answer;
    throw refusal;
  }

  /**
   * One order in the place of another, by one command. Less at the same price without a newClientOrderId is an
   * amendment. Never sent twice: when the reply is lost, ask for both orders.
   */
  async replaceOrder(asked: Replacement): Promise<ReplacedOrder> {
    demandKnown("a replacement", asked, REPLACEMENT);
    const remedy = "Ask for both orders.";
    return await this.session.callOnce(this.#endpoints.replace, asked, { remedy });
  }

  /** Newest first. */
  openOrders(asked: {
    readonly symbol: string;
    readonly limit?: number | undefined;
  }): Promise<readonly Order[]> {
    return this.session.call(this.#endpoints.open, asked);
  }

  /** Newest first. */
  myTrades(asked: Page & { readonly symbol: string }): Promise<readonly OwnTrade[]> {
    return this.session.call(this.#endpoints.trades, asked);
  }

  /** Where two orders of yours met and did not trade, newest first. */
  myPreventedMatches(
    asked: Page & { readonly symbol: string },
  ): Promise<readonly PreventedMatch[]> {
    return this.session.call(this.#endpoints.prevented, asked);
  }

  #see({ orderId }: { readonly orderId: number }): void {
    this.#orderIdSeen = Math.max(this.#orderIdSeen, orderId);
  }

  #placing(order: NewOrder): Placing<PlacedOrder> {
    const { symbol, newClientOrderId = drawClientId() } = order;
    const named = { ...order, newClientOrderId };
    return {
      endpoint: nameOf(this.#endpoints.create),
      clientOrderId: newClientOrderId,
      isDrawn: order.newClientOrderId === undefined,
      orderIdSeen: this.#orderIdSeen,
      send: () => this.session.call(this.#endpoints.create, named),
      find: () => this.#find({ symbol, newClientOrderId }),
      awaitEarlierCommands: () => this.#awaitEarlierCommands(symbol),
    };
  }

  async #find(name: OrderName): Promise<Found<PlacedOrder> | undefined> {
    try {
      const order = await this.session.callPatiently<Order>(this.#endpoints.get, name);
      return { orderId: order.orderId, transactTime: order.transactTime, reply: placedOf(order) };
    } catch (error) {
      if (isCode(error, NO_SUCH_ORDER)) return undefined;
      throw error;
    }
  }

  async #awaitEarlierCommands(symbol: string): Promise<void> {
    const nobody = { symbol, newClientOrderId: drawClientId() };
    try {
      await this.session.callPatiently(this.#endpoints.cancel, nobody);
    } catch (error) {
      if (!isCode(error, NO_SUCH_ORDER)) throw error;
    }
  }
}

/** The answer to an order, from the order as a query shows it. */
function placedOf(order: Order): PlacedOrder {
  const reply: Partial<Order> = { ...order };
  for (const field of QUERY_ONLY_FIELDS) delete reply[field];
  return reply as PlacedOrder;
}
