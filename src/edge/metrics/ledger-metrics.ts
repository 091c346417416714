/**
 * Money, asset by asset. The accounts of the house are read as they stand. What all users together
 * have is not added up, which would take a walk over all users: since every asset sums to zero
 * (I-1), it is what the house lacks. So these figures say how the money lies, and cannot show that
 * the books do not agree: that is what the checks are for, and `bourse audit`, which adds up both.
 */

import type { Asset } from "../../core/engine/catalogue/catalogue.ts";
import { HOUSE_NAMES, type HouseAccounts } from "../../core/engine/ledger/ledger.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { formatUnits } from "../../core/money/decimal.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import type { Metric, Sample } from "./metric.ts";

/** The clearing of all contracts that have this asset as their margin coin. */
const CLEARING = "CLEARING";

interface Held {
  readonly account: string;
  readonly units: bigint;
}

export function ledgerMetrics(sequencer: () => Pick<Exchange, "state">): readonly Metric[] {
  const ofEach = (samples: (state: ExchangeState, asset: Asset) => readonly Sample[]) => {
    const { state } = sequencer();
    return state.catalogue.assets.flatMap((asset) => samples(state, asset));
  };
  return [
    {
      name: "bourse_house_balance",
      help: "What an account of the house holds, in the asset's own unit.",
      type: "gauge",
      read: () => ofEach(houses),
    },
    {
      name: "bourse_users_balance",
      help: "What all users together hold: what the house lacks.",
      type: "gauge",
      read: () => ofEach(users),
    },
  ];
}

function houses(state: ExchangeState, asset: Asset): readonly Sample[] {
  return heldBy(state, asset).map(({ account, units }) => {
    return { labels: { asset: asset.name, account }, value: amountOf(units, asset) };
  });
}

function users(state: ExchangeState, asset: Asset): readonly Sample[] {
  const units = heldBy(state, asset).reduce((sum, held) => sum - held.units, 0n);
  return [{ labels: { asset: asset.name }, value: amountOf(units, asset) }];
}

function heldBy({ ledger, catalogue }: ExchangeState, { id }: Asset): readonly Held[] {
  const house = ledger.houses[id - 1];
  const own = Object.entries(HOUSE_NAMES).map(([key, account]) => {
    return { account, units: house?.[key as keyof HouseAccounts] ?? 0n };
  });
  const contracts = catalogue.contracts.filter(({ marginCoin }) => marginCoin === id);
  const clearing = contracts.map((contract) => ledger.clearing[contract.id - 1] ?? 0n);
  return [...own, { account: CLEARING, units: clearing.reduce((sum, units) => sum + units, 0n) }];
}

/** For a picture only: Prometheus has no exact numbers. */
function amountOf(units: bigint, { scale }: Asset): number {
  return Number(formatUnits(units, scale));
}
