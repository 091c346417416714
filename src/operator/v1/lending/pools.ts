/**
 * Lending by the house, asset by asset: its pool, what of it is lent, what insures
 * it, what was earned and what was lost. Rule OPER-LEND-2.
 */

import { decimalText, list, name as nameShape, record } from "../../../contract/field.ts";
import type { Asset } from "../../../engine/catalogue/catalogue.ts";
import { loanTermsOf } from "../../../engine/catalogue/lending.ts";
import type { HouseAccounts } from "../../../engine/ledger/ledger.ts";
import type { ExchangeState } from "../../../engine/state.ts";
import { formatUnits } from "../../../money/decimal.ts";
import { endpoint } from "../operator.ts";
import { formatHourlyRate } from "./loans.ts";

const POOL = record({
  asset: nameShape("asset"),
  hourlyRate: decimalText("interest by the hour as a fraction"),
  available: decimalText("what is in the pool"),
  lent: decimalText("what is lent of it"),
  capital: decimalText("what was put into the pool"),
  cap: decimalText("the most that one user may owe of it"),
  marginInsurance: decimalText("what insures it"),
  badDebt: decimalText("what could not be paid back, a loss of the exchange"),
  interest: decimalText("interest that was paid so far"),
});

export const listPools = endpoint({
  method: "GET",
  path: "/pools",
  parameters: {},
  about: {
    operation: "listPools",
    tag: "lending",
    summary: "What is lent, asset by asset",
    reply: record({ pools: list(POOL, "assets that have to do with lending") }),
  },
  handle({ exchange: { state } }) {
    const pools = state.catalogue.assets.map((asset) => poolOf(state, asset));
    return { pools: pools.filter(isUsed).map(sayPool) };
  },
});

interface Pool {
  readonly asset: Asset;
  readonly hourlyRate: number;
  readonly amounts: Readonly<Record<string, bigint>>;
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

function sayPool({ asset: { name, scale }, hourlyRate, amounts }: Pool) {
  const said = Object.entries(amounts).map(([key, units]) => [key, formatUnits(units, scale)]);
  return { asset: name, hourlyRate: formatHourlyRate(hourlyRate), ...Object.fromEntries(said) };
}
