/** Symbols and their fees. Nothing of them is ever removed (SPOT-HALT-1, SPOT-DELIST-1, SPOT-SETTLE-3). */
import { list, name as nameShape, record, told, truth } from "../../field.ts";
import { optional, required } from "../../parameter.ts";
import { truth as flag, rate, symbolName } from "../forms.ts";
import { FEE_RATES, MARKET_STATUS } from "../market-fields.ts";
import { type OperationWords, request, type TypedCommand } from "../request.ts";
import { at, option, untyped } from "../typed.ts";
import { SYMBOL, SYMBOL_PARAMETERS } from "./symbol-rules.ts";

export const ADD_SYMBOL = request({
  method: "POST",
  path: "/symbols",
  parameters: SYMBOL_PARAMETERS,
  about: {
    operation: "addSymbol",
    tag: "catalogue",
    summary: "List a symbol, for ever; it trades at once",
    reply: SYMBOL,
    codes: ["NO_SUCH_ASSET", "BAD_PRECISION", "RULES_REFUSED", "ALREADY_EXISTS", "NO_ROOM"],
    waitsFor: "command",
  },
  commands: [{ words: "symbol add", says: "list a symbol, for ever; it trades at once" }],
});

/** USER-LIST-2: all of them, delisted ones too, or the one that is named. */
export const LIST_SYMBOLS = request({
  method: "GET",
  path: "/symbols",
  parameters: { name: untyped("a terminal shows all of them", optional(symbolName)) },
  about: {
    operation: "listSymbols",
    tag: "catalogue",
    summary: "All symbols with their rules, delisted ones too, or one",
    reply: record({ symbols: list(SYMBOL, "in the order of their numbers") }),
    codes: ["BAD_SYMBOL"],
  },
  commands: [{ words: "symbol list", says: "show every symbol, delisted ones too" }],
});

const NAMED = { name: at("NAME", required(symbolName)) };

export const HALT_SYMBOL = change(
  "/symbols/halt",
  {
    operation: "haltSymbol",
    summary: "Take no new orders on a symbol and match nothing; what rests may be cancelled",
  },
  { words: "symbol halt", says: "take no new orders; what rests stays and may be cancelled" },
);
export const RESUME_SYMBOL = change(
  "/symbols/resume",
  { operation: "resumeSymbol", summary: "Let a halted symbol trade again" },
  { words: "symbol resume", says: "let a halted symbol trade again" },
);
/** SPOT-DELIST-1: a large book takes a while; until it is empty the status is "delisting". */
export const DELIST_SYMBOL = change(
  "/symbols/delist",
  { operation: "delistSymbol", summary: "Cancel every order on a symbol and end it, for ever" },
  {
    words: "symbol delist",
    says: "cancel every order there and end the symbol, for ever",
    asksFirst: {
      says: "the name of the symbol",
      of: ["name"],
      gone: "the symbol, its name, and every order there",
    },
  },
);

function change<const W extends string>(
  path: string,
  words: OperationWords,
  command: TypedCommand<W>,
) {
  return request({
    method: "POST",
    path,
    parameters: NAMED,
    about: {
      ...words,
      tag: "catalogue",
      reply: record({ name: nameShape("symbol"), status: MARKET_STATUS }),
      codes: ["BAD_SYMBOL"],
      waitsFor: "command",
    },
    commands: [command],
  });
}

/** MARG-ORDER-1: what rests there stays. */
export const SET_SYMBOL_MARGIN = request({
  method: "POST",
  path: "/symbols/margin",
  parameters: {
    ...NAMED,
    marginEnabled: at(
      "on|off",
      required(told(flag, { description: "Whether borrowed money may trade there." })),
      { called: "margin", means: { on: true, off: false } },
    ),
  },
  about: {
    operation: "setSymbolMargin",
    tag: "catalogue",
    summary: "Let a symbol be traded with borrowed money, or no more",
    description: "What rests there stays.",
    reply: record({
      name: nameShape("symbol"),
      marginEnabled: truth("whether it may be traded with borrowed money"),
    }),
    codes: ["BAD_SYMBOL"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "symbol margin",
      says: "let a symbol be traded with borrowed money, or not; what rests stays",
    },
  ],
});

export const SET_FEES = request({
  method: "POST",
  path: "/fees",
  parameters: {
    symbol: at("SYMBOL", required(symbolName)),
    makerFeeRate: option(
      "--maker R",
      "rate of makers, a rebate below zero",
      required(told(rate, { description: "Fee of makers, below zero a rebate." })),
    ),
    takerFeeRate: option(
      "--taker R",
      "rate of takers",
      required(told(rate, { description: "Fee of takers." })),
    ),
  },
  about: {
    operation: "setFees",
    tag: "catalogue",
    summary: "Set the fees of a symbol; open orders keep theirs",
    reply: record({ symbol: nameShape("symbol"), ...FEE_RATES }),
    codes: ["BAD_SYMBOL", "BAD_PRECISION", "RULES_REFUSED"],
    waitsFor: "command",
  },
  commands: [{ words: "fee set", says: "set the fee rates of a symbol; open orders keep theirs" }],
});
