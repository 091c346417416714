/** `bourse symbol ...`: what trades, and by which rules. */
import {
  ADD_SYMBOL,
  DELIST_SYMBOL,
  HALT_SYMBOL,
  LIST_SYMBOLS,
  RESUME_SYMBOL,
  SET_SYMBOL_MARGIN,
} from "../../contract/operator/market/symbols.ts";
import { align } from "../terminal/layout.ts";
import { online } from "./online.ts";

export const symbolAdd = online(ADD_SYMBOL, "symbol add", {
  show: ({ name, ...rules }) => [
    `added symbol ${name}`,
    ...align(Object.entries(rules).map(([rule, value]) => [`  ${rule}`, `${value}`])),
  ],
});

export const symbolList = online(LIST_SYMBOLS, "symbol list", {
  show: ({ symbols }) =>
    align([
      ["SYMBOL", "STATUS", "BASE", "QUOTE", "MAKER", "TAKER"],
      ...symbols.map(({ name, status, base, quote, makerFeeRate, takerFeeRate }) => {
        return [name, status, base, quote, makerFeeRate, takerFeeRate];
      }),
    ]),
});

export const symbolHalt = online(HALT_SYMBOL, "symbol halt", { show: sayStatus });
export const symbolResume = online(RESUME_SYMBOL, "symbol resume", { show: sayStatus });
export const symbolDelist = online(DELIST_SYMBOL, "symbol delist", { show: sayStatus });

export const symbolMargin = online(SET_SYMBOL_MARGIN, "symbol margin", {
  show: ({ name, marginEnabled }) => [
    `margin on symbol ${name} is ${marginEnabled ? "on" : "off"}`,
  ],
});

function sayStatus({ name, status }: { readonly name: string; readonly status: string }) {
  return [`symbol ${name} is ${status}`];
}
