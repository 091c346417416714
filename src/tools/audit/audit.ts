/**
 * What can only be seen while things happen: the trades and ends of orders, followed event by event
 * during a verification. I-4 (an order's trades add up to what it executed), I-6 (what left the
 * traders as fees is what FEE has, and FUT_INSURANCE of liquidations), I-16 (a final order never
 * trades or ends again) and I-17 (ids only grow). What a state shows by itself is in
 * core/engine/invariants/invariants.ts.
 */
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { ContractTraded, ForceClosed } from "../../core/engine/futures/futures.ts";
import type { OrderId, Side } from "../../core/engine/orders/order.ts";
import type { OrderEnded, OrderRested } from "../../core/engine/orders/order-events.ts";
import { type OrderListOpened, orderIdsOf } from "../../core/engine/orders/order-lists.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";
import type { ExchangeState } from "../../core/engine/state.ts";

export class Audit {
  readonly #state: ExchangeState;
  /** Lots that the open orders, and the one being matched, have traded. */
  readonly #traded = new Map<OrderId, number>();
  /** Their sides: of one being matched, that of its trades. */
  readonly #sides = new Map<OrderId, Side>();
  /** What FEE should hold, and what liquidations should have brought, by asset id less one. */
  readonly #fees: bigint[];
  #tradeIdLast: number;
  #orderIdLast: number;
  readonly broken: string[] = [];

  /** Begins at a state whose past is not looked at. */
  constructor(state: ExchangeState) {
    this.#state = state;
    this.#tradeIdLast = state.orders.tradeIdLast;
    this.#orderIdLast = state.orders.orderIdLast;
    this.#fees = feesIn(state);
    for (const { id, executed, side } of state.orders.byId.all()) {
      this.#traded.set(id, executed);
      this.#sides.set(id, side);
    }
  }

  #claim(isTrue: boolean, sentence: string): void {
    if (!isTrue) this.broken.push(sentence);
  }

  see(event: ExchangeEvent): void {
    if (event.type === "Traded") this.#seeTrade(event);
    else if (event.type === "ContractTraded") this.#seeContractTrade(event);
    else if (event.type === "ForceClosed") this.#seeForced(event);
    else if (event.type === "OrderRested") this.#seeRest(event);
    else if (event.type === "OrderEnded") this.#seeEnd(event);
    else if (event.type === "OrderListOpened") this.#seeList(event);
  }

  /** SPOT-LIST-7: all its orders have their ids before any of them stands or trades, in whichever order they then do. */
  #seeList(list: OrderListOpened): void {
    for (const id of orderIdsOf(list)) this.#meet(id);
  }

  /** A new order has a new id; any other must be open. */
  #meet(id: OrderId): number {
    const known = this.#traded.get(id);
    if (known !== undefined) return known;
    this.#meetId(id);
    this.#traded.set(id, 0);
    return 0;
  }

  #seeRest({ id, side }: OrderRested): void {
    this.#meet(id);
    this.#seeSide(id, side);
  }

  /** An order buys or sells, in every trade and from its beginning to its end. */
  #seeSide(id: OrderId, side: Side): void {
    const known = this.#sides.get(id) ?? side;
    this.#claim(known === side, `I-4 order ${id} has one side`);
    this.#sides.set(id, side);
  }

  #meetId(id: number): void {
    this.#claim(id > this.#orderIdLast, `I-16 I-17 order ${id} is open or new`);
    this.#orderIdLast = Math.max(this.#orderIdLast, id);
  }

  #meetTradeId(id: number): void {
    this.#claim(id > this.#tradeIdLast, `I-17 trade ${id} comes after ${this.#tradeIdLast}`);
    this.#tradeIdLast = id;
  }

  #seeTrade(trade: Traded): void {
    this.#seeSides(trade);
    const { base = 0, quote = 0 } = this.#state.catalogue.pairs[trade.pair - 1] ?? {};
    this.#pay(base, trade.buyerFee);
    this.#pay(quote, trade.sellerFee);
  }

  #seeContractTrade(trade: ContractTraded): void {
    this.#seeSides(trade);
    const { marginCoin = 0 } = this.#state.catalogue.contracts[trade.contract - 1] ?? {};
    this.#pay(marginCoin, trade.makerFee + trade.takerFee);
  }

  #seeSides({ id, lots, makerOrder, takerOrder, takerSide }: Traded | ContractTraded): void {
    this.#meetTradeId(id);
    const isOpen = this.#traded.has(makerOrder);
    this.#claim(isOpen, `I-16 the maker ${makerOrder} of trade ${id} is open`);
    this.#claim(makerOrder !== takerOrder, `I-4 trade ${id} has two sides`);
    for (const order of [makerOrder, takerOrder]) {
      // The liquidation engine has no orders, only trades.
      if (order !== 0) this.#traded.set(order, this.#meet(order) + lots);
    }
    if (makerOrder !== 0) this.#seeSide(makerOrder, takerSide === "buy" ? "sell" : "buy");
    if (takerOrder !== 0) this.#seeSide(takerOrder, takerSide);
  }

  #pay(asset: number, fee: bigint): void {
    this.#fees[asset - 1] = (this.#fees[asset - 1] ?? 0n) + fee;
  }

  /** HIST-FORCED-1: an order and a trade that only their owner sees. */
  #seeForced({ orderId, tradeId }: ForceClosed): void {
    this.#meetId(orderId);
    this.#meetTradeId(tradeId);
  }

  #seeEnd({ id, executed, side }: OrderEnded): void {
    const traded = this.#meet(id);
    this.#seeSide(id, side);
    this.#claim(traded === executed, `I-4 the trades of order ${id} add up`);
    this.#traded.delete(id);
    this.#sides.delete(id);
  }

  /** Between two batches: what was followed equals what the state says. */
  compare(): void {
    const { orders } = this.#state;
    feesIn(this.#state).forEach((fee, index) => {
      this.#claim(fee === (this.#fees[index] ?? 0n), `I-6 FEE of asset ${index + 1} is all fees`);
    });
    this.#claim(this.#traded.size === orders.byId.size, "I-16 every open order was followed");
    this.#claim(this.#orderIdLast <= orders.orderIdLast, "I-17 the order ids were given out");
  }
}

/** By asset id less one: FEE, and the fees of liquidations, which FUT_INSURANCE got. */
function feesIn({ ledger, futures }: ExchangeState): bigint[] {
  const fees = ledger.houses.map(({ fee }) => fee);
  for (const { contract, totals } of futures.markets) {
    const at = contract.marginCoin - 1;
    fees[at] = (fees[at] ?? 0n) + totals.liquidationFees;
  }
  return fees;
}
