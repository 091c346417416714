/**
 * The orders of the demo's traders on a contract, one command each. A position on the other side is
 * closed before anything is opened, and from a certain size on nothing more is opened: so the traders
 * always come back to small positions, however long they trade.
 */

import type { Draws } from "../../../core/base/draws.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Action, Order, Side } from "../../../core/engine/orders/order.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import { formatSteps } from "../../../core/money/decimal.ts";
import { NO_REQUEST } from "../ensure.ts";
import type { Quote } from "./quotes.ts";
import { isTakeable } from "./reach.ts";
import { differenceOf } from "./requote.ts";
import type { Trader } from "./traders.ts";

/** A trader at a contract. */
export interface ContractDesk {
  readonly trader: Trader;
  readonly contract: Contract;
  /** The smallest order. */
  readonly lotsMin: number;
  /** The most to hold of one side, with what waits to be opened. */
  readonly heldMax: number;
}

/** As many orders as one trader has on a book, three levels a side. */
const CANCELS_MAX = 6;

/** Cancels what is out of place, then places what is missing. */
export function requoteContract(
  state: ExchangeState,
  desk: ContractDesk,
  { own, wanted, draws }: { own: readonly Order[]; wanted: readonly Quote[]; draws: Draws },
): Command[] {
  const { stale, missing } = differenceOf(own, wanted);
  return [
    ...cancelCommands(desk, stale.slice(0, CANCELS_MAX)),
    ...placeCommands(state, desk, { quotes: missing, draws }),
  ];
}

export function cancelCommands(
  { trader, contract }: Pick<ContractDesk, "trader" | "contract">,
  orders: readonly Order[],
): Command[] {
  const by = { ...trader, request: NO_REQUEST, contract: contract.id };
  return orders.map(({ id: order }) => ({
    type: "CancelFuturesOrder",
    ...by,
    order,
    clientId: "",
  }));
}

/** An order of the usual size for each quote that there is room for. */
export function placeCommands(
  state: ExchangeState,
  desk: ContractDesk,
  { quotes, draws }: { quotes: readonly Quote[]; draws: Draws },
): Command[] {
  const { lotsMin } = desk;
  const room = new Room(state, desk);
  return quotes.flatMap((quote) => {
    const lots = lotsMin + draws.below(2 * lotsMin + 1);
    return orderOf(desk, room, { ...quote, lots, timeInForce: "gtc" }) ?? [];
  });
}

/** The largest trade is the square of it times the smallest. */
const GROWTH = 12;

interface Taking {
  readonly draws: Draws;
  readonly isGood: (ticks: number) => boolean;
  /** So many ticks worse is still taken: the best price may have moved when the order arrives. */
  readonly leeway?: number;
}

/** A small trade at the best price, or none where there are no quotes or the price is not a good one. */
export function takeContract(
  state: ExchangeState,
  desk: ContractDesk,
  { draws, isGood, leeway = 0 }: Taking,
): Command[] {
  const { contract, lotsMin, heldMax } = desk;
  const drawn = draws.below(2) === 0 ? "buy" : "sell";
  const lots = lotsMin * (draws.below(GROWTH) + 1) ** 2;
  const room = new Room(state, desk);
  // A trader that holds enough of one side trades on the other.
  const side = room.heldBy(drawn) + lots > heldMax ? opposite(drawn) : drawn;
  const { book, mark = 0 } = state.futures.markets[contract.id - 1] ?? {};
  const best = side === "buy" ? book?.asks.best : book?.bids.best;
  if (!best || !isTakeable(best.ticks, mark) || !isGood(best.ticks)) return [];
  const ticks = side === "buy" ? best.ticks + leeway : best.ticks - leeway;
  const order = orderOf(desk, room, { side, ticks, lots, timeInForce: "ioc" });
  return order ? [order] : [];
}

interface Wish extends Quote {
  readonly lots: number;
  readonly timeInForce: "gtc" | "ioc";
}

/** Closes what it can of the other side, or opens; undefined when there is no room for it. */
function orderOf(
  { trader, contract, lotsMin, heldMax }: ContractDesk,
  room: Room,
  { side, ticks, lots: lotsMax, timeInForce }: Wish,
): Command | undefined {
  const closable = room.closableBy(side);
  const action: Action = closable >= lotsMin ? "close" : "open";
  const lots = action === "close" ? Math.min(lotsMax, closable) : lotsMax;
  if (action === "open" && room.heldBy(side) + lots > heldMax) return undefined;
  room.claim(side, action, lots);
  return {
    type: "PlaceFuturesOrder",
    ...trader,
    request: NO_REQUEST,
    contract: contract.id,
    side,
    kind: "limit",
    action,
    mode: "cross",
    timeInForce,
    quantity: `${lots}`,
    price: formatSteps(ticks, contract.pricePrecision),
    trigger: "none",
    triggerPrice: "",
    clientId: "",
  };
}

/** What a trader may still close and has opened, the orders counted that it is about to send. */
class Room {
  readonly #closable: Record<Side, number>;
  readonly #held: Record<Side, number>;

  constructor({ futures }: ExchangeState, { trader: { user }, contract }: ContractDesk) {
    const contractAccount = futures.contractAccounts
      .get(user)
      ?.find(({ market }) => market.contract.id === contract.id);
    const { long, short, openingLong, openingShort } = contractAccount ?? {};
    this.#closable = {
      buy: (short?.volume ?? 0) - (short?.pending ?? 0),
      sell: (long?.volume ?? 0) - (long?.pending ?? 0),
    };
    this.#held = {
      buy: (long?.volume ?? 0) + (openingLong?.lots ?? 0),
      sell: (short?.volume ?? 0) + (openingShort?.lots ?? 0),
    };
  }

  closableBy(side: Side): number {
    return this.#closable[side];
  }

  heldBy(side: Side): number {
    return this.#held[side];
  }

  claim(side: Side, action: Action, lots: number): void {
    if (action === "close") this.#closable[side] -= lots;
    else this.#held[side] += lots;
  }
}

function opposite(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}
