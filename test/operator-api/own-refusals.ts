/**
 * How to get each refusal that an endpoint of the operator declares as its own, at a desk where much has
 * happened. What is full is made small first; what only damaged files cause is said by the state controls.
 */

import type { AnyCodeName } from "../../src/contract/operator/codes.ts";
import { StateRefused } from "../../src/edge/sandbox/state-refused.ts";
import type { OperatorDesk } from "../support/operator-desk.ts";
import type { OperatorAsk } from "./operator-calls.ts";

type Provocations = Readonly<Partial<Record<AnyCodeName, OperatorAsk>>>;

const GHOST = "GHOST";
const FINE = "0.123456789";

/** A request after which something is as it must not be. */
function ask(body: object, before?: OperatorAsk["before"]): OperatorAsk {
  const sent = body as NonNullable<OperatorAsk["body"]>;
  return before ? { body: sent, before } : { body: sent };
}

function production(desk: OperatorDesk): void {
  desk.exchange.state.kind = "production";
}

/** Nothing more fits into a collection of the state. */
function full(bounds: (state: OperatorDesk["exchange"]["state"]) => object): OperatorAsk["before"] {
  return (desk) => {
    const of = bounds(desk.exchange.state) as Record<string, unknown>;
    for (const name of Object.keys(of)) if (name.endsWith("Max")) of[name] = 0;
  };
}

const noUsers = full(({ users }) => users);
const noMarkets = full(({ catalogue }) => catalogue);

const noUserFees = full(({ catalogue }) => catalogue.userFees);

function oldRules(desk: OperatorDesk): void {
  desk.exchange.state.rules = 4;
}

const OWN_FEES = { user: "alice", symbol: "ETHUSDT", makerFeeRate: 0, takerFeeRate: 0 };
const OWN_CONTRACT_FEES = { user: "alice", contract: "E-BTC-USDT" };
const NO_USER = ask({ name: GHOST });
const NO_MARKET = ask({ name: GHOST });
const MOVED = { user: "alice", asset: "USDT", amount: "1" };
const FUNDED = { fund: "LOAN_POOL", asset: "USDT", amount: "1" };
const SYMBOL = { name: "NEW", base: "ETH", quote: "USDT", pricePrecision: 2, quantityPrecision: 5 };
const CONTRACT = { name: "E-BTC-USDT" };
const LOAN = { asset: "BTC", cap: "1", hourlyRate: "0" };
const RULE = { route: "*", kind: "503" };
const PAST_MS = 1_699_999_140_000;
const CANDLE = `${PAST_MS},1,2,1,2,0.1`;
const MANY = Array.from({ length: 101 }, () => ({}));

/** An id that moved something else before. */
function used(path: string, body: object): OperatorAsk {
  return ask({ ...body, id: "m-1", amount: "2" }, (desk) =>
    desk.done(path, { ...body, id: "m-1" }),
  );
}

const DEPOSITED: Provocations = {
  NO_SUCH_USER: ask({ ...MOVED, user: GHOST }),
  NO_SUCH_ASSET: ask({ ...MOVED, asset: GHOST }),
  BAD_PRECISION: ask({ ...MOVED, amount: FINE }),
};
const FILLED: Provocations = {
  NO_SUCH_ASSET: ask({ ...FUNDED, asset: GHOST }),
  BAD_PRECISION: ask({ ...FUNDED, amount: FINE }),
};
const RICH = "1000000000000";

const CONTRACT_RULES: Provocations = {
  BAD_PRECISION: ask({ ...CONTRACT, clamp: FINE }),
  RULES_REFUSED: ask({ ...CONTRACT, fundingIntervalHours: 5 }),
  TOO_MANY_PARAMETERS: ask({ ...CONTRACT, tiers: MANY }),
};

const SANDBOX: Provocations = { SANDBOX_ONLY: ask({}, production) };

function refused(reason: StateRefused["reason"]): OperatorAsk {
  return ask({ name: `${STATE_PREFIX}${reason}` });
}

/** The state controls of `REFUSING` refuse a name that begins so by its rest. */
const STATE_PREFIX = "refuse-";

function refuse(name: string): never {
  throw new StateRefused(name.slice(STATE_PREFIX.length) as StateRefused["reason"], "Not so.");
}

export const REFUSING = {
  list: () => [],
  save: async (name: string) => refuse(name),
  load: async (name: string) => refuse(name),
  remove: async (name: string) => refuse(name),
  reset: async () => refuse(`${STATE_PREFIX}not_now`),
};

const CLOCK = {
  ...SANDBOX,
  CLOCK_REFUSED: ask({}),
} satisfies Provocations;

function inSandbox(body: object): Provocations {
  return { SANDBOX_ONLY: ask(body, production) };
}

export const OWN_REFUSALS: Readonly<Record<string, Provocations>> = {
  "POST /users": {
    ALREADY_EXISTS: ask({ name: "alice" }),
    NO_ROOM: ask({ name: "carol" }, noUsers),
  },
  "GET /users": { NO_SUCH_USER: { query: `?name=${GHOST}` } },
  "GET /users/show": { NO_SUCH_USER: { query: `?name=${GHOST}` } },
  "GET /users/ledger": {
    NO_SUCH_USER: { query: `?name=${GHOST}` },
    NO_SUCH_ASSET: { query: "?name=alice&asset=NONE" },
  },
  "POST /users/freeze": { NO_SUCH_USER: NO_USER },
  "POST /users/unfreeze": { NO_SUCH_USER: NO_USER },
  "POST /users/client-id-reuse": {
    NOT_NOW: ask({ name: "alice", clientIdReuse: true }, oldRules),
    NO_SUCH_USER: ask({ name: GHOST, clientIdReuse: true }),
  },
  "POST /keys": {
    NOT_NOW: ask({ user: "alice", strict: true }, oldRules),
    NO_SUCH_USER: ask({ user: GHOST }),
    NO_ROOM: ask({ user: "alice" }, noUsers),
    TOO_MANY_PARAMETERS: ask({ user: "alice", permissions: ["read", "trade", "read"] }),
  },
  "GET /keys": { NO_SUCH_USER: { query: `?user=${GHOST}` } },
  "POST /keys/revoke": { NO_SUCH_KEY: ask({ apiKey: GHOST }) },
  "POST /deposits": { ...DEPOSITED, ID_USED: used("/deposits", MOVED) },
  "POST /withdrawals": {
    ...DEPOSITED,
    ID_USED: used("/withdrawals", MOVED),
    BALANCE_NOT_ENOUGH: ask({ ...MOVED, amount: RICH }),
  },
  "POST /funds/fill": { ...FILLED, ID_USED: used("/funds/fill", FUNDED) },
  "POST /funds/draw": {
    ...FILLED,
    ID_USED: used("/funds/draw", FUNDED),
    BALANCE_NOT_ENOUGH: ask({ ...FUNDED, amount: RICH }),
  },
  "POST /assets": {
    ALREADY_EXISTS: ask({ name: "BTC" }),
    NO_ROOM: ask({ name: "XRP" }, noMarkets),
  },
  "POST /symbols": {
    NO_SUCH_ASSET: ask({ ...SYMBOL, base: GHOST }),
    BAD_PRECISION: ask({ ...SYMBOL, minQty: FINE }),
    RULES_REFUSED: ask({ ...SYMBOL, minQty: "2", maxQty: "1" }),
    ALREADY_EXISTS: ask({ ...SYMBOL, name: "ETHUSDT" }),
    NO_ROOM: ask(SYMBOL, noMarkets),
  },
  "GET /symbols": { BAD_SYMBOL: { query: `?name=${GHOST}` } },
  "POST /symbols/halt": { BAD_SYMBOL: NO_MARKET },
  "POST /symbols/resume": { BAD_SYMBOL: NO_MARKET },
  "POST /symbols/delist": { BAD_SYMBOL: NO_MARKET },
  "POST /symbols/margin": { BAD_SYMBOL: ask({ name: GHOST, marginEnabled: true }) },
  "POST /fees": {
    BAD_SYMBOL: ask({ symbol: GHOST, makerFeeRate: 0, takerFeeRate: 0 }),
    BAD_PRECISION: ask({ symbol: "ETHUSDT", makerFeeRate: 0, takerFeeRate: FINE }),
    RULES_REFUSED: ask({ symbol: "ETHUSDT", makerFeeRate: 0, takerFeeRate: 1 }),
  },
  "GET /fees/users": { NO_SUCH_USER: { query: `?user=${GHOST}` } },
  "POST /fees/users": {
    NOT_NOW: ask(OWN_FEES, oldRules),
    NO_SUCH_USER: ask({ ...OWN_FEES, user: GHOST }),
    BAD_SYMBOL: ask({ ...OWN_FEES, symbol: GHOST }),
    BAD_PRECISION: ask({ ...OWN_FEES, takerFeeRate: FINE }),
    RULES_REFUSED: ask({ ...OWN_FEES, makerFeeRate: "-0.5" }),
    NO_ROOM: ask(OWN_FEES, noUserFees),
  },
  "POST /fees/users/contract": {
    NOT_NOW: ask(OWN_CONTRACT_FEES, oldRules),
    NO_SUCH_USER: ask({ ...OWN_CONTRACT_FEES, user: GHOST }),
    BAD_SYMBOL: ask({ ...OWN_CONTRACT_FEES, contract: GHOST }),
    BAD_PRECISION: ask({ ...OWN_CONTRACT_FEES, openMakerFeeRate: FINE }),
    RULES_REFUSED: ask({ ...OWN_CONTRACT_FEES, openMakerFeeRate: "-0.5" }),
    NO_ROOM: ask(OWN_CONTRACT_FEES, noUserFees),
  },
  "POST /fees/users/remove": {
    NO_SUCH_USER: ask({ user: GHOST, market: "ETHUSDT" }),
    BAD_SYMBOL: ask({ user: "alice", market: GHOST }),
    NO_SUCH_FEES: ask({ user: "alice", market: "BTCUSDT" }),
  },
  "POST /contracts": {
    ...CONTRACT_RULES,
    NO_SUCH_ASSET: ask({ name: "E-GHOST-USDT" }),
    NO_INDEX: ask({ name: "E-SOL-USDT" }, (desk) => desk.done("/assets", { name: "SOL" })),
    ALREADY_EXISTS: ask(CONTRACT),
    NO_ROOM: ask({ name: "S-ETH-USDT" }, noMarkets),
  },
  "POST /contracts/set": { ...CONTRACT_RULES, BAD_SYMBOL: ask({ name: GHOST, clamp: 0 }) },
  "POST /contracts/halt": { BAD_SYMBOL: NO_MARKET },
  "POST /contracts/resume": { BAD_SYMBOL: NO_MARKET },
  "POST /contracts/delist": { BAD_SYMBOL: NO_MARKET, STILL_HELD: ask(CONTRACT) },
  "GET /contracts": { BAD_SYMBOL: { query: `?name=${GHOST}` } },
  "POST /loans": {
    NO_SUCH_ASSET: ask({ ...LOAN, asset: GHOST }),
    BAD_PRECISION: ask({ ...LOAN, hourlyRate: "0.1234567890123" }),
    RULES_REFUSED: ask({ ...LOAN, hourlyRate: "1" }),
  },
  "POST /loans/stop": { NO_SUCH_ASSET: ask({ asset: GHOST }) },
  "POST /margin": {
    BAD_PRECISION: ask({ callLevel: FINE }),
    RULES_REFUSED: ask({ callLevel: "1" }),
  },
  "POST /index": {
    NO_SUCH_ASSET: ask({ asset: GHOST, price: 1 }),
    BAD_PRECISION: ask({ asset: "BTC", price: "0.1234567890123456789" }),
    RULES_REFUSED: ask({ asset: "USDT", price: 1 }),
  },
  "POST /index/withdraw": {
    NO_SUCH_ASSET: ask({ asset: GHOST }),
    NO_SUCH_SOURCE: ask({ asset: "BTC", source: GHOST }),
  },
  "POST /orders/cancel": { NO_SUCH_ORDER: ask({ orderId: 999_999 }) },
  "POST /orders/cancel-all": {
    NO_SUCH_USER: ask({ user: GHOST }),
    BAD_SYMBOL: ask({ symbol: GHOST }),
  },
  "POST /bans/lift": { NO_SUCH_BAN: ask({ address: "10.0.0.1" }) },
  "GET /faults": { SANDBOX_ONLY: { before: production } },
  "POST /faults": {
    ...inSandbox(RULE),
    NO_SUCH_USER: ask({ ...RULE, user: GHOST }),
    NO_SUCH_ROUTE: ask({ ...RULE, route: "/ghost" }),
    BAD_PRECISION: ask({ ...RULE, chance: FINE }),
    NO_ROOM: ask(RULE, async (desk) => {
      for (let at = 0; at < 100; at++) await desk.done("/faults", RULE);
    }),
  },
  "POST /faults/remove": { ...inSandbox({ id: 1 }), NO_SUCH_FAULT_RULE: ask({ id: 9 }) },
  "GET /faults/strikes": { SANDBOX_ONLY: { before: production } },
  "POST /faults/clear": SANDBOX,
  "POST /clock/freeze": {
    ...SANDBOX,
    CLOCK_REFUSED: ask({}, (desk) => desk.done("/clock/freeze", {})),
  },
  "POST /clock/advance": { ...inSandbox({ byMs: 1 }), CLOCK_REFUSED: ask({ byMs: 1 }) },
  "POST /clock/resume": CLOCK,
  "GET /states": { SANDBOX_ONLY: { before: production } },
  "POST /states/save": {
    ...inSandbox({ name: "s-1" }),
    ALREADY_EXISTS: refused("state_exists"),
    NO_ROOM: refused("too_many_states"),
    NOT_NOW: refused("not_now"),
  },
  "POST /states/load": {
    ...inSandbox({ name: "s-1" }),
    NO_SUCH_STATE: refused("state_not_found"),
    STATE_DAMAGED: refused("state_damaged"),
    NOT_NOW: refused("not_now"),
  },
  "POST /states/remove": {
    ...inSandbox({ name: "s-1" }),
    NO_SUCH_STATE: refused("state_not_found"),
    NOT_NOW: refused("not_now"),
  },
  "POST /reset": { ...SANDBOX, NOT_NOW: ask({}) },
  "GET /candles": {
    SANDBOX_ONLY: { query: "?market=BTCUSDT", before: production },
    BAD_SYMBOL: { query: `?market=${GHOST}` },
  },
  "POST /candles": {
    ...inSandbox({ market: "BTCUSDT", candles: CANDLE }),
    BAD_SYMBOL: ask({ market: GHOST, candles: CANDLE }),
    PAST_REFUSED: ask({ market: "E-BTC-USDT", candles: `${PAST_MS},1,2,1,2,1` }),
  },
  "POST /rules/adopt": {
    ALREADY_EXISTS: ask({}),
    RULES_REFUSED: ask({}, async (desk) => {
      desk.exchange.state.rules = 1;
      await desk.done("/fees", { symbol: "ETHUSDT", makerFeeRate: "-0.5", takerFeeRate: 0 });
    }),
  },
};
