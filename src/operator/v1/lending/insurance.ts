/**
 * What insures the house, asset by asset: the fund of margin and the fund of futures, and what each
 * could not pay. Rule OPER-FUT-4.
 */

import { decimalText, list, name as nameShape, record } from "../../../contract/field.ts";
import type { Asset } from "../../../engine/catalogue/catalogue.ts";
import type { ExchangeState } from "../../../engine/state.ts";
import { formatUnits } from "../../../money/decimal.ts";
import { endpoint } from "../operator.ts";

const INSURANCE = record({
  asset: nameShape("asset"),
  marginInsurance: decimalText("fund that insures margin"),
  marginBadDebt: decimalText("what that fund could not pay"),
  futuresInsurance: decimalText("fund that insures futures"),
  futuresBadDebt: decimalText("what that fund could not pay"),
});

export const listInsurance = endpoint({
  method: "GET",
  path: "/insurance",
  parameters: {},
  about: {
    operation: "listInsurance",
    tag: "lending",
    summary: "What insures the exchange, asset by asset",
    reply: record({ insurance: list(INSURANCE, "assets that have any") }),
  },
  handle({ exchange: { state } }) {
    const insured = state.catalogue.assets.map((asset) => insuranceOf(state, asset));
    return { insurance: insured.filter(isUsed).map(sayInsurance) };
  },
});

interface Insurance {
  readonly asset: Asset;
  readonly amounts: Readonly<Record<string, bigint>>;
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

function sayInsurance({ asset: { name, scale }, amounts }: Insurance) {
  const said = Object.entries(amounts).map(([key, units]) => [key, formatUnits(units, scale)]);
  return { asset: name, ...Object.fromEntries(said) };
}
