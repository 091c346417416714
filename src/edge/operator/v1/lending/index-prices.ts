/**
 * Index prices: what every asset is worth, and by which source. The operator's own price stands above
 * all other sources until it is withdrawn (PRICE-INDEX-5).
 */

import type { ValueOf } from "../../../../contract/field.ts";
import {
  type INDEX_PRICE,
  LIST_INDEX,
  SET_INDEX,
  WITHDRAW_INDEX,
} from "../../../../contract/operator/lending/index-prices.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import {
  type Asset,
  INDEX_DECIMALS,
  VALUE_ASSET,
} from "../../../../core/engine/catalogue/catalogue.ts";
import {
  indexPriceOf,
  isIndexStale,
  OPERATOR,
  type Source,
} from "../../../../core/engine/prices/index-prices.ts";
import { formatUnits, unitsOf } from "../../../../core/money/decimal.ts";
import { engineTimeOf } from "../../../../runtime/replica/submission.ts";
import { getAssetNamed } from "../find.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";

export const setIndex = endpoint(SET_INDEX, async (call, values) => {
  const asset = getAssetNamed(call, values.asset);
  const said = { source: OPERATOR, weight: 1, price: indexUnitsOf(values.price) };
  await carryOut(call, { type: "SetIndex", asset: asset.id, ...said, request: call.request });
  return { source: OPERATOR, ...sayIndex(call, asset) };
});

/** Any source may be withdrawn; one that still sends prices is back with its next one. */
export const withdrawIndex = endpoint(WITHDRAW_INDEX, async (call, values) => {
  const { source = OPERATOR } = values;
  const asset = getAssetNamed(call, values.asset);
  const { request } = call;
  await carryOut(call, { type: "WithdrawIndex", asset: asset.id, source, request });
  return { source, ...sayIndex(call, asset) };
});

export const listIndex = endpoint(LIST_INDEX, (call) => {
  const { state } = call.exchange;
  const known = state.catalogue.assets.filter(({ id }) => indexPriceOf(state, id) > 0n);
  return { prices: known.map((asset) => sayIndex(call, asset)) };
});

/** PRICE-INDEX-1: exact, with at most 18 decimals. */
function indexUnitsOf(price: string): bigint {
  const units = unitsOf(price, INDEX_DECIMALS);
  if (units !== undefined) return units;
  const msg = `The price has more than ${INDEX_DECIMALS} decimals.`;
  throw new Refusal("BAD_PRECISION", { msg });
}

/** An index as the next command would find it: engine time never goes back. */
function sayIndex({ exchange }: OperatorCall, asset: Asset): ValueOf<typeof INDEX_PRICE> {
  const { state } = exchange;
  const timeMs = engineTimeOf(exchange);
  const price = indexPriceOf(state, asset.id);
  const sources = state.prices.index[asset.id - 1]?.sources ?? [];
  return {
    asset: asset.name,
    // None while the index is unknown.
    price: price === 0n ? undefined : formatUnits(price, INDEX_DECIMALS),
    from: originOf(asset, sources),
    stale: isIndexStale(state, asset.id, timeMs),
    sources: sources.map((source) => saySource(source, timeMs)),
  };
}

function saySource({ name: shown, weight, price, atMs }: Source, timeMs: number) {
  return { name: shown, weight, price: formatUnits(price, INDEX_DECIMALS), ageMs: timeMs - atMs };
}

/** PRICE-INDEX-5, PRICE-INDEX-3: the source that the index follows. */
function originOf({ name: asset }: Asset, sources: readonly Source[]) {
  if (asset === VALUE_ASSET) return "fixed";
  if (sources.some(({ name: source }) => source === OPERATOR)) return "operator";
  return sources.length > 0 ? "sources" : "trades";
}
