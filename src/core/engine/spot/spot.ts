/**
 * The vocabulary of the spot room: its commands, events, reasons of refusals, and the state it works on.
 */

import { answers, type CommandOf, command } from "../../base/records/command.ts";
import type { Digest } from "../../base/records/digest.ts";
import {
  type FieldValue,
  list,
  oneOf,
  optional,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import type { Book } from "../book/book.ts";
import type { Catalogue, CatalogueEvent, PairId } from "../catalogue/catalogue.ts";
import type { Area } from "../ledger/area.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { EndReason } from "../orders/end-reasons.ts";
import {
  type AskedExtras,
  type AskedInstructions,
  type AskedTactics,
  type AskedTrailing,
  askedExtras,
  askedInstructions,
  askedTactics,
  askedTrailing,
  type SelfTrade,
} from "../orders/instructions.ts";
import type { OpenOrders } from "../orders/open-orders.ts";
import type { OrderId, OrderStatus, PairArea, Side } from "../orders/order.ts";
import { by, type Canceled } from "../orders/order-commands.ts";
import type { OrderEnded, OrderRested } from "../orders/order-events.ts";
import type { OrderListEnded, OrderListOpened, OrderLists } from "../orders/order-lists.ts";
import type { Prices } from "../prices/prices.ts";
import { once, REPEATABLE_REJECTS, repeatable, SIGNED_REJECTS } from "../requests/requests.ts";
import type { UserId, Users } from "../users/users.ts";
import type { Countdowns } from "./countdowns.ts";
import type { OrderDraft } from "./order-draft.ts";
import {
  SETTLEMENT_REJECTS,
  type SettlementAccount,
  type SettlementEvent,
} from "./settlement-account.ts";
import type { Stops } from "./stops.ts";

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

const askedRecord = record(asked);
export type OrderRequest = FieldValue<typeof askedRecord> & {
  readonly instructions?: AskedInstructions | undefined;
  readonly extras?: AskedExtras | undefined;
  readonly tactics?: AskedTactics | undefined;
  readonly trailing?: AskedTrailing | undefined;
};

/** Present only when an order asks for more than a plain one. */
export const instructed = { instructions: optional(askedInstructions) };
export const extended = { extras: optional(askedExtras) };
export const guided = { tactics: optional(askedTactics) };
export const trailed = { trailing: optional(askedTrailing) };

/** The refusals of placing, in the order of the checks (SPOT-CHECK-2 to SPOT-CHECK-14). */
export const PLACE_REJECTS = [
  "rules_too_old",
  "pair_not_found",
  "time_in_force_with_market",
  "self_trade_not_allowed",
  "trigger_in_margin",
  "extras_in_margin",
  "unit_with_limit",
  "slice_cannot_rest",
  "delta_out_of_range",
  "no_last_price",
  "no_range",
  "pair_halted",
  "user_frozen",
  "price_missing",
  "price_not_positive",
  "quantity_not_positive",
  "trigger_price_not_positive",
  "slice_not_positive",
  "price_too_precise",
  "trigger_price_too_precise",
  "quantity_too_precise",
  "quantity_below_min",
  "notional_below_min",
  "quantity_above_max",
  "notional_above_max",
  "slice_too_precise",
  "slice_out_of_bounds",
  "price_out_of_band",
  "client_id_malformed",
  "client_id_used",
  "too_many_open_orders",
  "no_opposite_orders",
  ...SETTLEMENT_REJECTS,
] as const;
export type PlaceReject = (typeof PLACE_REJECTS)[number];

export const CANCEL_REJECTS = ["pair_not_found", "order_not_open"] as const;

/** A spot order may fill one of margin, which repays with what it gets. */
export const PLACE_EVENTS = [
  "Traded",
  "MatchPrevented",
  "OrderRested",
  "OrderEnded",
  "Repaid",
] as const;

export const PlaceOrder = command("PlaceOrder", 40, {
  fields: { ...by, pair: uint, ...asked },
  added: [once, instructed, extended, guided, trailed],
  answer: answers<Placement>(),
  rejects: [...SIGNED_REJECTS, ...PLACE_REJECTS],
  events: PLACE_EVENTS,
});
export type PlaceOrder = CommandOf<typeof PlaceOrder>;
export const PlaceBatch = command("PlaceBatch", 41, {
  fields: { ...by, pair: uint, items: list(askedRecord) },
  added: [
    repeatable,
    { instructions: optional(list(optional(askedInstructions))) },
    { extras: optional(list(optional(askedExtras))) },
    { tactics: optional(list(optional(askedTactics))) },
    { trailing: optional(list(optional(askedTrailing))) },
  ],
  answer: answers<PlacedBatch>(),
  rejects: [...REPEATABLE_REJECTS, "batch_empty", "batch_too_large", ...PLACE_REJECTS],
  events: PLACE_EVENTS,
});
export type PlaceBatch = CommandOf<typeof PlaceBatch>;
/** `order` 0: by client id. */
export const CancelOrder = command("CancelOrder", 42, {
  fields: { ...by, pair: uint, order: uint, clientId: text },
  added: [once],
  answer: answers<Canceled>(),
  rejects: [...SIGNED_REJECTS, ...CANCEL_REJECTS],
  events: ["OrderEnded"],
});
export type CancelOrder = CommandOf<typeof CancelOrder>;
export const CancelBatch = command("CancelBatch", 43, {
  fields: { ...by, pair: uint, orders: list(uint) },
  added: [once],
  answer: answers<CanceledBatch>(),
  rejects: [...SIGNED_REJECTS, "pair_not_found", "batch_empty", "batch_too_large"],
  events: ["OrderEnded"],
});
export type CancelBatch = CommandOf<typeof CancelBatch>;
export const DelistPair = command("DelistPair", 45, {
  fields: { pair: uint, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: ["pair_not_found"],
  events: ["OrderEnded", "Repaid", "PairChanged"],
});
export type DelistPair = CommandOf<typeof DelistPair>;

export interface SpotState {
  /** Which version of the rules holds (CORE-RULES-1). */
  rules: number;
  readonly users: Users;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly orders: OpenOrders;
  /** Of the order that is placed. */
  readonly draft: OrderDraft;
  /** By pair id less one. */
  readonly books: Book[];
  readonly stops: Stops;
  readonly lists: OrderLists;
  readonly countdowns: Countdowns;
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
  readonly makerOrder: OrderId;
  readonly makerUser: UserId;
  readonly makerArea: Area;
  readonly takerOrder: OrderId;
  readonly takerUser: UserId;
  readonly takerArea: Area;
  readonly buyerFee: bigint;
  readonly sellerFee: bigint;
  /** The exchange sold or bought for the taker, in a liquidation (MARG-LIQ-3). */
  readonly isForced: true | undefined;
}

/** SPOT-STP-7: two orders of one user met, and did not trade. */
export interface MatchPrevented {
  readonly type: "MatchPrevented";
  readonly id: number;
  readonly user: UserId;
  readonly pair: PairId;
  /** The price of the resting order. */
  readonly ticks: number;
  /** What the incoming order had asked for. */
  readonly mode: SelfTrade;
  readonly takerSide: Side;
  readonly makerOrder: OrderId;
  readonly makerArea: Area;
  /** What each of them lost. */
  readonly makerLots: number;
  readonly takerOrder: OrderId;
  readonly takerArea: Area;
  readonly takerLots: number;
  readonly timeMs: number;
}

export type SpotEvent =
  | Traded
  | MatchPrevented
  | OrderRested
  | OrderEnded
  | OrderListOpened
  | OrderListEnded
  | SettlementEvent
  | CatalogueEvent;

/** The state of a new order after matching (SPOT-MATCH-7). */
export interface Placement {
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  readonly executed: number;
  readonly timeMs: number;
  /** SPOT-STOP-2: it waits for its trigger. */
  readonly isWaiting?: true;
  /** SPOT-FIELD-4: why it ended. */
  readonly reason?: EndReason;
  /** SPOT-STP-6: the lots that it has lost, of an order that has lost any. */
  readonly prevented?: number;
}

/** SPOT-BATCH-7: an item that was not placed, counted from 0, and the refusal. */
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

/** SPOT-BATCH-4: in the order of the request. */
export interface CanceledBatch {
  readonly canceled: readonly OrderId[];
  readonly failed: readonly OrderId[];
}

export const BATCH_MAX = 10;
