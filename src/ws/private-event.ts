/** What happens to users: the events that private channels are told of, and that are kept for those who come back. */
import type {
  ContractAccountChanged,
  ContractTraded,
  DeficitCovered,
  ForceClosed,
  FuturesLiquidated,
  PositionEnded,
} from "../engine/futures/futures.ts";
import type { MarginEvent } from "../engine/margin/margin.ts";
import type { OrderEnded, OrderRested } from "../engine/orders/order-events.ts";
import type { Traded } from "../engine/spot/spot.ts";

/** The events that concern users. */
export type PrivateEvent =
  | OrderRested
  | OrderEnded
  | Traded
  | ContractTraded
  | ForceClosed
  | PositionEnded
  | ContractAccountChanged
  | FuturesLiquidated
  | DeficitCovered
  | MarginEvent;
