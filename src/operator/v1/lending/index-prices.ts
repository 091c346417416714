/**
 * Index prices: what every asset is worth, and by which source. The operator's own price stands above
 * all other sources until it is withdrawn (PRICE-INDEX-5).
 */

import {
  count,
  decimalText,
  list,
  name as nameShape,
  record,
  recordWith,
  text,
  told,
  truth,
  word,
} from "../../../contract/field.ts";
import { decimal } from "../../../contract/forms.ts";
import { optional, required } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { type Asset, INDEX_DECIMALS, VALUE_ASSET } from "../../../engine/catalogue/catalogue.ts";
import {
  indexPriceOf,
  isIndexStale,
  OPERATOR,
  type Source,
} from "../../../engine/prices/index-prices.ts";
import { formatUnits, unitsOf } from "../../../money/decimal.ts";
import { engineTimeOf } from "../../../service/submission.ts";
import { getAssetNamed } from "../find.ts";
import { assetName, name } from "../forms.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";

const SOURCE = record({
  name: text("source"),
  weight: count("how much it counts beside the others"),
  price: decimalText("what it said, in USDT"),
  ageMs: count("how long ago it said so, in ms"),
});

const INDEX_ALWAYS = {
  asset: nameShape("asset"),
  from: word(
    ["fixed", "operator", "sources", "trades"],
    "what the price follows: USDT is fixed; the operator's own price stands above all sources",
  ),
  stale: truth("whether it is too old to lend by"),
  sources: list(SOURCE, "sources that have said a price"),
};
const INDEX_SOMETIMES = { price: decimalText("index price in USDT; left out while none is known") };

const SAID_INDEX = recordWith(
  { source: text("source whose price was set or withdrawn"), ...INDEX_ALWAYS },
  INDEX_SOMETIMES,
);

export const setIndex = endpoint({
  method: "POST",
  path: "/index",
  parameters: {
    asset: required(assetName),
    price: required(told(decimal, { description: "What one of it is worth, in USDT." })),
  },
  about: {
    operation: "setIndex",
    tag: "lending",
    summary: "Set the index price of an asset, above all other sources",
    reply: SAID_INDEX,
    codes: ["NO_SUCH_ASSET", "BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  async handle(call, values) {
    const asset = getAssetNamed(call, values.asset);
    const said = { source: OPERATOR, weight: 1, price: indexUnitsOf(values.price) };
    await carryOut(call, { type: "SetIndex", asset: asset.id, ...said, request: call.request });
    return { source: OPERATOR, ...sayIndex(call, asset) };
  },
});

/** Any source may be withdrawn; one that still sends prices is back with its next one. */
export const withdrawIndex = endpoint({
  method: "POST",
  path: "/index/withdraw",
  parameters: {
    asset: required(assetName),
    source: optional(told(name, { default: OPERATOR, description: "Whose price is withdrawn." })),
  },
  about: {
    operation: "withdrawIndex",
    tag: "lending",
    summary: "Withdraw the price of the operator, or of another source",
    description: "A source that still speaks is back with its next price.",
    reply: SAID_INDEX,
    codes: ["NO_SUCH_ASSET", "NO_SUCH_SOURCE"],
    waitsFor: "command",
  },
  async handle(call, values) {
    const { source = OPERATOR } = values;
    const asset = getAssetNamed(call, values.asset);
    const { request } = call;
    await carryOut(call, { type: "WithdrawIndex", asset: asset.id, source, request });
    return { source, ...sayIndex(call, asset) };
  },
});

export const listIndex = endpoint({
  method: "GET",
  path: "/index",
  parameters: {},
  about: {
    operation: "listIndex",
    tag: "lending",
    summary: "The index prices, and what each follows",
    reply: record({
      prices: list(recordWith(INDEX_ALWAYS, INDEX_SOMETIMES), "assets that have one"),
    }),
  },
  handle(call) {
    const { state } = call.exchange;
    const known = state.catalogue.assets.filter(({ id }) => indexPriceOf(state, id) > 0n);
    return { prices: known.map((asset) => sayIndex(call, asset)) };
  },
});

/** PRICE-INDEX-1: exact, with at most 18 decimals. */
function indexUnitsOf(price: string): bigint {
  const units = unitsOf(price, INDEX_DECIMALS);
  if (units !== undefined) return units;
  const msg = `The price has more than ${INDEX_DECIMALS} decimals.`;
  throw new Refusal("BAD_PRECISION", { msg });
}

/** An index as the next command would find it: engine time never goes back. */
function sayIndex({ exchange }: OperatorCall, asset: Asset) {
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
