/** Everything under /fapi: market data, orders that may wait for a price, positions, the accounts. */

import { CODES } from "../session/codes.ts";
import {
  type Endpoint,
  listing,
  nameOf,
  naming,
  orderWrite,
  signedRead,
  write,
} from "../session/endpoint.ts";
import { drawClientId } from "./client-id.ts";
import type { FuturesAccount } from "./futures-account-words.ts";
import { FuturesMarket, type OfContract } from "./futures-market.ts";
import type {
  ContractConfig,
  ContractPage,
  ContractRates,
  EndedFuturesOrder,
  FuturesLedgerEntry,
  FuturesLedgerPage,
  FuturesOrder,
  FuturesOrderName,
  FuturesTrade,
  NewConditionOrder,
  NewFuturesOrder,
  PlacedFuturesOrder,
  PositionType,
  Profit,
} from "./futures-words.ts";
import { demandKnown, NEW_CONDITION_ORDER, NEW_FUTURES_ORDER } from "./known-fields.ts";
import { type Found, isCode, placeOnce } from "./lost-order.ts";
import type { Decimal, LedgerAsked, Page } from "./pair-words.ts";
import { callNamed, lookAfter, type Named, repeat, repeatPlainly } from "./repeatable.ts";

const ROOT = "/fapi/v1";
const CREATE = naming(orderWrite(`${ROOT}/order`), "orderId");
const CREATE_CONDITION = naming(orderWrite(`${ROOT}/conditionOrder`), "orderId");
const NEWEST = signedRead("GET", `${ROOT}/order`);
const GET = listing(NEWEST, "orderId");
const CANCEL = naming(orderWrite(`${ROOT}/cancel`), "orderId");
const CANCEL_ALL = orderWrite(`${ROOT}/cancel_all`);
const OPEN = signedRead("GET", `${ROOT}/openOrders`);
const HISTORY = signedRead("POST", `${ROOT}/orderHistorical`);
const PROFITS = signedRead("POST", `${ROOT}/profitHistorical`);
const TRADES = signedRead("GET", `${ROOT}/myTrades`);
const LEVERAGE = write(`${ROOT}/edit_lever`);
const MARGIN_MODEL = write(`${ROOT}/edit_user_margin_model`);
const POSITION_MARGIN = write(`${ROOT}/edit_position_margin`);
const CONFIG = signedRead("GET", `${ROOT}/get_user_config`);
const FEE_RATES = signedRead("GET", `${ROOT}/feeRates`);
const ACCOUNT = signedRead("GET", `${ROOT}/account`);
const LEDGER = signedRead("GET", `${ROOT}/account/ledger`);

const NO_SUCH_ORDER = CODES.NO_SUCH_ORDER.code;
const REMEDY = "Ask for the order.";

export class Futures extends FuturesMarket {
  #orderIdSeen = 0;

  /** Placed once, or not at all: see docs/client.md for what happens when the reply is lost. */
  async createOrder(order: NewFuturesOrder): Promise<PlacedFuturesOrder> {
    demandKnown("an order", order, NEW_FUTURES_ORDER);
    return await this.#place(CREATE, order);
  }

  /** Waits until the last price reaches the trigger; placed once, too. */
  async createConditionOrder(order: NewConditionOrder): Promise<PlacedFuturesOrder> {
    demandKnown("a condition order", order, NEW_CONDITION_ORDER);
    return await this.#place(CREATE_CONDITION, order);
  }

  /** An order that is over is refused (-1145), unless it was a lost try of this cancel that ended it. */
  async cancelOrder(name: FuturesOrderName): Promise<PlacedFuturesOrder> {
    const { answer, refusal, lost } = await repeat<PlacedFuturesOrder>(
      this.session,
      [CANCEL, name],
      { remedy: REMEDY, isHarmlessLate: name.orderId !== undefined },
    );
    if (answer) return answer;
    const isOver = isCode(refusal, CODES.ORDER_NOT_SUPPORT_CANCELLATION.code);
    if (!isOver || !lost) throw refusal;
    const [order] = await lookAfter(lost, REMEDY, () =>
      this.session.callPatiently<[FuturesOrder]>(GET, name),
    );
    if (order.status !== "CANCELLED") throw refusal;
    return { orderId: order.orderId, orderIdString: order.orderIdString };
  }

  /** Cancels all orders of a contract, or of all contracts; waiting ones included. */
  cancelAll(asked: Partial<OfContract> = {}): Promise<void> {
    return repeatPlainly(this.session, [CANCEL_ALL, asked], "Look at the open orders.");
  }

  async getOrder(name: FuturesOrderName): Promise<FuturesOrder> {
    const [order] = await this.session.call<[FuturesOrder]>(GET, name);
    this.#see(order);
    return order;
  }

  /** The newest hundred of a contract, in any state. */
  newestOrders({ contractName }: OfContract): Promise<readonly FuturesOrder[]> {
    return this.session.call(NEWEST, { contractName });
  }

  /** The open orders of a contract, or of all contracts; newest first. */
  openOrders(asked: Partial<OfContract> = {}): Promise<readonly FuturesOrder[]> {
    return this.session.call(OPEN, asked);
  }

  /** Orders that are over, newest first. */
  orderHistory(asked: ContractPage): Promise<readonly EndedFuturesOrder[]> {
    return this.session.call(HISTORY, asked);
  }

  /** The profits of closed positions, of a contract or of all contracts; newest first. */
  profitHistory(asked: Page & Partial<OfContract> = {}): Promise<readonly Profit[]> {
    return this.session.call(PROFITS, asked);
  }

  /** Newest first. */
  myTrades(asked: ContractPage): Promise<readonly FuturesTrade[]> {
    return this.session.call(TRADES, asked);
  }

  setLeverage(asked: Named & OfContract & { readonly nowLevel: number }): Promise<void> {
    return repeatPlainly(this.session, [LEVERAGE, asked], "Set it again.");
  }

  /** 1 cross, 2 isolated. */
  setMarginModel(
    asked: Named & OfContract & { readonly marginModel: PositionType },
  ): Promise<void> {
    return repeatPlainly(this.session, [MARGIN_MODEL, asked], "Set it again.");
  }

  /** Every change of your balances in futures, isolated margins included, newest first. */
  ledger(asked: LedgerAsked<FuturesLedgerEntry["type"]> = {}): Promise<FuturesLedgerPage> {
    return this.session.call(LEDGER, asked);
  }

  /** What a new order would pay; of every contract when none is named. */
  feeRates(asked: Partial<OfContract> = {}): Promise<readonly ContractRates[]> {
    return this.session.call(FEE_RATES, asked);
  }

  /** Leverage and margin mode of a contract, or of all of them, as they stand. */
  userConfig(asked: Partial<OfContract> = {}): Promise<readonly ContractConfig[]> {
    return this.session.call(CONFIG, asked);
  }

  /** Above zero into an isolated position, below zero out of it. */
  async movePositionMargin(
    asked: Named & { readonly positionId: number; readonly amount: Decimal },
  ): Promise<void> {
    const remedy = "Compare the position's holdAmount with that before.";
    await callNamed(this.session, [POSITION_MARGIN, asked], { remedy });
  }

  account(): Promise<FuturesAccount> {
    return this.session.call(ACCOUNT);
  }

  #see({ orderId }: PlacedFuturesOrder): void {
    this.#orderIdSeen = Math.max(this.#orderIdSeen, orderId);
  }

  async #place(endpoint: Endpoint, order: NewFuturesOrder): Promise<PlacedFuturesOrder> {
    const { contractName, clientOrderId = drawClientId() } = order;
    const named = { ...order, clientOrderId };
    const placed = await placeOnce(this.session, {
      endpoint: nameOf(endpoint),
      clientOrderId,
      isDrawn: order.clientOrderId === undefined,
      orderIdSeen: this.#orderIdSeen,
      send: () => this.session.call<PlacedFuturesOrder>(endpoint, named),
      find: () => this.#find({ contractName, clientOrderId }),
      awaitEarlierCommands: () => this.#awaitEarlierCommands(contractName),
    });
    this.#see(placed);
    return placed;
  }

  async #find(name: FuturesOrderName): Promise<Found<PlacedFuturesOrder> | undefined> {
    try {
      const [order] = await this.session.callPatiently<[FuturesOrder]>(GET, name);
      const { orderId, orderIdString, transactTime } = order;
      return { orderId, transactTime, reply: { orderId, orderIdString } };
    } catch (error) {
      if (isCode(error, NO_SUCH_ORDER)) return undefined;
      throw error;
    }
  }

  async #awaitEarlierCommands(contractName: string): Promise<void> {
    try {
      await this.session.callPatiently(CANCEL, { contractName, clientOrderId: drawClientId() });
    } catch (error) {
      if (!isCode(error, NO_SUCH_ORDER)) throw error;
    }
  }
}
