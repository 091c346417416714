/**
 * The fields of a position as they are shown: pure functions of what is stored, all at the mark.
 * A value at mark stays an exact fraction inside ratios and prices; each figure is rounded once, at
 * its end, and decides nothing (NUM-ROUND-4). Rules FUT-FIELD-1 to FUT-FIELD-7.
 */

import type { Fraction } from "../../money/fraction.ts";
import { RATE_ONE_BIG } from "../../money/rate.ts";
import { mulDiv } from "../../money/rounding.ts";
import type { Contract, Tier } from "../catalogue/contract.ts";
import {
  averagePriceOf,
  bottomOf,
  maintenanceOf,
  marginNeededAt,
  type PricedLots,
  profitAt,
  tierAt,
  topOf,
  unrealizedOf,
} from "./contract-value.ts";
import type { PositionFields } from "./fields.ts";
import type { Position } from "./futures-state.ts";
import { type HeldSide, liquidationPriceAt } from "./liquidation-price.ts";
import { realizedOf } from "./position.ts";

/** The cross account that a position belongs to: its free balance, and sums over its positions. */
export interface CrossAccount {
  readonly free: bigint;
  readonly unrealized: bigint;
  readonly maintenance: bigint;
}

export function positionFieldsOf(position: Position, account: CrossAccount): PositionFields {
  const { openCost, cost, volume, closeValue, closeVolume } = position;
  const { contract, mark } = position.contractAccount.market;
  const lot = { lots: volume, ticks: mark };
  const { top, bottom } = valueAtMark(position);
  const held = BigInt(volume);
  return {
    position,
    openPrice: averagePriceOf(contract, openCost, held), // FUT-FIELD-1
    averagePrice: averagePriceOf(contract, cost, held),
    closePrice: averagePriceOf(contract, closeValue, closeVolume),
    heldMargin: heldMarginOf(position),
    openAmount: mulDiv(openCost, 1n, BigInt(position.contractAccount.leverage), "up"), // FUT-FIELD-2
    realized: realizedOf(position),
    realizedTotal: realizedTotalOf(position),
    unrealized: unrealizedOf(position),
    profitSinceOpening: profitSinceOpeningOf(position),
    balance: top / bottom, // FUT-FIELD-4
    closable: volume - position.pending,
    marginRatio: marginRatioOf(position, account),
    returnOnMargin: returnOnMarginOf(position),
    liquidationPrice: liquidationPriceOf(position, account),
    maintenanceRate: maintenanceRateAt(contract, lot),
  };
}

function isCross({ contractAccount }: Position): boolean {
  return contractAccount.mode === "cross";
}

/** FUT-FIELD-2 */
export function heldMarginOf(position: Position): bigint {
  if (!isCross(position)) return position.margin;
  const { market, leverage } = position.contractAccount;
  if (market.mark === 0) return 0n;
  return marginNeededAt(
    market.contract,
    { lots: position.volume, ticks: market.mark },
    { leverage },
  );
}

type Results = Pick<Position, "closeProfit" | "settleProfit" | "tradeFee" | "fundingReceived">;

/** FUT-FIELD-2: no position shares the losses of another, so shareAmount is 0. */
export function realizedTotalOf(results: Results): bigint {
  const { closeProfit, settleProfit, tradeFee, fundingReceived } = results;
  return closeProfit + settleProfit + tradeFee + fundingReceived;
}

/** FUT-FIELD-4: as `unrealizedOf`, but from what it cost before any settlement of profit. */
function profitSinceOpeningOf({ contractAccount, side, volume, openCost }: Position): bigint {
  const { contract, mark } = contractAccount.market;
  return mark === 0 ? 0n : profitAt(contract, { side, volume, cost: openCost }, mark);
}

/** FUT-FIELD-5 */
function marginRatioOf(position: Position, { free, unrealized, maintenance }: CrossAccount) {
  const equity = isCross(position)
    ? free + unrealized - (maintenance - maintenanceOf(position))
    : position.margin + unrealizedOf(position);
  return ratioOf(equity, valueAtMark(position));
}

/** FUT-FIELD-6 */
function returnOnMarginOf(position: Position): bigint {
  const { openCost, margin, contractAccount } = position;
  const behind = isCross(position)
    ? { top: openCost, bottom: BigInt(contractAccount.leverage) }
    : { top: margin, bottom: 1n };
  return ratioOf(profitSinceOpeningOf(position), behind);
}

export function valueAtMark({ volume, contractAccount }: Position): Fraction {
  const { contract, mark } = contractAccount.market;
  if (mark === 0) return { top: 0n, bottom: 1n };
  return { top: topOf(contract, { lots: volume, ticks: mark }), bottom: bottomOf(contract, mark) };
}

export function sumOf(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

/** amount ÷ value, cut at 8 decimals toward zero; 0 of nothing. */
export function ratioOf(amount: bigint, { top, bottom }: Fraction): bigint {
  return top === 0n ? 0n : (amount * bottom * RATE_ONE_BIG) / top;
}

function maintenanceRateAt(contract: Contract, lot: PricedLots): number {
  return (contract.tiers[tierAt(contract, lot)] as Tier).maintenanceRate;
}

/** FUT-FIELD-7: both sides of a contract that is held cross are liquidated at one price. */
function liquidationPriceOf(position: Position, account: CrossAccount): bigint {
  const { market, long, short } = position.contractAccount;
  if (!isCross(position)) {
    const { side, volume, cost, margin } = position;
    return liquidationPriceAt(market.contract, market.mark, { [side]: { volume, cost } }, margin);
  }
  let money = account.free + account.unrealized - account.maintenance;
  const sides: Partial<Record<Position["side"], HeldSide>> = {};
  for (const one of [long, short]) {
    if (!one) continue;
    money += maintenanceOf(one) - unrealizedOf(one);
    sides[one.side] = { volume: one.volume, cost: one.cost };
  }
  return liquidationPriceAt(market.contract, market.mark, sides, money);
}
