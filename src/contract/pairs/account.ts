/** The user's own money, in spot and in margin: every asset of the catalogue, zeros included; and the user's fee rates. */
import type { AccountState } from "../../core/engine/margin/margin.ts";
import { signedEndpoint } from "../endpoint.ts";
import { decimalText, list, name, record, signedText, told, whole, word } from "../field.ts";
import { USUAL_LIMIT } from "../limits.ts";
import { AS_LISTED } from "../markets.ts";
import { optional } from "../parameter.ts";
import { MARGIN, SPOT } from "./areas.ts";
import { symbolName } from "./order-parameters.ts";

const BALANCE_FIELDS = {
  asset: name("asset"),
  free: decimalText("what you may dispose of"),
  locked: decimalText("what your open orders hold"),
};

export const BALANCE = record(BALANCE_FIELDS);

export const SPOT_ACCOUNT = record({ balances: list(BALANCE, "every asset, zeros included") });

export const account = signedEndpoint({
  method: "GET",
  path: `${SPOT.root}/account`,
  security: "USER_DATA",
  limit: USUAL_LIMIT,
  parameters: {},
  operation: "spotAccount",
  tags: ["spot"],
  summary: "Your money in spot",
  reply: SPOT_ACCOUNT,
});

/** MARG-LEVEL-3 */
export const ACCOUNT_STATES = {
  normal: "NORMAL",
  trade_only: "TRADE_ONLY",
  margin_call: "MARGIN_CALL",
  liquidation: "LIQUIDATION",
} as const satisfies Readonly<Record<AccountState, string>>;

export const MARGIN_BALANCE = record({
  ...BALANCE_FIELDS,
  borrowed: decimalText("what you owe without interest"),
  interest: decimalText("interest on it so far"),
});

export const LEVEL_FIELDS = {
  marginLevel: decimalText("worth of what there is, divided by what is owed"),
  state: word(Object.values(ACCOUNT_STATES), "what the account may do at this level"),
  leverageMax: whole("what there is may come to so many times your own of it, by what is lent"),
};

export const MARGIN_LEVEL = record(LEVEL_FIELDS);

export const MARGIN_ACCOUNT = record({
  balances: list(MARGIN_BALANCE, "every asset, zeros included"),
  ...LEVEL_FIELDS,
});

/** Beyond the spec, in the words of its family of venues. MARG-ACC-1: what there is, and what is owed. */
export const marginAccount = signedEndpoint({
  method: "GET",
  path: `${MARGIN.root}/account`,
  security: "USER_DATA",
  limit: USUAL_LIMIT,
  parameters: {},
  operation: "marginAccount",
  tags: ["margin", "extensions"],
  summary: "Your money and your debts in margin",
  reply: MARGIN_ACCOUNT,
});

export const SYMBOL_RATES = record({
  symbol: name("name of the symbol"),
  makerFeeRate: signedText("your fee as a maker, as a fraction; below zero a rebate"),
  takerFeeRate: signedText("your fee as a taker"),
});

/** SPOT-FEE-2, SPOT-FEE-4 */
export const feeRates = signedEndpoint({
  method: "GET",
  path: `${SPOT.root}/feeRates`,
  security: "USER_DATA",
  limit: USUAL_LIMIT,
  parameters: {
    symbol: optional(told(symbolName, { description: "Without it every symbol." })),
  },
  operation: "spotFeeRates",
  tags: ["spot", "margin", "extensions"],
  summary: "Your fee rates at a symbol, or at all",
  description: "What a new order would have, in spot and in margin. Open orders keep theirs.",
  reply: list(SYMBOL_RATES, AS_LISTED),
  codes: ["BAD_SYMBOL"],
});

export const SPOT_ACCOUNT_ENDPOINTS = [account, feeRates] as const;
export const MARGIN_ACCOUNT_ENDPOINTS = [marginAccount] as const;

export const ACCOUNT_RECORDS = {
  Balance: BALANCE,
  SpotAccount: SPOT_ACCOUNT,
  MarginBalance: MARGIN_BALANCE,
  MarginAccount: MARGIN_ACCOUNT,
  SymbolRates: SYMBOL_RATES,
};
