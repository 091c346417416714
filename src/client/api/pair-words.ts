/** Spot and margin in the words of the API. Money is decimal text both ways; ids and times are numbers. */
import type { ValueOf } from "../../contract/field.ts";
import type {
  BALANCE,
  MARGIN_ACCOUNT,
  MARGIN_BALANCE,
  SYMBOL_RATES,
} from "../../contract/pairs/account.ts";
import type { PLACED_BATCH, REJECTED_ITEM } from "../../contract/pairs/batch.ts";
import type { OWN_TRADE, PREVENTED_MATCH } from "../../contract/pairs/histories.ts";
import type {
  LEDGER_ENTRY,
  LEDGER_PAGE,
  MARGIN_LEDGER_ENTRY,
  MARGIN_LEDGER_PAGE,
} from "../../contract/pairs/ledger.ts";
import type { CANCELED_ALL, COUNTDOWN, REPLACED_ORDER } from "../../contract/pairs/manage.ts";
import type {
  CANCELED_LIST,
  KEPT_LIST,
  OPEN_LIST,
  PLACED_LIST,
  QUERIED_LIST,
} from "../../contract/pairs/order-lists.ts";
import type {
  CANCELED_ORDER,
  ENDED_MARGIN_ORDER,
  FORCED,
  ORDER,
  PLACED_ORDER,
} from "../../contract/pairs/order-shapes.ts";
import type { Named } from "./repeatable.ts";

/** `-?digits[.digits]`, exact. */
export type Decimal = string;
export type Side = ValueOf<typeof PLACED_ORDER>["side"];

/** A limit order has a price; a market buy has as its volume what it may spend. */
export type OrderType =
  | { readonly type: "LIMIT"; readonly price: Decimal }
  | { readonly type: "MARKET"; readonly price?: undefined };

export type PairTimeInForce = NonNullable<ValueOf<typeof PLACED_ORDER>["timeInForce"]>;
export type VolumeUnit = NonNullable<ValueOf<typeof PLACED_ORDER>["volumeUnit"]>;
export type SelfTradeMode = NonNullable<ValueOf<typeof PLACED_ORDER>["selfTrade"]>;

/** What an order may ask for beyond the documents; all of it may be left out. */
export interface OrderInstructions {
  readonly timeInForce?: PairTimeInForce | undefined;
  /** What happens when it would trade with one of your own; as the symbol says when left out. */
  readonly selfTrade?: SelfTradeMode | undefined;
  /** Makes it a stop, in spot only: it waits until the last price has risen or fallen to it. */
  readonly triggerPrice?: Decimal | undefined;
  /** Shows so much at a time, in spot only: of a limit order that may rest. */
  readonly icebergQty?: Decimal | undefined;
  /** Makes it a stop that trails the last price by so many basis points, in spot only: at once, or once that price has come to its triggerPrice. */
  readonly trailingDelta?: number | undefined;
  /** What the volume of a market order of spot counts; a buy spends QUOTE and a sell gives BASE when left out. */
  readonly volumeUnit?: VolumeUnit | undefined;
}

export type NewOrder = OrderType &
  OrderInstructions & {
    readonly symbol: string;
    readonly side: Side;
    readonly volume: Decimal;
    /** Your own name for it, 1 to 64 characters; drawn if you give none. */
    readonly newClientOrderId?: string | undefined;
  };

export type BatchItem = OrderInstructions & {
  readonly side: Side;
  readonly volume: Decimal;
  readonly newClientOrderId?: string | undefined;
} & (
    | { readonly batchType: "LIMIT"; readonly price: Decimal }
    | { readonly batchType: "MARKET"; readonly price?: undefined }
  );

export interface NewBatch extends Named {
  readonly symbol: string;
  /** Up to ten. */
  readonly orders: readonly BatchItem[];
}

export interface NewOrderList {
  readonly symbol: string;
  readonly listType: ValueOf<typeof PLACED_LIST>["listType"];
  /** The legs of an OCO; of the others the first order, then the legs. */
  readonly orders: readonly BatchItem[];
  readonly listClientOrderId?: string | undefined;
}

export type PlacedOrderList = ValueOf<typeof PLACED_LIST>;
export type CanceledOrderList = ValueOf<typeof CANCELED_LIST>;
export type OpenOrderList = ValueOf<typeof OPEN_LIST>;
export type OrderList = ValueOf<typeof QUERIED_LIST>;
export type KeptOrderList = ValueOf<typeof KEPT_LIST>;

/** A list is named by its id or by its client id. */
export type OrderListName = { readonly symbol: string } & (
  | { readonly orderListId: number | string; readonly listClientOrderId?: undefined }
  | { readonly listClientOrderId: string; readonly orderListId?: undefined }
);

/** One id for each item, in their order. */
export type PlacedBatch = ValueOf<typeof PLACED_BATCH>;

export type RejectedItem = ValueOf<typeof REJECTED_ITEM>;

/** The order to replace, by its id or by its client id, and all of the order in its place. */
export type Replacement = NewOrder & {
  /** Whether an order that is not open any more stops the new one, which it does when this is left out. */
  readonly cancelReplaceMode?: "STOP_ON_FAILURE" | "ALLOW_FAILURE" | undefined;
} & (
    | { readonly cancelOrderId: number | string; readonly cancelClientOrderId?: undefined }
    | { readonly cancelClientOrderId: string; readonly cancelOrderId?: undefined }
  );

/** What became of both. */
export type ReplacedOrder = ValueOf<typeof REPLACED_ORDER>;

export type CanceledAll = ValueOf<typeof CANCELED_ALL>;

export type RunningCountdown = ValueOf<typeof COUNTDOWN>;

/** An order is named by its id or by its client id. */
export type OrderName = { readonly symbol: string } & (
  | { readonly orderId: number | string; readonly newClientOrderId?: undefined }
  | { readonly newClientOrderId: string; readonly orderId?: undefined }
);

export interface Page {
  readonly limit?: number | undefined;
  /**
   * The lowest records from this id up; without it the newest. To read all of them begin with 1 and go
   * on from the highest id of each page plus one, until a page is empty. A page of own trades has one
   * row more than `limit` rather than end between the two rows of a trade with oneself.
   */
  readonly fromId?: number | string | undefined;
}

/** Without `fromId` the newest, up to `toId` or `endTime` if they are given. */
export interface LedgerAsked<Type extends string = LedgerEntry["type"]> {
  readonly asset?: string | undefined;
  readonly type?: Type | undefined;
  /** In ms. */
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  /** The `nextId` of a page that was asked for with it, or the id of an entry. */
  readonly fromId?: string | undefined;
  /** The `nextId` of a page that was asked for without `fromId`; not with it. */
  readonly toId?: string | undefined;
  readonly limit?: number | undefined;
}

/** A change of a balance, with the balance behind it. */
export type LedgerEntry = ValueOf<typeof LEDGER_ENTRY>;

export type MarginLedgerEntry = ValueOf<typeof MARGIN_LEDGER_ENTRY>;

/** While there is a `nextId` there may be more, also where no entry is told. */
export type LedgerPage = ValueOf<typeof LEDGER_PAGE>;

export type MarginLedgerPage = ValueOf<typeof MARGIN_LEDGER_PAGE>;

export type OrderStatus = ValueOf<typeof PLACED_ORDER>["status"];

/** The state after matching. */
export type PlacedOrder = ValueOf<typeof PLACED_ORDER>;

export type Order = ValueOf<typeof ORDER>;

export type EndedMarginOrder = ValueOf<typeof ENDED_MARGIN_ORDER>;

export type CanceledOrder = ValueOf<typeof CANCELED_ORDER>;

/**
 * Why an order was canceled, where that does not say it. The amount of a MARKET order did not pay for one step at the next price;
 * a POST_ONLY order would have traded; a FOK order would not have been filled whole; the rest of an IOC order; an order met another
 * of the same user; its user's countdown was not renewed; the next price for a MARKET order was out of range, or nothing was left
 * for it; in futures the next trade would have left its user in a deficit.
 */
export type EndReason = NonNullable<PlacedOrder["endReason"]>;

/** Why the exchange itself traded; NONE of what you asked for. */
export type Forced = ValueOf<typeof FORCED>;

export type OwnTrade = ValueOf<typeof OWN_TRADE>;
export type PreventedMatch = ValueOf<typeof PREVENTED_MATCH>;

/** The fee rates of the user at a symbol, as fractions; below zero a rebate. */
export type SymbolRates = ValueOf<typeof SYMBOL_RATES>;

export type Balance = ValueOf<typeof BALANCE>;

export type MarginBalance = ValueOf<typeof MARGIN_BALANCE>;

export type MarginAccount = ValueOf<typeof MARGIN_ACCOUNT>;

/** The accounts of a user: spot, margin, futures. */
export type AccountName = "EXCHANGE" | "MARGIN" | "FUTURE";

export interface Transfer extends Named {
  readonly coinSymbol: string;
  readonly amount: Decimal;
  readonly fromAccount: AccountName;
  readonly toAccount: AccountName;
}
