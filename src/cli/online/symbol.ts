/** `bourse symbol ...`: what trades, and by which rules. */
import type { Option, Values } from "../terminal/command.ts";
import { align } from "../terminal/layout.ts";
import { UsageError } from "../terminal/usage.ts";
import { get, online, post } from "./online.ts";

/** The rules that have a default, by the names of the API. */
const RULES = {
  minQty: ["--min-qty", "Q", "smallest quantity; one step without it"],
  maxQty: ["--max-qty", "Q", "largest quantity; 2^53 - 1 steps without it"],
  minNotional: ["--min-notional", "V", "smallest value of an order; off without it"],
  maxMarketNotional: ["--max-market-notional", "V", "largest market buy; off without it"],
  makerFeeRate: ["--maker", "R", "fee rate of makers, a rebate below zero; 0.001 without it"],
  takerFeeRate: ["--taker", "R", "fee rate of takers; 0.001 without it"],
  limitUp: ["--limit-up", "R", "highest limit price, times the last price; 5 without it"],
  limitDown: ["--limit-down", "R", "lowest limit price, times the last price; 0.2 without it"],
  rangeUp: ["--range-up", "R", "highest price of a market order, likewise; 2 without it"],
  rangeDown: ["--range-down", "R", "lowest price of a market order, likewise; 0.5 without it"],
  maxOpenOrders: ["--max-open-orders", "N", "open orders of a user; 200 without it"],
  stpMode: ["--stp-mode", "MODE", "EXPIRE_TAKER or NONE; EXPIRE_TAKER without it"],
} as const;

type RuleFlag = (typeof RULES)[keyof typeof RULES][0];

const ruleOptions = Object.fromEntries(
  Object.values(RULES).map(([flag, value, says]): [RuleFlag, Option] => [flag, { value, says }]),
) as Readonly<Record<RuleFlag, { readonly value: string; readonly says: string }>>;

const needed = {
  "--price-precision": { value: "N", says: "decimals of its prices", isRequired: true },
  "--quantity-precision": { value: "N", says: "decimals of its quantities", isRequired: true },
} as const;

type Rules = Values<[], typeof ruleOptions>;

function rulesFrom(values: Rules): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(RULES).map(([rule, [flag]]) => [rule, values[flag]]));
}

export const symbolAdd = online({
  name: "symbol add",
  says: "list a symbol, for ever; it trades at once",
  takes: ["NAME", "BASE", "QUOTE"],
  options: {
    ...needed,
    ...ruleOptions,
    "--margin-enabled": { says: "it may be traded with borrowed money" },
  },
  ask: ({ NAME: name, BASE: base, QUOTE: quote, ...values }) =>
    post("/symbols", {
      name,
      base,
      quote,
      pricePrecision: values["--price-precision"],
      quantityPrecision: values["--quantity-precision"],
      ...rulesFrom(values),
      marginEnabled: values["--margin-enabled"] !== undefined,
    }),
  show: ({ name, ...rules }: { readonly name: string }) => [
    `added symbol ${name}`,
    ...align(Object.entries(rules).map(([rule, value]) => [`  ${rule}`, `${value}`])),
  ],
});

interface Listed {
  readonly name: string;
  readonly status: string;
}

interface Traded extends Listed {
  readonly base: string;
  readonly quote: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

export const symbolList = online({
  name: "symbol list",
  says: "show every symbol, delisted ones too",
  takes: [],
  options: {},
  ask: () => get("/symbols"),
  show: ({ symbols }: { symbols: readonly Traded[] }) =>
    align([
      ["SYMBOL", "STATUS", "BASE", "QUOTE", "MAKER", "TAKER"],
      ...symbols.map(({ name, status, base, quote, makerFeeRate, takerFeeRate }) => {
        return [name, status, base, quote, makerFeeRate, takerFeeRate];
      }),
    ]),
});

const change = { takes: ["NAME"], options: {} } as const;

export const symbolHalt = online({
  ...change,
  name: "symbol halt",
  says: "take no new orders; what rests stays and may be cancelled",
  ask: ({ NAME: name }) => post("/symbols/halt", { name }),
  show: sayStatus,
});

export const symbolResume = online({
  ...change,
  name: "symbol resume",
  says: "let a halted symbol trade again",
  ask: ({ NAME: name }) => post("/symbols/resume", { name }),
  show: sayStatus,
});

export const symbolDelist = online({
  ...change,
  name: "symbol delist",
  retyped: { says: "the name of the symbol", of: ({ NAME: name }) => name },
  says: "cancel every order there and end the symbol, for ever",
  ask: ({ NAME: name }) => post("/symbols/delist", { name }),
  show: sayStatus,
});

export const symbolMargin = online({
  name: "symbol margin",
  says: "let a symbol be traded with borrowed money, or not; what rests stays",
  takes: ["NAME", "on|off"],
  options: {},
  ask: ({ NAME: name, "on|off": word }) =>
    post("/symbols/margin", { name, marginEnabled: isOn(word) }),
  show: ({ name, marginEnabled }: { readonly name: string; readonly marginEnabled: boolean }) => [
    `margin on symbol ${name} is ${marginEnabled ? "on" : "off"}`,
  ],
});

function isOn(word: string): boolean {
  if (word === "on" || word === "off") return word === "on";
  throw new UsageError(`margin is on or off, not ${word}`);
}

function sayStatus({ name, status }: Listed): readonly string[] {
  return [`symbol ${name} is ${status}`];
}
