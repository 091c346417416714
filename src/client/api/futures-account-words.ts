/** The futures account in the words of the API: per margin coin what there is, and the positions. */
import type { PositionType } from "./futures-words.ts";
import type { Decimal, Side } from "./pair-words.ts";

export interface Position {
  readonly id: number;
  readonly uid: number;
  readonly contractId: number;
  readonly positionType: PositionType;
  readonly side: Side;
  readonly volume: Decimal;
  readonly openPrice: Decimal;
  readonly avgPrice: Decimal;
  readonly closePrice: Decimal;
  readonly leverageLevel: number;
  readonly holdAmount: Decimal;
  readonly openAmount: Decimal;
  readonly closeVolume: Decimal;
  readonly pendingCloseVolume: Decimal;
  readonly canCloseVolume: Decimal;
  readonly realizedAmount: Decimal;
  readonly historyRealizedAmount: Decimal;
  readonly tradeFee: Decimal;
  readonly capitalFee: Decimal;
  readonly closeProfit: Decimal;
  readonly settleProfit: Decimal;
  readonly shareAmount: Decimal;
  /** 1 while the position is liquidated. */
  readonly freezeLock: 0 | 1;
  readonly status: number;
  /** UTC, without a zone. */
  readonly ctime: string;
  readonly mtime: string;
  readonly lockTime: string;
  readonly brokerId: number;
  readonly marginRate: Decimal;
  /** The price at which the position would be liquidated. */
  readonly reducePrice: Decimal;
  readonly returnRate: Decimal;
  readonly unRealizedAmount: Decimal;
  readonly openRealizedAmount: Decimal;
  readonly positionBalance: Decimal;
  readonly indexPrice: Decimal;
  readonly keepRate: Decimal;
  readonly maxFeeRate: Decimal;
}

export interface ContractPositions {
  readonly contractId: number;
  readonly contractName: string;
  readonly contractOtherName: string;
  readonly contractSymbol: string;
  readonly positions: readonly Position[];
}

export interface CoinAccount {
  readonly marginCoin: string;
  readonly accountNormal: Decimal;
  readonly accountLock: Decimal;
  readonly partPositionNormal: Decimal;
  readonly totalPositionNormal: Decimal;
  readonly achievedAmount: Decimal;
  readonly unrealizedAmount: Decimal;
  readonly totalMarginRate: Decimal;
  readonly totalEquity: Decimal;
  readonly partEquity: Decimal;
  readonly totalCost: Decimal;
  readonly sumMarginRate: Decimal;
  readonly positionVos: readonly ContractPositions[];
}

export interface FuturesAccount {
  readonly account: readonly CoinAccount[];
}
