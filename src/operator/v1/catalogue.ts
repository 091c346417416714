/**
 * The catalogue: assets, symbols, fees. Nothing of it is ever removed, so a name always means the
 * same thing (SPOT-HALT-1, SPOT-DELIST-1, SPOT-SETTLE-3). On what terms assets are lent is in
 * lending/.
 */

import { optional, required } from "../../http/dialect/endpoint.ts";
import { getAssetNamed, getPairNamed } from "./find.ts";
import { decimals, name, rate, truth } from "./forms.ts";
import { carryOut, endpoint } from "./operator.ts";
import { formatRate, PAIR_PARAMETERS, sayPair, toPairRules } from "./pair-rules.ts";

const SCALE_DEFAULT = 8;

export const addAsset = endpoint({
  method: "POST",
  path: "/assets",
  parameters: { name: required(name), scale: optional(decimals) },
  async handle(call, values) {
    const { scale = SCALE_DEFAULT } = values;
    await carryOut(call, { type: "AddAsset", name: values.name, scale, request: call.request });
    const asset = getAssetNamed(call, values.name);
    return { name: asset.name, scale: asset.scale };
  },
});

/** USER-LIST-2 */
export const listAssets = endpoint({
  method: "GET",
  path: "/assets",
  parameters: {},
  handle: ({ exchange }) => ({
    assets: exchange.state.catalogue.assets.map(({ name: shown, scale }) => {
      return { name: shown, scale };
    }),
  }),
});

export const addSymbol = endpoint({
  method: "POST",
  path: "/symbols",
  parameters: PAIR_PARAMETERS,
  async handle(call, values) {
    const rules = toPairRules(call, values);
    await carryOut(call, { type: "AddPair", ...rules, request: call.request });
    return sayPair(call, getPairNamed(call, values.name));
  },
});

/** USER-LIST-2: all of them, delisted ones too, or the one that is named. */
export const listSymbols = endpoint({
  method: "GET",
  path: "/symbols",
  parameters: { name: optional(name) },
  handle(call, { name: asked }) {
    const { pairs } = call.exchange.state.catalogue;
    const shown = asked === undefined ? pairs : [getPairNamed(call, asked)];
    return { symbols: shown.map((pair) => sayPair(call, pair)) };
  },
});

export const haltSymbol = change("/symbols/halt", "HaltPair");
export const resumeSymbol = change("/symbols/resume", "ResumePair");
/** SPOT-DELIST-1: a large book takes a while; until it is empty the status is "delisting". */
export const delistSymbol = change("/symbols/delist", "DelistPair");

function change(path: string, type: "HaltPair" | "ResumePair" | "DelistPair") {
  return endpoint({
    method: "POST",
    path,
    parameters: { name: required(name) },
    async handle(call, values) {
      const pair = getPairNamed(call, values.name).id;
      await carryOut(call, { type, pair, request: call.request });
      const { name: shown, status } = getPairNamed(call, values.name);
      return { name: shown, status };
    },
  });
}

/** MARG-ORDER-1: what rests there stays. */
export const setSymbolMargin = endpoint({
  method: "POST",
  path: "/symbols/margin",
  parameters: { name: required(name), marginEnabled: required(truth) },
  async handle(call, { name: asked, marginEnabled: isMarginEnabled }) {
    const pair = getPairNamed(call, asked).id;
    await carryOut(call, { type: "SetMarginPair", pair, isMarginEnabled, request: call.request });
    const listed = getPairNamed(call, asked);
    return { name: listed.name, marginEnabled: listed.isMarginEnabled };
  },
});

export const setFees = endpoint({
  method: "POST",
  path: "/fees",
  parameters: {
    symbol: required(name),
    makerFeeRate: required(rate),
    takerFeeRate: required(rate),
  },
  async handle(call, { symbol, makerFeeRate: makerRate, takerFeeRate: takerRate }) {
    const pair = getPairNamed(call, symbol).id;
    await carryOut(call, { type: "SetFees", pair, makerRate, takerRate, request: call.request });
    const { name: shown, ...rates } = getPairNamed(call, symbol);
    const makerFeeRate = formatRate(rates.makerRate);
    return { symbol: shown, makerFeeRate, takerFeeRate: formatRate(rates.takerRate) };
  },
});
