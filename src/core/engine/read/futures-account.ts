/**
 * The futures account of one margin coin as it is shown, with its positions: pure functions, all at
 * the mark. They decide nothing; decisions use the same sums in account.ts. Rules FUT-FIELD-8 and
 * FUT-FIELD-9.
 */
import type { Fraction } from "../../money/fraction.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import { type Books, type CrossSums, crossSumsOf, totalCostOf } from "../futures/account.ts";
import { contractAccountsOf } from "../futures/contract-account.ts";
import { unrealizedOf } from "../futures/contract-value.ts";
import type { AccountFields } from "../futures/fields.ts";
import type { Position } from "../futures/futures-state.ts";
import { realizedOf } from "../futures/position.ts";
import { positionFieldsOf, ratioOf, sumOf, valueAtMark } from "../futures/position-fields.ts";
import { findBalance } from "../ledger/ledger.ts";
import type { UserId } from "../users/users.ts";

const NOTHING: Fraction = { top: 0n, bottom: 1n };

export function accountFieldsOf(books: Books, user: UserId, coin: AssetId): AccountFields {
  const { free, locked } = findBalance(books.ledger, "futures", user, coin) ?? EMPTY;
  const sums = crossSumsOf(books, user, coin);
  const positions = positionsOf(books, user, coin);
  const [cross, isolated] = [positions.filter(isCross), positions.filter(isIsolated)];
  const isolatedMargin = totalOf(isolated, ({ margin }) => margin);
  const partUnrealized = totalOf(isolated, unrealizedOf);
  const crossEquity = free + sums.unrealized; // FUT-ACC-2
  const isolatedEquity = isolatedMargin + partUnrealized;
  return {
    coin,
    free,
    locked,
    isolatedMargin,
    crossMargin: sums.initial,
    realized: totalOf(positions, realizedOf),
    unrealized: sums.unrealized + partUnrealized,
    crossEquity,
    isolatedEquity,
    totalCost: totalCostOf(sums),
    crossMarginRatio: ratioOf(crossEquity, worthOf(cross)), // FUT-FIELD-9
    totalMarginRatio: ratioOf(crossEquity + isolatedEquity + locked, worthOf(positions)),
    positions: fieldsOf(positions, free, sums),
  };
}

const EMPTY = { free: 0n, locked: 0n };

function fieldsOf(positions: readonly Position[], free: bigint, sums: CrossSums) {
  const { unrealized, maintenance } = sums;
  return positions.map((one) => positionFieldsOf(one, { free, unrealized, maintenance }));
}

/** By contract, the long first. */
function positionsOf({ futures }: Books, user: UserId, coin: AssetId): Position[] {
  const positions: Position[] = [];
  for (const { market, long, short } of contractAccountsOf(futures, user)) {
    if (market.contract.marginCoin !== coin) continue;
    if (long) positions.push(long);
    if (short) positions.push(short);
  }
  return positions;
}

function isCross({ contractAccount }: Position): boolean {
  return contractAccount.mode === "cross";
}

function isIsolated({ contractAccount }: Position): boolean {
  return contractAccount.mode === "isolated";
}

function totalOf(positions: readonly Position[], amountOf: (one: Position) => bigint): bigint {
  return positions.reduce((total, one) => total + amountOf(one), 0n);
}

/** FUT-FIELD-9: exact, also over inverse contracts at several marks. */
function worthOf(positions: readonly Position[]): Fraction {
  return positions.reduce((total, one) => sumOf(total, valueAtMark(one)), NOTHING);
}
