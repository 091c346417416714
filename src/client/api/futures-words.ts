/**
 * Futures in the words of the API. Its replies carry JSON numbers; here prices, volumes, rates and
 * money are decimal text, read without a double between.
 */
import type { ValueOf } from "../../contract/field.ts";
import type { CONTRACT_RATES, USER_CONFIG } from "../../contract/futures/accounts.ts";
import type {
  ENDED_FUTURES_ORDER,
  FUTURES_TRADE,
  PROFIT,
} from "../../contract/futures/history-shapes.ts";
import type { FUTURES_LEDGER_ENTRY, FUTURES_LEDGER_PAGE } from "../../contract/futures/ledger.ts";
import type { CONTRACT, FUNDING, INDEX, TIER } from "../../contract/futures/market-shapes.ts";
import type { FUTURES_ORDER, ORDER_ID } from "../../contract/futures/order-shapes.ts";
import type { Decimal, OrderType, Page, Side } from "./pair-words.ts";

/** The fee rates of the user at a contract, as fractions; below zero a rebate. */
export type ContractRates = ValueOf<typeof CONTRACT_RATES>;

/** A change of a balance in futures, with the balance behind it. */
export type FuturesLedgerEntry = ValueOf<typeof FUTURES_LEDGER_ENTRY>;

export type FuturesLedgerPage = ValueOf<typeof FUTURES_LEDGER_PAGE>;

export type Action = FuturesOrder["action"];
/** 1 is cross, 2 isolated. */
export type PositionType = ContractConfig["marginModel"];
export type TimeInForce = FuturesOrder["timeInForce"];

/** The volume is in contracts; of a market order that opens it is a value in the margin coin. */
export type NewFuturesOrder = OrderType & {
  readonly contractName: string;
  readonly side: Side;
  readonly open: Action;
  readonly positionType: PositionType;
  readonly volume: Decimal;
  readonly timeInForce?: TimeInForce | undefined;
  /** Your own name for it, 1 to 31 characters; drawn if you give none. */
  readonly clientOrderId?: string | undefined;
};

/** 1 stop loss, 2 stop gain (both only close), 3 when the price rises to it, 4 when it falls. */
export type TriggerType = Exclude<FuturesOrder["triggerType"], 0>;

export type NewConditionOrder = NewFuturesOrder & {
  readonly triggerType: TriggerType;
  readonly triggerPrice: Decimal;
};

export type FuturesOrderName = { readonly contractName: string } & (
  | { readonly orderId: number | string; readonly clientOrderId?: undefined }
  | { readonly clientOrderId: string; readonly orderId?: undefined }
);

/** Leverage and margin mode of a user at a contract. */
export type ContractConfig = ValueOf<typeof USER_CONFIG>;

export interface ContractPage extends Page {
  readonly contractName: string;
}

/**
 * `symbol` is the contract's name. `valueCoin` is what the value of a MARKET order that opens is in, and the money limits;
 * `maxFeeRate` is kept besides a tier's `keepRate`.
 */
export type Contract = ValueOf<typeof CONTRACT>;

export type RiskTier = ValueOf<typeof TIER>;

/** `tagPrice` is the mark price, and the three rates are one, by the names that clients know. */
export type IndexPrice = ValueOf<typeof INDEX>;

/** A funding that was settled; above zero those who were long paid. */
export type FundingRate = ValueOf<typeof FUNDING>;

export type PlacedFuturesOrder = ValueOf<typeof ORDER_ID>;

/** INIT is a condition order that waits. */
export type FuturesOrderStatus = FuturesOrder["status"];

/** The condition of an order: 0, "0" and NONE for one that waits for nothing. */
export type OrderTrigger = Pick<
  FuturesOrder,
  "triggerType" | "triggerPrice" | "triggerPriceSource"
>;

export type FuturesOrder = ValueOf<typeof FUTURES_ORDER>;

/** In the history words are numbers: type 1 limit, 2 market, 3 IOC, 4 FOK, 5 post only. */
export type EndedFuturesOrder = ValueOf<typeof ENDED_FUTURES_ORDER>;

export type Profit = ValueOf<typeof PROFIT>;

export type FuturesTrade = ValueOf<typeof FUTURES_TRADE>;
