/**
 * What a futures account and its positions show beside what they store: the types of the fields
 * that are worked out when they are read. Money is in units of the margin coin, prices and
 * ratios in 10^-8.
 */
import type { AssetId } from "../catalogue/catalogue.ts";
import type { Position } from "./futures-state.ts";

/** FUT-FIELD-1, FUT-FIELD-2, FUT-FIELD-4 to FUT-FIELD-7 */
export interface PositionFields {
  readonly position: Position;
  readonly openPrice: bigint;
  readonly averagePrice: bigint;
  readonly closePrice: bigint;
  /** The margin behind the position: its isolated margin, or what it needs of the cross account. */
  readonly heldMargin: bigint;
  readonly openAmount: bigint;
  /** Since the last settlement of profit, and since its start. */
  readonly realized: bigint;
  readonly realizedTotal: bigint;
  readonly unrealized: bigint;
  readonly profitSinceOpening: bigint;
  readonly balance: bigint;
  readonly closable: number;
  readonly marginRatio: bigint;
  readonly returnOnMargin: bigint;
  /** At or below zero there is no price at which it is liquidated. */
  readonly liquidationPrice: bigint;
  readonly maintenanceRate: number;
}

/** FUT-FIELD-8, FUT-FIELD-9: the account of one margin coin, its positions by contract. */
export interface AccountFields {
  readonly coin: AssetId;
  readonly free: bigint;
  readonly locked: bigint;
  /** The margin of isolated and of cross positions. */
  readonly isolatedMargin: bigint;
  readonly crossMargin: bigint;
  readonly realized: bigint;
  readonly unrealized: bigint;
  readonly crossEquity: bigint;
  readonly isolatedEquity: bigint;
  readonly totalCost: bigint;
  readonly crossMarginRatio: bigint;
  readonly totalMarginRatio: bigint;
  readonly positions: readonly PositionFields[];
}
