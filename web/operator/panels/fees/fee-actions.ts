/** Rates of their own for several users at several markets: one request for each user and market (SPOT-FEE-2, FUT-FEE-3). */
import type { OperatorAction } from "../../session/command-line.ts";

/** As it is typed and picked. */
export interface TypedFees {
  /** Names with commas or spaces between them. */
  readonly users: string;
  /** A market, or all of a kind. */
  readonly market: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

export interface ListedNames {
  readonly symbols: readonly string[];
  readonly contracts: readonly string[];
}

export const EVERY_SYMBOL = "every symbol";
export const EVERY_CONTRACT = "every contract";

/** More than that is work for a script. */
export const ACTIONS_MAX = 100;

export function feeActions(fees: TypedFees, listed: ListedNames): readonly OperatorAction[] {
  const users = [...new Set(fees.users.split(/[\s,]+/).filter((name) => name !== ""))];
  return users.flatMap((user) =>
    marketsOf(fees, listed).map((market) => actionOf(user, market, fees)),
  );
}

interface Market {
  readonly name: string;
  readonly isContract: boolean;
}

function marketsOf({ market }: TypedFees, { symbols, contracts }: ListedNames): readonly Market[] {
  const all = [
    ...symbols.map((name) => ({ name, isContract: false })),
    ...contracts.map((name) => ({ name, isContract: true })),
  ];
  if (market === EVERY_SYMBOL) return all.filter(({ isContract }) => !isContract);
  if (market === EVERY_CONTRACT) return all.filter(({ isContract }) => isContract);
  return all.filter(({ name }) => name === market);
}

/** At a contract it costs the same to open and to close. */
function actionOf(
  user: string,
  { name, isContract }: Market,
  { makerFeeRate, takerFeeRate }: TypedFees,
): OperatorAction {
  if (!isContract) {
    return { path: "/fees/users", body: { user, symbol: name, makerFeeRate, takerFeeRate } };
  }
  const rates = {
    openMakerFeeRate: makerFeeRate,
    openTakerFeeRate: takerFeeRate,
    closeMakerFeeRate: makerFeeRate,
    closeTakerFeeRate: takerFeeRate,
  };
  return { path: "/fees/users/contract", body: { user, contract: name, ...rates } };
}
