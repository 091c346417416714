/**
 * Futures in the words of the API. Its replies carry JSON numbers; here prices, volumes, rates and
 * money are decimal text, read without a double between.
 */
import type { StpMode } from "./market-words.ts";
import type { Decimal, EndReason, Forced, OrderType, Page, Side } from "./pair-words.ts";

/** The fee rates of the user at a contract, as fractions; below zero a rebate. */
export interface ContractRates {
  readonly contractName: string;
  readonly openMakerFee: Decimal;
  readonly openTakerFee: Decimal;
  readonly closeMakerFee: Decimal;
  readonly closeTakerFee: Decimal;
}

export type Action = "OPEN" | "CLOSE";
/** 1 is cross, 2 isolated. */
export type PositionType = 1 | 2;
export type TimeInForce = "GTC" | "IOC" | "FOK" | "POST_ONLY";

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
export type TriggerType = 1 | 2 | 3 | 4;

export type NewConditionOrder = NewFuturesOrder & {
  readonly triggerType: TriggerType;
  readonly triggerPrice: Decimal;
};

export type FuturesOrderName = { readonly contractName: string } & (
  | { readonly orderId: number | string; readonly clientOrderId?: undefined }
  | { readonly clientOrderId: string; readonly orderId?: undefined }
);

/** Leverage and margin mode of a user at a contract. */
export interface ContractConfig {
  readonly contractId: number;
  readonly contractName: string;
  readonly nowLevel: number;
  readonly marginModel: PositionType;
  /** 2: a long and a short side by side. */
  readonly positionModel: 2;
}

export interface ContractPage extends Page {
  readonly contractName: string;
}

export interface Contract {
  /** The contract's name. */
  readonly symbol: string;
  readonly contractId: number;
  /** 1 can be traded, 0 cannot. */
  readonly status: 0 | 1;
  readonly type: string;
  /** 1 linear, 0 inverse. */
  readonly side: 0 | 1;
  readonly multiplier: Decimal;
  readonly multiplierCoin: string;
  readonly marginCoin: string;
  /** What the value of a MARKET order that opens is in, and the money limits below. */
  readonly valueCoin: string;
  readonly pricePrecision: number;
  readonly minOrderVolume: Decimal;
  readonly minOrderMoney: Decimal;
  readonly maxMarketVolume: Decimal;
  readonly maxMarketMoney: Decimal;
  readonly maxLimitVolume: Decimal;
  readonly maxLimitMoney: Decimal;
  readonly maxValidOrder: number;
  readonly minLever: number;
  readonly maxLever: number;
  readonly openMakerFee: Decimal;
  readonly openTakerFee: Decimal;
  readonly closeMakerFee: Decimal;
  readonly closeTakerFee: Decimal;
  readonly marginCoinPrecision: number;
  readonly defaultLever: number;
  /** Kept besides a tier's keepRate. */
  readonly maxFeeRate: Decimal;
  readonly priceRange: Decimal;
  readonly stpMode: StpMode;
  /** Funding is settled at multiples of it from 00:00 UTC. */
  readonly fundingIntervalHours: number;
  /** What condition orders are judged by: the last trade, or the mark. */
  readonly triggerPriceSource: "LAST" | "MARK";
  /** Lowest first. */
  readonly tiers: readonly RiskTier[];
}

export interface RiskTier {
  readonly maxPositionValue: Decimal;
  readonly maxLever: number;
  readonly keepRate: Decimal;
}

/** `tagPrice` is the mark price, and the three rates are one, by the names that clients know. */
export interface IndexPrice {
  readonly contractName: string;
  readonly indexPrice: Decimal;
  readonly markPrice: Decimal;
  readonly tagPrice: Decimal;
  readonly lastFundingRate: Decimal;
  readonly currentFundRate: Decimal;
  readonly nextFundRate: Decimal;
  readonly time: number;
}

/** A funding that was settled; above zero those who were long paid. */
export interface FundingRate {
  readonly contractName: string;
  readonly fundingRate: Decimal;
  /** The hour that was due, or when a halted contract resumed, in ms: no other of the contract has the same. */
  readonly fundingTime: number;
  readonly markPrice: Decimal;
}

export interface PlacedFuturesOrder {
  readonly orderId: number;
  readonly orderIdString: string;
}

/** INIT is a condition order that waits. */
export type FuturesOrderStatus =
  | "INIT"
  | "NEW"
  | "PARTIALLY_FILLED"
  | "FILLED"
  | "CANCELLED"
  | "REJECTED";

/** The condition of an order: 0, "0" and NONE for one that waits for nothing. */
export interface OrderTrigger {
  readonly triggerType: TriggerType | 0;
  readonly triggerPrice: Decimal;
  /** The contract's last trade, or its mark. */
  readonly triggerPriceSource: "LAST" | "MARK" | "NONE";
}

export interface FuturesOrder extends PlacedFuturesOrder, OrderTrigger {
  readonly clientOrderId: string;
  readonly contractName: string;
  readonly symbol: string;
  readonly price: Decimal;
  readonly origQty: Decimal;
  readonly executedQty: Decimal;
  readonly avgPrice: Decimal;
  readonly type: "LIMIT" | "MARKET";
  readonly side: Side;
  readonly action: Action;
  readonly timeInForce: TimeInForce;
  readonly status: FuturesOrderStatus;
  readonly transactTime: number;
  readonly time: number;
  /** Of an order that was cancelled, where that does not say why. */
  readonly endReason?: EndReason;
}

/** In the history words are numbers: type 1 limit, 2 market, 3 IOC, 4 FOK, 5 post only. */
export interface EndedFuturesOrder extends PlacedFuturesOrder, OrderTrigger {
  readonly clientId: string;
  readonly contractId: number;
  readonly contractName: string;
  readonly side: Side;
  readonly openOrClose: Action;
  readonly positionType: PositionType;
  readonly leverageLevel: number;
  readonly type: 1 | 2 | 3 | 4 | 5;
  /** 2 filled, 4 cancelled, 6 rejected. */
  readonly status: 2 | 4 | 6;
  readonly price: Decimal;
  readonly volume: Decimal;
  readonly avgPrice: Decimal;
  readonly dealVolume: Decimal;
  readonly dealMoney: Decimal;
  readonly openMakerFeeRate: Decimal;
  readonly openTakerFeeRate: Decimal;
  readonly closeMakerFeeRate: Decimal;
  readonly closeTakerFeeRate: Decimal;
  /** UTC, without a zone. */
  readonly ctime: string;
  readonly ctimeMs: number;
  readonly forced: Forced;
  readonly endReason?: EndReason;
}

export interface Profit {
  readonly id: number;
  readonly positionId: number;
  readonly contractId: number;
  readonly side: Side;
  readonly positionType: PositionType;
  readonly leverageLevel: number;
  readonly openPrice: Decimal;
  readonly openEndPrice: Decimal;
  readonly volume: Decimal;
  readonly closeProfit: Decimal;
  readonly settleProfit: Decimal;
  readonly tradeFee: Decimal;
  readonly capitalFee: Decimal;
  readonly shareAmount: Decimal;
  readonly realizedAmount: Decimal;
  readonly historyRealizedAmount: Decimal;
  readonly ctime: number;
  readonly mtime: number;
  readonly forced: Forced;
}

export interface FuturesTrade {
  readonly symbol: string;
  readonly contractName: string;
  readonly id: number;
  readonly tradeId: number;
  readonly bidId: number;
  readonly askId: number;
  readonly bidUserId: number;
  readonly askUserId: number;
  readonly price: Decimal;
  readonly qty: Decimal;
  readonly amount: Decimal;
  readonly fee: Decimal;
  readonly time: number;
  readonly side: Side;
  readonly isMaker: boolean;
  readonly isBuyer: boolean;
  readonly forced: Forced;
}
