/**
 * What ccxt's manual says of each unified structure: its keys, and what a value may be. Every reply of a
 * unified call is held against one of these, since ccxt's npm package has no test helpers of its own.
 */
import assert from "node:assert/strict";

type Kind = "text" | "number" | "whole" | "flag" | "dict" | "list" | "any";

/** `?` behind a kind: it may be undefined. */
type Form = Readonly<Record<string, Kind | `${Kind}?`>>;

const TIMES: Form = { timestamp: "whole?", datetime: "text?" };

export const FORMS = {
  market: {
    id: "text",
    symbol: "text",
    base: "text",
    quote: "text",
    settle: "text?",
    baseId: "text",
    quoteId: "text",
    settleId: "text?",
    type: "text",
    spot: "flag",
    margin: "flag",
    swap: "flag",
    future: "flag",
    option: "flag",
    active: "flag",
    contract: "flag",
    linear: "flag?",
    inverse: "flag?",
    taker: "number",
    maker: "number",
    contractSize: "number?",
    expiry: "any?",
    expiryDatetime: "any?",
    strike: "any?",
    optionType: "any?",
    precision: "dict",
    limits: "dict",
    info: "dict",
  },
  currency: {
    id: "text",
    code: "text",
    name: "text?",
    active: "flag?",
    deposit: "flag?",
    withdraw: "flag?",
    fee: "number?",
    precision: "number",
    limits: "dict",
    networks: "dict",
    info: "dict",
  },
  ledgerEntry: {
    id: "text",
    ...TIMES,
    direction: "text",
    account: "text",
    referenceId: "text?",
    referenceAccount: "text?",
    type: "text",
    currency: "text",
    amount: "number",
    before: "number",
    after: "number",
    status: "text",
    fee: "any?",
    info: "dict",
  },
  fundingHistory: {
    symbol: "text",
    code: "text",
    ...TIMES,
    id: "text",
    amount: "number",
    info: "dict",
  },
  ticker: {
    symbol: "text",
    ...TIMES,
    high: "number?",
    low: "number?",
    bid: "number?",
    bidVolume: "number?",
    ask: "number?",
    askVolume: "number?",
    vwap: "number?",
    open: "number?",
    close: "number?",
    last: "number?",
    previousClose: "number?",
    change: "number?",
    percentage: "number?",
    average: "number?",
    baseVolume: "number?",
    quoteVolume: "number?",
    info: "dict",
  },
  orderBook: { symbol: "text", bids: "list", asks: "list", ...TIMES, nonce: "whole?" },
  trade: {
    id: "text?",
    ...TIMES,
    symbol: "text",
    order: "text?",
    type: "text?",
    side: "text",
    takerOrMaker: "text?",
    price: "number",
    amount: "number",
    cost: "number",
    fee: "dict?",
    fees: "list",
    info: "dict",
  },
  order: {
    id: "text?",
    clientOrderId: "text?",
    ...TIMES,
    lastTradeTimestamp: "whole?",
    symbol: "text?",
    type: "text?",
    timeInForce: "text?",
    postOnly: "flag?",
    reduceOnly: "flag?",
    side: "text?",
    price: "number?",
    triggerPrice: "number?",
    amount: "number?",
    cost: "number?",
    average: "number?",
    filled: "number?",
    remaining: "number?",
    status: "text",
    fee: "dict?",
    fees: "list",
    trades: "list",
    info: "any",
  },
  balance: { info: "any", free: "dict", used: "dict", total: "dict" },
  position: {
    info: "dict",
    id: "text?",
    symbol: "text",
    ...TIMES,
    hedged: "flag",
    side: "text",
    contracts: "number",
    contractSize: "number",
    entryPrice: "number?",
    markPrice: "number?",
    notional: "number?",
    leverage: "number?",
    collateral: "number?",
    initialMargin: "number?",
    initialMarginPercentage: "number?",
    maintenanceMargin: "number?",
    maintenanceMarginPercentage: "number?",
    marginRatio: "number?",
    unrealizedPnl: "number?",
    realizedPnl: "number?",
    liquidationPrice: "number?",
    marginMode: "text",
    percentage: "number?",
  },
  fundingRate: {
    info: "dict",
    symbol: "text",
    markPrice: "number?",
    indexPrice: "number?",
    ...TIMES,
    interestRate: "number?",
    estimatedSettlePrice: "number?",
    fundingRate: "number",
    fundingTimestamp: "whole?",
    fundingDatetime: "text?",
    nextFundingRate: "number?",
    nextFundingTimestamp: "whole?",
    nextFundingDatetime: "text?",
    previousFundingRate: "number?",
    previousFundingTimestamp: "whole?",
    previousFundingDatetime: "text?",
    interval: "text?",
  },
  fundingRateHistory: { info: "dict", symbol: "text", fundingRate: "number", ...TIMES },
  transfer: {
    info: "dict",
    id: "text",
    ...TIMES,
    currency: "text",
    amount: "number",
    fromAccount: "text",
    toAccount: "text",
    status: "text",
  },
  leverage: {
    info: "dict",
    symbol: "text",
    marginMode: "text",
    longLeverage: "number",
    shortLeverage: "number",
  },
  marginMode: { info: "dict", symbol: "text", marginMode: "text" },
  leverageTier: {
    tier: "number",
    symbol: "text",
    currency: "text",
    minNotional: "number",
    maxNotional: "number",
    maintenanceMarginRate: "number",
    maxLeverage: "number",
    info: "dict",
  },
  tradingFee: {
    info: "dict",
    symbol: "text",
    maker: "number",
    taker: "number",
    percentage: "flag",
    tierBased: "flag",
  },
  marginLoan: {
    info: "dict",
    id: "text?",
    currency: "text",
    amount: "number",
    symbol: "text?",
    ...TIMES,
  },
  status: { status: "text", updated: "whole?", eta: "any?", url: "any?", info: "any" },
} satisfies Readonly<Record<string, Form>>;

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  whole: (value) => Number.isSafeInteger(value),
  flag: (value) => typeof value === "boolean",
  dict: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
  any: () => true,
};

/** Whether a value has all the keys of its structure, each with a value of its kind. */
export function holds(name: keyof typeof FORMS, structure: object): void {
  const row = structure as Readonly<Record<string, unknown>>;
  for (const [key, kind] of Object.entries(FORMS[name] as Form)) {
    assert.ok(key in row, `${name} has no ${key}: ${JSON.stringify(row)}`);
    const value = row[key];
    if (value === undefined && kind.endsWith("?")) continue;
    const isKind = IS[kind.replace("?", "") as Kind](value);
    assert.ok(isKind, `${key} of ${name} is no ${kind}: ${JSON.stringify(value)}`);
  }
  const { timestamp, datetime } = row;
  if (typeof timestamp === "number") {
    assert.equal(datetime, new Date(timestamp).toISOString(), `datetime of ${name}`);
  }
}

export function allHold(name: keyof typeof FORMS, structures: readonly object[]): void {
  assert.notEqual(structures.length, 0, `there is no ${name}`);
  for (const structure of structures) holds(name, structure);
}

/** The named fields of a structure, to compare at once. */
export function fieldsOf<K extends string>(row: object, ...keys: K[]): Record<K, unknown> {
  const values = row as Record<K, unknown>;
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as Record<K, unknown>;
}

/** Candles: time, open, high, low, close, volume; ascending. */
export function areCandles(rows: readonly (readonly unknown[])[]): void {
  for (const [at, row] of rows.entries()) {
    assert.equal(row.length, 6);
    assert.ok(row.every((value) => typeof value === "number"));
    if (at > 0) assert.ok(Number(row[0]) > Number(rows[at - 1]?.[0]), "candles ascend");
  }
}
