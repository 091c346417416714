/** Everything under /sapi that is not margin: market data, orders, batches, the account. */

import { naming, namingMany, openRead, orderWrite, signedRead } from "../session/endpoint.ts";
import type { Session } from "../session/session.ts";
import { drawClientId } from "./client-id.ts";
import { BATCH_ITEM, demandKnown, NEW_BATCH, NEW_LIST, NEW_ORDER } from "./known-fields.ts";
import type {
  AllBookTickers,
  AllTickers,
  Depth,
  Kline,
  KlineSpan,
  ListedSymbol,
  RecentTrade,
  ServerTime,
  Ticker,
} from "./market-words.ts";
import { PairOrders } from "./orders.ts";
import type {
  Balance,
  CanceledOrderList,
  KeptOrderList,
  LedgerAsked,
  LedgerPage,
  NewBatch,
  NewOrder,
  NewOrderList,
  OpenOrderList,
  Order,
  OrderList,
  OrderListName,
  Page,
  PlacedBatch,
  PlacedOrderList,
  RunningCountdown,
  SymbolRates,
} from "./pair-words.ts";
import { repeat, repeatNamed } from "./repeatable.ts";

const ROOT = "/sapi/v1";
const PING = openRead(`${ROOT}/ping`);
const TIME = openRead(`${ROOT}/time`);
const SYMBOLS = openRead(`${ROOT}/symbols`);
const DEPTH = openRead(`${ROOT}/depth`);
const TICKER = openRead(`${ROOT}/ticker`);
const TICKERS = openRead(`${ROOT}/tickers`);
const BOOK_TICKERS = openRead(`${ROOT}/bookTickers`);
const TRADES = openRead(`${ROOT}/trades`);
const TRADES_ELSEWHERE = openRead("/api/v1/trades");
const KLINES = openRead(`${ROOT}/klines`);
/** Nothing of the order is executed. */
const TEST_ORDER = signedRead("POST", `${ROOT}/order/test`);
const BATCH = namingMany(orderWrite(`${ROOT}/batchOrders`), "ids");
const BATCH_CANCEL = orderWrite(`${ROOT}/batchCancel`);
const ORDER_LIST = naming(orderWrite(`${ROOT}/orderList`), "orderListId");
/** Nothing of the list is executed. */
const TEST_ORDER_LIST = signedRead("POST", `${ROOT}/orderList/test`);
const ORDER_LIST_CANCEL = orderWrite(`${ROOT}/orderList/cancel`);
const GET_ORDER_LIST = signedRead("GET", `${ROOT}/orderList`);
const ALL_ORDER_LISTS = signedRead("GET", `${ROOT}/allOrderLists`);
const OPEN_ORDER_LISTS = signedRead("GET", `${ROOT}/openOrderLists`);
const COUNTDOWN = orderWrite(`${ROOT}/countdownCancelAll`);
const HISTORY = signedRead("GET", `${ROOT}/historyOrders`);
const ACCOUNT = signedRead("GET", `${ROOT}/account`);
const LEDGER = signedRead("GET", `${ROOT}/account/ledger`);
const FEE_RATES = signedRead("GET", `${ROOT}/feeRates`);

export class Spot extends PairOrders {
  constructor(session: Session) {
    super(session, ROOT);
  }

  ping(): Promise<Record<string, never>> {
    return this.session.call(PING);
  }

  time(): Promise<ServerTime> {
    return this.session.call(TIME);
  }

  symbols(): Promise<{ readonly symbols: readonly ListedSymbol[] }> {
    return this.session.call(SYMBOLS);
  }

  depth(asked: Limited): Promise<Depth> {
    return this.session.call(DEPTH, asked);
  }

  ticker(asked: { readonly symbol: string }): Promise<Ticker> {
    return this.session.call(TICKER, asked);
  }

  /** Every symbol; counts as 10 requests. */
  tickers(): Promise<AllTickers<"symbol">> {
    return this.session.call(TICKERS);
  }

  /** The best prices of every symbol; counts as 10 requests. */
  bookTickers(): Promise<AllBookTickers<"symbol">> {
    return this.session.call(BOOK_TICKERS);
  }

  /** Newest first. */
  trades(asked: Limited): Promise<{ readonly list: readonly RecentTrade[] }> {
    return this.session.call(TRADES, asked);
  }

  /** The same at `/api/v1/trades`, where one variant of the reference has it. */
  tradesByOtherPath(asked: Limited): Promise<{ readonly list: readonly RecentTrade[] }> {
    return this.session.call(TRADES_ELSEWHERE, asked);
  }

  /** Newest first. */
  klines(asked: KlineSpan & { readonly symbol: string }): Promise<readonly Kline[]> {
    return this.session.call(KLINES, asked);
  }

  /** Asks whether the order would be taken now, and places nothing. */
  async testOrder(order: NewOrder): Promise<Record<string, never>> {
    demandKnown("an order", order, NEW_ORDER);
    return await this.session.call(TEST_ORDER, order);
  }

  /**
   * One id for each, in their order, and which of them were rejected and why. Items without a client id
   * get one, to be asked for by, unless the batch has an id: then it can be sent again as it is.
   */
  async createOrders({ orders, ...batch }: NewBatch): Promise<PlacedBatch> {
    demandKnown("a batch", batch, NEW_BATCH);
    for (const item of orders) demandKnown("an item of a batch", item, BATCH_ITEM);
    if (batch.clientRequestId !== undefined) {
      return await repeatNamed(this.session, [BATCH, { ...batch, orders }]);
    }
    const named = orders.map((item) => {
      return { ...item, newClientOrderId: item.newClientOrderId ?? drawClientId() };
    });
    const clientOrderIds = named.map(({ newClientOrderId }) => newClientOrderId);
    const remedy = "Ask for each order by its client id: if one is there, the batch was taken.";
    const asked = { ...batch, orders: named };
    return await this.session.callOnce(BATCH, asked, { remedy, clientOrderIds });
  }

  /** Two or three orders that know of each other, placed whole or not at all. Those without a client id get one. */
  async createOrderList({ orders, ...list }: NewOrderList): Promise<PlacedOrderList> {
    demandKnown("an order list", list, NEW_LIST);
    for (const item of orders) demandKnown("an order of a list", item, BATCH_ITEM);
    const named = orders.map((item) => {
      return { ...item, newClientOrderId: item.newClientOrderId ?? drawClientId() };
    });
    const clientOrderIds = named.map(({ newClientOrderId }) => newClientOrderId);
    const remedy =
      "Ask for one of its orders by its client id: if it is there, the list was taken.";
    const asked = { ...list, orders: named };
    return await this.session.callOnce(ORDER_LIST, asked, { remedy, clientOrderIds });
  }

  /** Would this list be taken? Asks everything but the money, and places nothing. */
  async testOrderList(asked: NewOrderList): Promise<Record<string, never>> {
    demandKnown("an order list", asked, NEW_LIST);
    for (const item of asked.orders) demandKnown("an order of a list", item, BATCH_ITEM);
    return await this.session.call(TEST_ORDER_LIST, asked);
  }

  /** All its orders that are open. */
  cancelOrderList(asked: OrderListName): Promise<CanceledOrderList> {
    const remedy = "Ask for the open lists, or cancel again.";
    return this.session.callOnce(ORDER_LIST_CANCEL, asked, { remedy });
  }

  /** Newest first, with those of their orders that are open. */
  openOrderLists(asked: { readonly symbol: string }): Promise<readonly OpenOrderList[]> {
    return this.session.call(OPEN_ORDER_LISTS, asked);
  }

  /** One list, open or ended, with all its orders as they stand or as they ended. */
  getOrderList(asked: OrderListName): Promise<OrderList> {
    return this.session.call(GET_ORDER_LIST, asked);
  }

  /** Open and ended ones, newest first, with the ids of their orders. */
  allOrderLists(asked: Page & { readonly symbol: string }): Promise<readonly KeptOrderList[]> {
    return this.session.call(ALL_ORDER_LISTS, asked);
  }

  /** The orders that were canceled and those that were not, in the order of the request. */
  cancelOrders(asked: {
    readonly symbol: string;
    readonly orderIds: readonly number[];
  }): Promise<{ readonly success: readonly number[]; readonly failed: readonly number[] }> {
    const remedy = "Ask for each order, or cancel again: what was canceled comes back as failed.";
    return this.session.callOnce(BATCH_CANCEL, asked, { remedy });
  }

  /**
   * Cancels all your orders of a symbol, in spot and margin, unless it is called again within `countdownTime` ms; 0 ends
   * it.
   */
  async countdownCancelAll(asked: {
    readonly symbol: string;
    readonly countdownTime: number;
  }): Promise<RunningCountdown> {
    const remedy = "Set the countdown again.";
    const request = [COUNTDOWN, asked] as const;
    const { answer, refusal } = await repeat<RunningCountdown>(this.session, request, { remedy });
    if (answer) return answer;
    throw refusal;
  }

  /** Orders that are over, newest first. */
  orderHistory(asked: Page & { readonly symbol: string }): Promise<readonly Order[]> {
    return this.session.call(HISTORY, asked);
  }

  account(): Promise<{ readonly balances: readonly Balance[] }> {
    return this.session.call(ACCOUNT);
  }

  /** Every change of your balances in spot, with the balance behind it, newest first. */
  ledger(asked: LedgerAsked = {}): Promise<LedgerPage> {
    return this.session.call(LEDGER, asked);
  }

  /** What a new order would pay, in spot and in margin; of every symbol when none is named. */
  feeRates(asked: { readonly symbol?: string | undefined } = {}): Promise<readonly SymbolRates[]> {
    return this.session.call(FEE_RATES, asked);
  }
}

interface Limited {
  readonly symbol: string;
  readonly limit?: number | undefined;
}
