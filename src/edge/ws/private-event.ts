/** What happens to users: the events that private channels are told of, and that are kept for those who come back. */
import type {
  ContractAccountChanged,
  ContractTraded,
  DeficitCovered,
  ForceClosed,
  FuturesLiquidated,
  PositionEnded,
} from "../../core/engine/futures/futures.ts";
import type { MarginEvent } from "../../core/engine/margin/margin.ts";
import type { OrderEnded, OrderRested } from "../../core/engine/orders/order-events.ts";
import type { OrderListEnded, OrderListOpened } from "../../core/engine/orders/order-lists.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";

/** The events that concern users. */
export type PrivateEvent =
  | OrderRested
  | OrderEnded
  | OrderListOpened
  | OrderListEnded
  | Traded
  | ContractTraded
  | ForceClosed
  | PositionEnded
  | ContractAccountChanged
  | FuturesLiquidated
  | DeficitCovered
  | MarginEvent;
