/**
 * The catalogue: assets, symbols, fees. Nothing of it is ever removed, so a name always means the
 * same thing (SPOT-HALT-1, SPOT-DELIST-1, SPOT-SETTLE-3). The terms on which assets are lent are in
 * lending/.
 */

import { ADD_ASSET, LIST_ASSETS, SCALE_DEFAULT } from "../../../contract/operator/market/assets.ts";
import {
  ADD_SYMBOL,
  DELIST_SYMBOL,
  HALT_SYMBOL,
  LIST_SYMBOLS,
  RESUME_SYMBOL,
  SET_FEES,
  SET_SYMBOL_MARGIN,
} from "../../../contract/operator/market/symbols.ts";
import { formatRate } from "../../../contract/operator/usual.ts";
import { getAssetNamed, getPairNamed } from "./find.ts";
import { carryOut, endpoint } from "./operator.ts";
import { sayPair, toPairRules } from "./pair-rules.ts";

export const addAsset = endpoint(ADD_ASSET, async (call, values) => {
  const { scale = SCALE_DEFAULT } = values;
  await carryOut(call, { type: "AddAsset", name: values.name, scale, request: call.request });
  const asset = getAssetNamed(call, values.name);
  return { name: asset.name, scale: asset.scale };
});

/** USER-LIST-2 */
export const listAssets = endpoint(LIST_ASSETS, ({ exchange }) => ({
  assets: exchange.state.catalogue.assets.map(({ name: shown, scale }) => {
    return { name: shown, scale };
  }),
}));

export const addSymbol = endpoint(ADD_SYMBOL, async (call, values) => {
  const rules = toPairRules(call, values);
  await carryOut(call, { type: "AddPair", ...rules, request: call.request });
  return sayPair(call, getPairNamed(call, values.name));
});

/** USER-LIST-2: all of them, delisted ones too, or the one that is named. */
export const listSymbols = endpoint(LIST_SYMBOLS, (call, { name: asked }) => {
  const { pairs } = call.exchange.state.catalogue;
  const shown = asked === undefined ? pairs : [getPairNamed(call, asked)];
  return { symbols: shown.map((pair) => sayPair(call, pair)) };
});

export const haltSymbol = change(HALT_SYMBOL, "HaltPair");
export const resumeSymbol = change(RESUME_SYMBOL, "ResumePair");
/** SPOT-DELIST-1: a large book takes a while; until it is empty the status is "delisting". */
export const delistSymbol = change(DELIST_SYMBOL, "DelistPair");

function change(
  declared: typeof HALT_SYMBOL | typeof RESUME_SYMBOL | typeof DELIST_SYMBOL,
  type: "HaltPair" | "ResumePair" | "DelistPair",
) {
  return endpoint(declared, async (call, values) => {
    const pair = getPairNamed(call, values.name).id;
    await carryOut(call, { type, pair, request: call.request });
    const { name: shown, status } = getPairNamed(call, values.name);
    return { name: shown, status };
  });
}

/** MARG-ORDER-1: what rests there stays. */
export const setSymbolMargin = endpoint(
  SET_SYMBOL_MARGIN,
  async (call, { name: asked, marginEnabled: isMarginEnabled }) => {
    const pair = getPairNamed(call, asked).id;
    await carryOut(call, { type: "SetMarginPair", pair, isMarginEnabled, request: call.request });
    const listed = getPairNamed(call, asked);
    return { name: listed.name, marginEnabled: listed.isMarginEnabled };
  },
);

export const setFees = endpoint(
  SET_FEES,
  async (call, { symbol, makerFeeRate: makerRate, takerFeeRate: takerRate }) => {
    const pair = getPairNamed(call, symbol).id;
    await carryOut(call, { type: "SetFees", pair, makerRate, takerRate, request: call.request });
    const { name: shown, ...rates } = getPairNamed(call, symbol);
    const makerFeeRate = formatRate(rates.makerRate);
    return { symbol: shown, makerFeeRate, takerFeeRate: formatRate(rates.takerRate) };
  },
);
