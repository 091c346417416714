/** An order on a pair as the referee follows it: the rates it came with, and the sums of its trades (I-4). */
import type { OrderStatus } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import { claim } from "./claim.ts";
import { type Trail, trailOf } from "./trail.ts";

export interface Watched {
  readonly order: OrderDetails;
  readonly makerRate: number;
  readonly takerRate: number;
  executed: bigint;
  /** SPOT-STP-6: what it lost to its user's own orders. */
  prevented: bigint;
  traded: bigint;
  status: OrderStatus | "matching";
  /** A stop whose price has come. */
  isTriggered: boolean;
  /** Of a stop that trails, or is to. */
  readonly trail: Trail | undefined;
  /** It comes to the book later than its id was given, so that its place has a number of its own (SPOT-STOP-5). */
  isLate: boolean;
}

export function newWatched(order: OrderDetails, rates: Pick<Watched, "makerRate" | "takerRate">) {
  const watched: Watched = {
    order,
    makerRate: rates.makerRate,
    takerRate: rates.takerRate,
    executed: 0n,
    prevented: 0n,
    traded: 0n,
    status: "matching",
    isTriggered: false,
    trail: trailOf(order),
    isLate: false,
  };
  return watched;
}

export function isOpen(status: Watched["status"]): boolean {
  return status === "new" || status === "partially_filled" || status === "pending";
}

export function addFill(watched: Watched, { ticks, lots }: Traded): void {
  watched.executed += BigInt(lots);
  watched.traded += BigInt(ticks) * BigInt(lots);
}

/** I-4: an order has executed what its trades add up to, and never more than it asked for. */
export function checkSums(watched: Watched, order: OrderDetails): void {
  const isSum = watched.executed === BigInt(order.executed) && watched.traded === order.traded;
  claim(isSum, `I-4 order ${order.id} has executed the sum of its trades`);
  const isLoss = watched.prevented === BigInt(order.instructions?.prevented ?? 0);
  claim(isLoss, `SPOT-STP-6 order ${order.id} has lost ${watched.prevented}`);
  const isAmount = order.budget > 0n;
  const isWithin = isAmount ? order.traded <= order.budget : order.executed <= order.lots;
  claim(isWithin, `I-4 order ${order.id} has executed at most what it asked for`);
}
