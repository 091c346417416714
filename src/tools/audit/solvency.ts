/**
 * `bourse audit`: what came in and is still here, and which accounts have it. Of each asset the deposits less
 * the withdrawals are EXTERNAL with its sign turned; users and house together must have exactly
 * that, and the loan pool what was put into it less what is lent. Rules CORE-AUDIT-1, CORE-AUDIT-2.
 */

import type { Asset } from "../../core/engine/catalogue/catalogue.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { formatUnits } from "../../core/money/decimal.ts";
import { housesOf, type UsersHold, usersOf } from "./totals.ts";

/** Amounts are decimal text. */
export interface AssetSolvency {
  readonly asset: string;
  readonly depositsLessWithdrawals: string;
  readonly users: Readonly<Record<keyof UsersHold, string>>;
  /** Every account but EXTERNAL that holds something; FEE always. */
  readonly houses: readonly { readonly name: string; readonly held: string }[];
  /** What users and house have beyond the deposits; must be zero (I-1). */
  readonly difference: string;
  /** Loans are with the users already, so they count in no sum; undefined where there never was one. */
  readonly lending: LendingTotals | undefined;
}

export interface LendingTotals {
  /** What the operator has put into the pool, less what the operator took out. */
  readonly capital: string;
  readonly inPool: string;
  readonly lent: string;
  /** What pool and loans are beyond the capital; must be zero (I-7). */
  readonly difference: string;
}

export interface Solvency {
  /** The position of the log that it speaks of. */
  readonly position: number;
  /** The engine time there. */
  readonly timeMs: number;
  readonly isSolvent: boolean;
  readonly assets: readonly AssetSolvency[];
}

/** CORE-AUDIT-1: all accounts are looked at, so the live loop never asks for this. */
export function solvencyOf(state: ExchangeState): Solvency {
  const users = usersOf(state);
  const lent = lentIn(state);
  const assets = state.catalogue.assets.map((asset, index) =>
    assetSolvency(state, asset, { users: users[index] ?? NOTHING, lent: lent[index] ?? 0n }),
  );
  const isSolvent = assets.every((asset) => problemsOf(asset).length === 0);
  return { position: state.position, timeMs: state.timeMs, isSolvent, assets };
}

const NOTHING: UsersHold = { spot: 0n, margin: 0n, futures: 0n, isolated: 0n };

function assetSolvency(
  state: ExchangeState,
  { id, name: asset, scale }: Asset,
  { users, lent }: { users: UsersHold; lent: bigint },
): AssetSolvency {
  const shown = (units: bigint) => formatUnits(units, scale);
  const { spot, margin, futures, isolated } = users;
  const all = housesOf(state, id);
  const external = all.find(({ name }) => name === "EXTERNAL")?.held ?? 0n;
  const own = all.filter(({ name }) => name !== "EXTERNAL");
  const held = own.reduce((sum, house) => sum + house.held, spot + margin + futures + isolated);
  return {
    asset,
    depositsLessWithdrawals: shown(-external),
    users: {
      spot: shown(spot),
      margin: shown(margin),
      futures: shown(futures),
      isolated: shown(isolated),
    },
    houses: own
      .filter((house) => house.name === "FEE" || house.held !== 0n)
      .map((house) => ({ name: house.name, held: shown(house.held) })),
    difference: shown(held + external),
    lending: lendingOf(state, id, lent, shown),
  };
}

/** By asset id less one: the principal that users owe. */
function lentIn({ margin, catalogue }: ExchangeState): bigint[] {
  const lent = catalogue.assets.map(() => 0n);
  for (const account of margin.accounts.values()) {
    for (const { asset, principal } of account?.debts ?? []) {
      lent[asset - 1] = (lent[asset - 1] ?? 0n) + principal;
    }
  }
  return lent;
}

function lendingOf(
  { ledger }: ExchangeState,
  asset: number,
  lent: bigint,
  shown: (units: bigint) => string,
): LendingTotals | undefined {
  const capital = ledger.poolCapital[asset - 1] ?? 0n;
  const inPool = ledger.houses[asset - 1]?.loanPool ?? 0n;
  if (capital === 0n && inPool === 0n && lent === 0n) return undefined;
  const difference = shown(inPool + lent - capital);
  return { capital: shown(capital), inPool: shown(inPool), lent: shown(lent), difference };
}

/** CORE-AUDIT-2: what does not add up, with the asset's name; none in a sound exchange. */
export function problemsOf({ asset, difference, lending }: AssetSolvency): string[] {
  const problems: string[] = [];
  if (difference !== "0") {
    problems.push(
      `${asset} does not sum to zero: users and house have ${difference} beyond what was deposited`,
    );
  }
  if (lending && lending.difference !== "0") {
    const much = `pool and loans have ${lending.difference} beyond its capital`;
    problems.push(`the loan pool of ${asset} is not whole: ${much}`);
  }
  return problems;
}
