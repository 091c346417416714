/**
 * Lending by the house, asset by asset: its pool, what of it is lent, what insures
 * it, what was earned and what was lost. Rule OPER-LEND-2.
 */

import type { ValueOf } from "../../../../contract/field.ts";
import { LIST_POOLS } from "../../../../contract/operator/lending/funds.ts";
import type { Asset } from "../../../../core/engine/catalogue/catalogue.ts";
import { loanTermsOf } from "../../../../core/engine/catalogue/lending.ts";
import type { HouseAccounts } from "../../../../core/engine/ledger/ledger.ts";
import type { ExchangeState } from "../../../../core/engine/state.ts";
import { formatUnits } from "../../../../core/money/decimal.ts";
import { endpoint } from "../operator.ts";
import { formatHourlyRate } from "./loans.ts";

export const listPools = endpoint(LIST_POOLS, ({ exchange: { state } }) => {
  const pools = state.catalogue.assets.map((asset) => poolOf(state, asset));
  return { pools: pools.filter(isUsed).map(sayPool) };
});

type Said = ValueOf<(typeof LIST_POOLS)["about"]["reply"]>["pools"][number];
type Amount = Exclude<keyof Said, "asset" | "hourlyRate">;

interface Pool {
  readonly asset: Asset;
  readonly hourlyRate: number;
  readonly amounts: Readonly<Record<Amount, bigint>>;
}

/** An asset without house accounts: no money has reached it. */
const NO_HOUSE: Partial<HouseAccounts> = {};

function poolOf({ catalogue, ledger }: ExchangeState, asset: Asset): Pool {
  const house = ledger.houses[asset.id - 1] ?? NO_HOUSE;
  const { loanPool: available = 0n, marginInsurance = 0n, interest = 0n } = house;
  const capital = ledger.poolCapital[asset.id - 1] ?? 0n;
  // OPER-LEND-2: the pool is always whole (MARG-LOSS-1), so what is not in it is lent.
  const lent = capital - available;
  const badDebt = 0n - (house.marginBadDebt ?? 0n);
  const { hourlyRate, cap } = loanTermsOf(catalogue, asset.id);
  const amounts = { available, lent, capital, cap, marginInsurance, badDebt, interest };
  return { asset, hourlyRate, amounts };
}

/** An asset that is not lent and never was has nothing to show. */
function isUsed({ hourlyRate, amounts }: Pool): boolean {
  return hourlyRate > 0 || Object.values(amounts).some((amount) => amount !== 0n);
}

function sayPool({ asset: { name, scale }, hourlyRate, amounts }: Pool): Said {
  const said = (amount: Amount) => formatUnits(amounts[amount], scale);
  return {
    asset: name,
    hourlyRate: formatHourlyRate(hourlyRate),
    available: said("available"),
    lent: said("lent"),
    capital: said("capital"),
    cap: said("cap"),
    marginInsurance: said("marginInsurance"),
    badDebt: said("badDebt"),
    interest: said("interest"),
  };
}
