/**
 * The words of the spot room: its commands, events, reasons for a no, and what it works on.
 */
import type { Digest } from "../../base/digest.ts";
import {
  type CommandOf,
  command,
  extended,
  list,
  oneOf,
  record,
  text,
  uint,
} from "../../base/record.ts";
import type { Book } from "../book/book.ts";
import type { Catalogue, CatalogueEvent, PairId } from "../catalogue/catalogue.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { OpenOrders } from "../orders/open-orders.ts";
import type { Order, OrderId, OrderStatus, PairArea, Side } from "../orders/order.ts";
import type { Prices } from "../prices/prices.ts";
import { once, repeatable } from "../requests/requests.ts";
import type { UserId, Users } from "../users/users.ts";
import type { SettlementAccount, SettlementEvent, SettlementReject } from "./settlement-account.ts";

/** What an order asks for. Price and quantity are decimal text, exactly as the user wrote them. */
export const asked = {
  side: oneOf("buy", "sell"),
  kind: oneOf("limit", "market"),
  /** Lots to trade; for a market buy the amount of the quote asset to spend. */
  quantity: text,
  /** Empty when none was sent; ignored for a market order. */
  price: text,
  /** Empty when none was sent. */
  clientId: text,
};

/** Who asks: the user, the key that signed, the request it came with. */
export const by = { user: uint, key: uint, request: uint };

const askedRecord = record(asked);
export type OrderRequest = CommandOf<typeof askedRecord>;

export const PlaceOrder = extended("PlaceOrder", 40, {
  first: { ...by, pair: uint, ...asked },
  added: once,
});
export type PlaceOrder = CommandOf<typeof PlaceOrder>;
export const PlaceBatch = extended("PlaceBatch", 41, {
  first: { ...by, pair: uint, items: list(askedRecord) },
  added: repeatable,
});
export type PlaceBatch = CommandOf<typeof PlaceBatch>;
/** `order` 0: by client id. */
export const CancelOrder = extended("CancelOrder", 42, {
  first: { ...by, pair: uint, order: uint, clientId: text },
  added: once,
});
export type CancelOrder = CommandOf<typeof CancelOrder>;
export const CancelBatch = extended("CancelBatch", 43, {
  first: { ...by, pair: uint, orders: list(uint) },
  added: once,
});
export type CancelBatch = CommandOf<typeof CancelBatch>;
export const CancelByOperator = command("CancelByOperator", 44, { order: uint, request: uint });
export type CancelByOperator = CommandOf<typeof CancelByOperator>;
export const DelistPair = command("DelistPair", 45, { pair: uint, request: uint });
export type DelistPair = CommandOf<typeof DelistPair>;

export interface SpotState {
  readonly users: Users;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly orders: OpenOrders;
  /** By pair id less one. */
  readonly books: Book[];
  readonly prices: Prices;
  readonly settlementAccounts: Readonly<Record<PairArea, SettlementAccount>>;
  readonly digest: Digest;
}

/** SPOT-SETTLE-5: one trade, with both sides of it. */
export interface Traded {
  readonly type: "Traded";
  readonly id: number;
  readonly pair: PairId;
  readonly ticks: number;
  readonly lots: number;
  readonly timeMs: number;
  readonly takerSide: Side;
  readonly maker: Order;
  readonly taker: Order;
  readonly buyerFee: bigint;
  readonly sellerFee: bigint;
  /** The exchange sold or bought for the taker, in a liquidation (MARG-LIQ-3). */
  readonly isForced?: true | undefined;
}

/** An order came to rest. `order` is the engine's own: read it now, it goes on changing. */
export interface OrderRested {
  readonly type: "OrderRested";
  readonly order: Order;
}

/** Why an order ended, where its status does not tell: its amount did not pay for one step. */
export type EndReason = "below_one_step";

/** An order is over, and does not change any more. */
export interface OrderEnded {
  readonly type: "OrderEnded";
  readonly order: Order;
  readonly status: OrderStatus;
  readonly timeMs: number;
  /** The exchange placed it, in a liquidation (MARG-LIQ-3, FUT-LIQ-2). */
  readonly isForced?: true | undefined;
  readonly reason?: EndReason | undefined;
}

export type SpotEvent = Traded | OrderRested | OrderEnded | SettlementEvent | CatalogueEvent;

/** The no's of placing, in the order of the questions (SPOT-CHECK-2 to SPOT-CHECK-14). */
export type PlaceReject =
  | "pair_not_found"
  | "pair_halted"
  | "user_frozen"
  | "price_missing"
  | "price_not_positive"
  | "quantity_not_positive"
  | "price_too_precise"
  | "quantity_too_precise"
  | "quantity_below_min"
  | "notional_below_min"
  | "quantity_above_max"
  | "notional_above_max"
  | "price_out_of_band"
  | "client_id_malformed"
  | "client_id_used"
  | "too_many_open_orders"
  | "no_opposite_orders"
  | SettlementReject;

export type BatchReject = PlaceReject | "batch_empty" | "batch_too_large";

export type CancelReject = "order_not_open" | "pair_not_found" | "batch_empty" | "batch_too_large";

/** The state of a new order after matching (SPOT-MATCH-7). */
export interface Placement {
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  readonly executed: number;
  readonly timeMs: number;
}

/** SPOT-BATCH-7: an item that was not placed, counted from 0, and the no. */
export interface RejectedItem {
  readonly index: number;
  readonly reason: PlaceReject;
  readonly had?: string;
  readonly needed?: string;
}

/** One id for each item, in their order; `rejected` is unknown of a batch of older rules (SPOT-BATCH-7). */
export interface PlacedBatch {
  readonly orderIds: readonly OrderId[];
  readonly rejected: readonly RejectedItem[] | undefined;
}

export interface Canceled {
  readonly orderId: OrderId;
  readonly clientId: string;
  readonly user: UserId;
}

export const BATCH_MAX = 10;
