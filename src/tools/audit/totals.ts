/**
 * What each has, asset by asset: the users by area, then each account of the house by its name in
 * the rulebook. All of it sums to zero (I-1), and a reader can add it up.
 */

import { clearingOf } from "../../core/engine/ledger/clearing.ts";
import { balancesIn, HOUSE_NAMES, type HouseAccounts } from "../../core/engine/ledger/ledger.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { formatUnits } from "../../core/money/decimal.ts";

export interface AssetTotal {
  readonly asset: string;
  /** Spot, margin and futures together, with the margin of isolated positions. */
  readonly users: string;
  /** The accounts of margin and futures are listed only where they hold something. */
  readonly houses: readonly { readonly name: string; readonly held: string }[];
}

const ALWAYS = ["FEE", "EXTERNAL"];

export function totalsOf(state: ExchangeState): AssetTotal[] {
  const users = usersOf(state);
  return state.catalogue.assets.map(({ id, name: asset, scale }) => {
    const shown = (units: bigint) => formatUnits(units, scale);
    const houses = housesOf(state, id)
      .filter(({ name, held }) => held !== 0n || ALWAYS.includes(name))
      .map(({ name, held }) => ({ name, held: shown(held) }));
    const sum = Object.values(users[id - 1] ?? {}).reduce((all, held) => all + held, 0n);
    return { asset, users: shown(sum), houses };
  });
}

/** The holdings of all users in an asset, by area. */
export interface UsersHold {
  spot: bigint;
  margin: bigint;
  futures: bigint;
  /** The margin of isolated positions. */
  isolated: bigint;
}

/** By asset id less one. */
export function usersOf({ ledger, futures, catalogue }: ExchangeState): UsersHold[] {
  const hold = catalogue.assets.map(() => ({ spot: 0n, margin: 0n, futures: 0n, isolated: 0n }));
  const add = (asset: number, where: keyof UsersHold, amount: bigint) => {
    const of = hold[asset - 1];
    if (of) of[where] += amount;
  };
  for (const area of ["spot", "margin", "futures"] as const) {
    for (const { asset, free, locked } of balancesIn(ledger, area)) {
      add(asset, area, free + locked);
    }
  }
  for (const { asset, margin } of futures.positions.all()) add(asset, "isolated", margin);
  return hold;
}

/** CLEARING stands between the winners and losers of one contract. */
export function housesOf({ ledger, catalogue }: ExchangeState, asset: number) {
  const house = ledger.houses[asset - 1];
  const own = Object.entries(HOUSE_NAMES).map(([account, name]) => ({
    name,
    held: house?.[account as keyof HouseAccounts] ?? 0n,
  }));
  const clearing = catalogue.contracts
    .filter(({ marginCoin }) => marginCoin === asset)
    .map(({ id, name }) => ({ name: `CLEARING:${name}`, held: clearingOf(ledger, id) }));
  return [...own, ...clearing];
}
