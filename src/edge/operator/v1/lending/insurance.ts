/**
 * What insures the house, asset by asset: the fund of margin and the fund of futures, and what each
 * could not pay. Rule OPER-FUT-4.
 */

import type { ValueOf } from "../../../../contract/field.ts";
import { LIST_INSURANCE } from "../../../../contract/operator/lending/funds.ts";
import type { Asset } from "../../../../core/engine/catalogue/catalogue.ts";
import type { ExchangeState } from "../../../../core/engine/state.ts";
import { formatUnits } from "../../../../core/money/decimal.ts";
import { endpoint } from "../operator.ts";

export const listInsurance = endpoint(LIST_INSURANCE, ({ exchange: { state } }) => {
  const insured = state.catalogue.assets.map((asset) => insuranceOf(state, asset));
  return { insurance: insured.filter(isUsed).map(sayInsurance) };
});

type Said = ValueOf<(typeof LIST_INSURANCE)["about"]["reply"]>["insurance"][number];

interface Insurance {
  readonly asset: Asset;
  readonly amounts: Readonly<Record<Exclude<keyof Said, "asset">, bigint>>;
}

function insuranceOf({ ledger }: ExchangeState, asset: Asset): Insurance {
  const house = ledger.houses[asset.id - 1];
  const amounts = {
    marginInsurance: house?.marginInsurance ?? 0n,
    // A loss of the house; shown without its sign.
    marginBadDebt: 0n - (house?.marginBadDebt ?? 0n),
    futuresInsurance: house?.futuresInsurance ?? 0n,
    futuresBadDebt: 0n - (house?.futuresBadDebt ?? 0n),
  };
  return { asset, amounts };
}

function isUsed({ amounts }: Insurance): boolean {
  return Object.values(amounts).some((amount) => amount !== 0n);
}

function sayInsurance({ asset: { name, scale }, amounts }: Insurance): Said {
  return {
    asset: name,
    marginInsurance: formatUnits(amounts.marginInsurance, scale),
    marginBadDebt: formatUnits(amounts.marginBadDebt, scale),
    futuresInsurance: formatUnits(amounts.futuresInsurance, scale),
    futuresBadDebt: formatUnits(amounts.futuresBadDebt, scale),
  };
}
