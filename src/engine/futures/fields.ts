/**
 * What a futures account and its positions show beside what they store: the words of the fields
 * that are worked out when somebody reads them. Money is in units of the margin coin, prices and
 * ratios in 10^-8.
 */
import type { AssetId } from "../catalogue/catalogue.ts";
import type { Position } from "./position.ts";

/** FUT-FIELD-1, FUT-FIELD-2, FUT-FIELD-4 to FUT-FIELD-7 */
export interface PositionFields {
  readonly position: Position;
  readonly openPrice: bigint;
  readonly avgPrice: bigint;
  readonly closePrice: bigint;
  /** What stands behind it: its own margin, or what it needs of the cross account. */
  readonly holdAmount: bigint;
  readonly openAmount: bigint;
  /** Since the last settlement of profit, and since its start. */
  readonly realized: bigint;
  readonly historyRealized: bigint;
  readonly unrealized: bigint;
  readonly openRealized: bigint;
  readonly balance: bigint;
  readonly closable: number;
  readonly marginRate: bigint;
  readonly returnRate: bigint;
  /** At or below zero there is no price at which it is liquidated. */
  readonly reducePrice: bigint;
  readonly keepRate: number;
}

/** FUT-FIELD-8, FUT-FIELD-9: the account of one margin coin, its positions by contract. */
export interface AccountFields {
  readonly coin: AssetId;
  readonly normal: bigint;
  readonly locked: bigint;
  /** Of isolated and of cross positions. */
  readonly partNormal: bigint;
  readonly totalNormal: bigint;
  readonly achieved: bigint;
  readonly unrealized: bigint;
  readonly totalEquity: bigint;
  readonly partEquity: bigint;
  readonly totalCost: bigint;
  readonly totalMarginRate: bigint;
  readonly sumMarginRate: bigint;
  readonly positions: readonly PositionFields[];
}
