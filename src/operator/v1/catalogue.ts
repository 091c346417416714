/**
 * The catalogue: assets, symbols, fees. Nothing of it is ever removed, so a name always means the
 * same thing (SPOT-HALT-1, SPOT-DELIST-1, SPOT-SETTLE-3). The terms on which assets are lent are in
 * lending/.
 */

import {
  count,
  truth as flag,
  list,
  name as nameShape,
  record,
  told,
} from "../../contract/field.ts";
import { optional, required } from "../../contract/parameter.ts";
import type { OperationWords } from "./about.ts";
import { getAssetNamed, getPairNamed } from "./find.ts";
import { decimals, name, rate, symbolName, truth } from "./forms.ts";
import { carryOut, endpoint } from "./operator.ts";
import { formatRate, PAIR_PARAMETERS, sayPair, toPairRules } from "./pair-rules.ts";
import { FEE_RATES, MARKET_STATUS, SYMBOL } from "./pair-shape.ts";

const SCALE_DEFAULT = 8;

const ASSET = record({
  name: nameShape("asset"),
  scale: count("decimals that its amounts have"),
});

export const addAsset = endpoint({
  method: "POST",
  path: "/assets",
  parameters: {
    name: required(told(name, { description: "Its name, of A-Z and 0-9, for ever." })),
    scale: optional(
      told(decimals, {
        default: SCALE_DEFAULT,
        description: "Decimals that its amounts have, at most 18.",
      }),
    ),
  },
  about: {
    operation: "addAsset",
    tag: "catalogue",
    summary: "Add an asset, for ever",
    reply: ASSET,
    codes: ["ALREADY_EXISTS", "NO_ROOM"],
    waitsFor: "command",
  },
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
  about: {
    operation: "listAssets",
    tag: "catalogue",
    summary: "All assets",
    reply: record({ assets: list(ASSET, "in the order of their numbers") }),
  },
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
  about: {
    operation: "addSymbol",
    tag: "catalogue",
    summary: "List a symbol, for ever; it trades at once",
    reply: SYMBOL,
    codes: ["NO_SUCH_ASSET", "BAD_PRECISION", "RULES_REFUSED", "ALREADY_EXISTS", "NO_ROOM"],
    waitsFor: "command",
  },
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
  parameters: { name: optional(symbolName) },
  about: {
    operation: "listSymbols",
    tag: "catalogue",
    summary: "All symbols with their rules, delisted ones too, or one",
    reply: record({ symbols: list(SYMBOL, "in the order of their numbers") }),
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { name: asked }) {
    const { pairs } = call.exchange.state.catalogue;
    const shown = asked === undefined ? pairs : [getPairNamed(call, asked)];
    return { symbols: shown.map((pair) => sayPair(call, pair)) };
  },
});

export const haltSymbol = change("/symbols/halt", "HaltPair", {
  operation: "haltSymbol",
  summary: "Take no new orders on a symbol and match nothing; what rests may be cancelled",
});
export const resumeSymbol = change("/symbols/resume", "ResumePair", {
  operation: "resumeSymbol",
  summary: "Let a halted symbol trade again",
});
/** SPOT-DELIST-1: a large book takes a while; until it is empty the status is "delisting". */
export const delistSymbol = change("/symbols/delist", "DelistPair", {
  operation: "delistSymbol",
  summary: "Cancel every order on a symbol and end it, for ever",
});

function change(
  path: string,
  type: "HaltPair" | "ResumePair" | "DelistPair",
  words: OperationWords,
) {
  return endpoint({
    method: "POST",
    path,
    parameters: { name: required(symbolName) },
    about: {
      ...words,
      tag: "catalogue",
      reply: record({ name: nameShape("symbol"), status: MARKET_STATUS }),
      codes: ["BAD_SYMBOL"],
      waitsFor: "command",
    },
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
  parameters: {
    name: required(symbolName),
    marginEnabled: required(
      told(truth, { description: "Whether borrowed money may trade there." }),
    ),
  },
  about: {
    operation: "setSymbolMargin",
    tag: "catalogue",
    summary: "Let a symbol be traded with borrowed money, or no more",
    description: "What rests there stays.",
    reply: record({
      name: nameShape("symbol"),
      marginEnabled: flag("whether it may be traded with borrowed money"),
    }),
    codes: ["BAD_SYMBOL"],
    waitsFor: "command",
  },
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
    symbol: required(symbolName),
    makerFeeRate: required(told(rate, { description: "Fee of makers, below zero a rebate." })),
    takerFeeRate: required(told(rate, { description: "Fee of takers." })),
  },
  about: {
    operation: "setFees",
    tag: "catalogue",
    summary: "Set the fees of a symbol; open orders keep theirs",
    reply: record({ symbol: nameShape("symbol"), ...FEE_RATES }),
    codes: ["BAD_SYMBOL", "BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  async handle(call, { symbol, makerFeeRate: makerRate, takerFeeRate: takerRate }) {
    const pair = getPairNamed(call, symbol).id;
    await carryOut(call, { type: "SetFees", pair, makerRate, takerRate, request: call.request });
    const { name: shown, ...rates } = getPairNamed(call, symbol);
    const makerFeeRate = formatRate(rates.makerRate);
    return { symbol: shown, makerFeeRate, takerFeeRate: formatRate(rates.takerRate) };
  },
});
