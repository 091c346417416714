/**
 * The two orders of a trade. A trade tells their ids: the maker is open, so the state has it; the taker
 * rests or ends only when its trades are made, so its terms are read from the events of a twin that has
 * carried the command out already.
 */
import { present } from "../../../src/core/base/assert.ts";
import type { PairFeeRates } from "../../../src/core/engine/catalogue/user-fees.ts";
import type { ExchangeEvent } from "../../../src/core/engine/events.ts";
import type { ContractTraded } from "../../../src/core/engine/futures/futures.ts";
import { newOrder, type Order, type OrderId } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails, OrderEvent } from "../../../src/core/engine/orders/order-events.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { restedEvent } from "../../support/order-event.ts";
import type { Party } from "./accounts.ts";
import { isForItsList } from "./watched-list.ts";

export class TradingOrders {
  private readonly state: ExchangeState;
  private readonly coming = new Map<OrderId, OrderEvent>();
  private events: readonly ExchangeEvent[] = [];

  constructor(state: ExchangeState) {
    this.state = state;
  }

  /** What the command is going to do, as a twin told it. The last of an order has its terms after a trigger. */
  begin(events: readonly ExchangeEvent[]): void {
    this.coming.clear();
    this.events = events;
    for (const event of events) {
      if (event.type === "OrderRested" || event.type === "OrderEnded") {
        this.coming.set(event.id, event);
      }
    }
  }

  /** The order that is matched when the event of this number happens: the next of which anything is told, and no maker. */
  takerAfter(at: number, isMaker: (id: OrderId) => boolean): OrderEvent {
    for (const event of this.events.slice(at)) {
      const isOrder = event.type === "OrderRested" || event.type === "OrderEnded";
      if (!isOrder && event.type !== "Traded") continue;
      if (event.type === "OrderEnded" && isForItsList(event)) continue;
      const id = isOrder ? event.id : event.takerOrder;
      if (!isMaker(id)) return present(this.coming.get(id), `taker ${id}`);
    }
    throw new Error("an order is being matched");
  }

  /** What comes of an order that meets the book. */
  comingOf(id: OrderId): OrderEvent {
    return present(this.coming.get(id), `taker ${id}`);
  }

  makerOf({ makerOrder }: Traded | ContractTraded): Order {
    return present(this.state.orders.byId.get(makerOrder), `maker ${makerOrder}`);
  }

  takerOf(trade: Traded | ContractTraded): OrderEvent {
    const { takerOrder, takerUser: user, takerSide: side, ticks, lots } = trade;
    if (user > 0) return present(this.coming.get(takerOrder), `taker ${takerOrder}`);
    // The liquidation engine has no order.
    const market = "contract" in trade ? trade.contract : trade.pair;
    return restedEvent(newOrder({ user, area: "futures", market, side, ticks, lots }));
  }
}

/** What a trade itself tells of an order in it. */
export type TradeSide = Pick<OrderDetails, "id" | "user" | "area" | "market" | "side">;

export function takingSide(trade: Traded): TradeSide {
  const { takerOrder: id, takerUser: user, takerArea: area, pair: market, takerSide: side } = trade;
  return { id, user, area, market, side };
}

export function makingSide(trade: Traded): TradeSide {
  const { makerOrder: id, makerUser: user, makerArea: area, pair: market, takerSide } = trade;
  return { id, user, area, market, side: takerSide === "buy" ? "sell" : "buy" };
}

/** SPOT-FEE-2: the rates that the user was given at the pair, or the pair's own. */
export function ratesOf(
  { catalogue: { userFees } }: ExchangeState,
  { user, market }: Pick<OrderDetails, "user" | "market">,
  pair: PairFeeRates,
): PairFeeRates {
  return userFees.pairs[market - 1]?.get(user) ?? pair;
}

export function partyOf({ area, user }: TradeSide, rate: number): Party {
  return { area, user, rate };
}
