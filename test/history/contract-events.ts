/** Events of contracts as plain facts, for the code that keeps or shows them. */
import type {
  ContractTraded,
  ForceClosed,
  FundingSettled,
  PositionEnded,
} from "../../src/core/engine/futures/futures.ts";
import type { FuturesTerms, Order } from "../../src/core/engine/orders/order.ts";
import type { OrderEnded } from "../../src/core/engine/orders/order-events.ts";
import { endedEvent } from "../support/order-event.ts";
import { someOrder } from "../views/trade-tape.ts";

const RATES = { openMakerRate: 1, openTakerRate: 2, closeMakerRate: -3, closeTakerRate: 4 };

export const TERMS: FuturesTerms = {
  action: "open",
  mode: "isolated",
  leverage: 25,
  timeInForce: "ioc",
  trigger: "stop_gain",
  triggerTicks: 77,
  isWaiting: false,
  rates: RATES,
  frozen: 0n,
};

export function someFuturesOrder(changes: Partial<Order> = {}): Order {
  return someOrder({ area: "futures", futures: TERMS, ...changes });
}

export function endedFuturesOrder(id: number, changes: Partial<Order> = {}): OrderEnded {
  const order = someFuturesOrder({ id, ...changes });
  return endedEvent(order, { status: "canceled" }, 1_000 + id);
}

export function contractTrade(changes: Partial<ContractTraded> = {}): ContractTraded {
  return {
    type: "ContractTraded",
    id: 1,
    contract: 1,
    ticks: 10,
    lots: 2,
    value: 20n,
    timeMs: 500,
    takerSide: "buy",
    makerOrder: 10,
    makerUser: 1,
    takerOrder: 11,
    takerUser: 2,
    makerFee: -1n,
    takerFee: 3n,
    isForced: undefined,
    ...changes,
  };
}

export function forceClosed(changes: Partial<ForceClosed> = {}): ForceClosed {
  return {
    type: "ForceClosed",
    reason: "takeover",
    orderId: 20,
    tradeId: 6,
    user: 1,
    contract: 1,
    side: "sell",
    mode: "cross",
    leverage: 50,
    lots: 3,
    value: 31n,
    price: 1_033_333_333n,
    timeMs: 700,
    ...changes,
  };
}

export function positionEnded(changes: Partial<PositionEnded> = {}): PositionEnded {
  return {
    type: "PositionEnded",
    id: 1,
    positionId: 41,
    user: 1,
    contract: 1,
    side: "buy",
    mode: "isolated",
    leverage: 20,
    openPrice: 101n,
    openEndPrice: 102n,
    closeVolume: 103n,
    closeProfit: -104n,
    settleProfit: 105n,
    tradeFee: -106n,
    fundingReceived: 107n,
    realized: -103n,
    startedAtMs: 300,
    timeMs: 900,
    ...changes,
  };
}

export function fundingSettled(changes: Partial<FundingSettled> = {}): FundingSettled {
  return {
    type: "FundingSettled",
    contract: 1,
    rate: -1_250,
    markTicks: 500_001,
    positions: 2,
    dueMs: 28_800_000,
    timeMs: 28_800_004,
    ...changes,
  };
}
