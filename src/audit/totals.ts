/**
 * Who has what, asset by asset: the users together, then each account of the house by its name in
 * the rulebook. All of it sums to zero (I-1), and anybody can add it up.
 */
import { clearingOf } from "../engine/ledger/clearing.ts";
import type { House } from "../engine/ledger/ledger.ts";
import type { ExchangeState } from "../engine/state.ts";
import { formatUnits } from "../money/decimal.ts";

export interface AssetTotal {
  readonly asset: string;
  /** Spot, margin and futures together, with the margin of isolated positions. */
  readonly users: string;
  /** Those of margin and futures only where they hold something. */
  readonly houses: readonly { readonly name: string; readonly held: string }[];
}

const ALWAYS = ["FEE", "EXTERNAL"];

const HOUSES: Readonly<Record<string, keyof House>> = {
  FEE: "fee",
  EXTERNAL: "external",
  INTEREST: "interest",
  LOAN_POOL: "loanPool",
  MARGIN_INSURANCE: "marginInsurance",
  MARGIN_BAD_DEBT: "marginBadDebt",
  FUT_INSURANCE: "futuresInsurance",
  FUT_BAD_DEBT: "futuresBadDebt",
  FUNDING: "funding",
};

export function totalsOf(state: ExchangeState): AssetTotal[] {
  const users = usersOf(state);
  return state.catalogue.assets.map(({ id, name: asset, scale }) => {
    const shown = (units: bigint) => formatUnits(units, scale);
    const houses = housesOf(state, id)
      .filter(({ name, held }) => held !== 0n || ALWAYS.includes(name))
      .map(({ name, held }) => ({ name, held: shown(held) }));
    return { asset, users: shown(users[id - 1] ?? 0n), houses };
  });
}

/** By asset id less one. */
function usersOf({ ledger, futures }: ExchangeState): bigint[] {
  const sums: bigint[] = [];
  const add = (asset: number, amount: bigint) => {
    sums[asset - 1] = (sums[asset - 1] ?? 0n) + amount;
  };
  for (const area of [ledger.spot, ledger.margin, ledger.futures]) {
    for (const wallets of area) {
      for (const wallet of wallets) if (wallet) add(wallet.asset, wallet.free + wallet.locked);
    }
  }
  for (const { asset, margin } of futures.positions.all()) add(asset, margin);
  return sums;
}

/** CLEARING stands between the winners and losers of one contract. */
function housesOf({ ledger, catalogue }: ExchangeState, asset: number) {
  const house = ledger.houses[asset - 1];
  const own = Object.entries(HOUSES).map(([name, account]) => ({
    name,
    held: house?.[account] ?? 0n,
  }));
  const clearing = catalogue.contracts
    .filter(({ marginCoin }) => marginCoin === asset)
    .map(({ id, name }) => ({ name: `CLEARING:${name}`, held: clearingOf(ledger, id) }));
  return [...own, ...clearing];
}
