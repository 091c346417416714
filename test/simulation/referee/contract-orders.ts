/**
 * Watches the orders of futures: the best price and the oldest order there trade first, no order
 * trades beyond its limit or against its time in force, trades add up (I-4), ids grow (I-17),
 * and what has ended is not seen again (I-16). Conditions keep their ids when their price comes.
 */
import { present } from "../../../src/core/base/assert.ts";
import type { ContractTraded, ForceClosed } from "../../../src/core/engine/futures/futures.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import type {
  OrderDetails,
  OrderEnded,
  OrderRested,
} from "../../../src/core/engine/orders/order-events.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { liveOrder } from "../../support/live-order.ts";
import { claim } from "./claim.ts";

interface Sums {
  executed: bigint;
  traded: bigint;
}

export class ContractOrders {
  private readonly state: ExchangeState;
  private readonly resting = new Map<number, Order>();
  private readonly sums = new Map<number, Sums>();
  private readonly ended = new Set<number>();

  constructor(state: ExchangeState) {
    this.state = state;
  }

  trade(
    trade: ContractTraded,
    { maker, taker }: { readonly maker: Order; readonly taker: OrderDetails },
    isForced: boolean,
  ): void {
    const { ticks } = trade;
    this.checkTurn(maker);
    const isOwn = maker.user === taker.user;
    const { selfTrade } = present(this.state.catalogue.contracts[trade.contract - 1], "contract");
    claim(isForced || !isOwn || selfTrade === "none", "FUT-STP-1 nobody meets himself");
    const isWithin = taker.side === "buy" ? ticks <= taker.ticks : ticks >= taker.ticks;
    claim(taker.kind === "market" || isWithin, `order ${taker.id} trades within its limit`);
    claim(taker.futures?.timeInForce !== "post_only", `FUT-TIF-3 order ${taker.id} takes nothing`);
    claim(maker.side !== taker.side && trade.takerSide === taker.side, "I-4 one buys, one sells");
    this.checkSums(maker, this.add(maker, trade));
    const isRest = maker.executed + maker.remaining === maker.lots;
    claim(isRest, `I-4 maker ${maker.id} has left what it has not executed`);
    if (taker.user > 0) this.add(taker, trade);
  }

  /** FUT-MATCH-1: no order stands before it. */
  private checkTurn(maker: Order): void {
    claim(this.isKnown(maker), `I-16 maker ${maker.id} is open`);
    for (const order of this.resting.values()) {
      if (order.market !== maker.market || order.side !== maker.side) continue;
      const isBetter = maker.side === "buy" ? order.ticks > maker.ticks : order.ticks < maker.ticks;
      const isOlder = order.ticks === maker.ticks && order.id < maker.id;
      claim(!isBetter && !isOlder, `FUT-MATCH-1 order ${order.id} comes before ${maker.id}`);
    }
  }

  /** I-4 */
  private add(order: OrderDetails, { lots, value }: ContractTraded): Sums {
    claim(!this.ended.has(order.id), `I-16 order ${order.id} has ended`);
    const sums = this.sums.get(order.id) ?? { executed: 0n, traded: 0n };
    sums.executed += BigInt(lots);
    sums.traded += value;
    this.sums.set(order.id, sums);
    return sums;
  }

  /** I-4, of a taker when its trades are made. */
  private checkSums(order: OrderDetails, sums: Sums = { executed: 0n, traded: 0n }): void {
    const isSum = sums.executed === BigInt(order.executed) && sums.traded === order.traded;
    claim(isSum, `I-4 order ${order.id} has executed the sum of its trades`);
    const isValue = order.kind === "market" && order.futures?.action === "open";
    const isMost = isValue ? order.traded <= order.budget : order.executed <= order.lots;
    claim(isMost, `I-4 order ${order.id} has executed at most what it asked for`);
  }

  rest({ id }: OrderRested): void {
    const order = present(this.state.orders.byId.get(id), `order ${id}`);
    const { timeInForce, isWaiting } = order.futures ?? {};
    if (isWaiting) return; // It stands nowhere yet.
    const mayRest =
      order.kind === "limit" && (timeInForce === "gtc" || timeInForce === "post_only");
    claim(mayRest && order.remaining > 0, `FUT-TIF-1 order ${order.id} rests`);
    claim(!this.ended.has(order.id), `I-16 order ${order.id} has not ended`);
    const isRest = order.executed + order.remaining === order.lots;
    claim(isRest, `I-4 order ${order.id} rests with what it has not executed`);
    this.checkSums(order, this.sums.get(order.id));
    const { byId } = this.state.orders;
    this.resting.set(order.id, liveOrder(byId, byId.find(id)));
  }

  /** Whether the order rests, as the one that came to rest under its id. */
  private isKnown(order: Order): boolean {
    const known = this.resting.get(order.id);
    return known?.id === order.id && known.remaining === order.remaining;
  }

  end(order: OrderEnded): void {
    const { id, status, lots, executed, futures } = order;
    claim(!this.ended.has(id), `I-16 order ${id} ends once`);
    this.checkSums(order, this.sums.get(id));
    const isWhole = executed === lots || order.kind === "market";
    claim(status !== "filled" || (executed > 0 && isWhole), `I-16 order ${id} is filled`);
    claim(status !== "rejected" || executed === 0, `I-16 rejected order ${id} executed nothing`);
    const isKilled = futures?.timeInForce === "fok" && status === "canceled" && order.user > 0;
    claim(!isKilled || executed === 0, `FUT-TIF-2 order ${id} is filled whole or not at all`);
    this.resting.delete(id);
    this.ended.add(id);
  }

  /** The order of the record has an id of its own. */
  force({ orderId }: ForceClosed): void {
    claim(!this.ended.has(orderId) && !this.sums.has(orderId), `I-17 order id ${orderId} is new`);
    this.ended.add(orderId);
  }

  inspect(): void {
    let open = 0;
    for (const order of this.state.orders.byId.sorted()) {
      if (order.area !== "futures" || order.futures?.isWaiting) continue;
      claim(this.isKnown(order), `I-5 order ${order.id} rests`);
      open++;
    }
    claim(open === this.resting.size, "I-5 what rests is open");
  }
}
