/**
 * A good request to every route of the operator's listener, at a desk where much has happened: together
 * the replies of a route have every field that it can have. What must be there before is done first.
 */
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import type { StateControls } from "../../src/edge/sandbox/sandbox.ts";
import { ALICE, BOB, busyDesk, did, FUTURES, LIMIT, SPOT } from "../support/busy-operator.ts";
import {
  type DeskTools,
  MASTER_KEY,
  type OperatorAnswer,
  type OperatorDesk,
} from "../support/operator-desk.ts";
import { CONTRACT_RULES, MARGIN_LEVELS, PAIR_RULES } from "./every-rule.ts";

export interface OperatorAsk {
  /** The query of a GET. */
  readonly query?: string;
  /** The body of a POST. */
  readonly body?: Readonly<Record<string, unknown>>;
  before?(desk: OperatorDesk): unknown;
}

const KNOWN = { apiKey: "known", secret: "secret" };
const MINUTE_MS = 60_000;
const PAST_MS = 1_699_999_140_000;
const BTC = { asset: "BTC" };
const SYMBOL = { name: "ETHUSDT" };
const CONTRACT = { name: "E-BTC-USDT" };
const MOVED = { asset: "USDT", amount: "1", id: "m-1" };
const OWN_FEES = { user: "alice", symbol: "ETHUSDT", makerFeeRate: "0", takerFeeRate: "0.0005" };
const FUND = { fund: "LOAN_POOL", ...MOVED };
const RULE = { route: "POST /sapi/v1/order", kind: "latency", user: "alice", ms: 5, count: 2 };
const CROSSING = { route: "/sapi/v1/cancel", kind: "fill-before-cancel", by: "alice" };
/** Orders of the busy desk: one of spot, one of futures. */
const OPEN = { spot: 5, futures: 1 };

const ETH_LOAN = { asset: "ETH", cap: "1", hourlyRate: "0" };

/** PRICE-INDEX-7: the index of ETH moves by a sixth, which its bound allows. */
async function sinkWithinBound(desk: OperatorDesk): Promise<void> {
  await desk.done("/loans", { ...ETH_LOAN, indexFromTrades: "0.5" });
  const order = { ...SPOT, ...LIMIT, pair: 2, price: "2500" };
  did(desk, { ...order, ...ALICE });
  did(desk, { ...order, ...BOB, side: "sell" });
}

function freeze(desk: OperatorDesk) {
  return desk.done("/clock/freeze", {});
}

async function advance(desk: OperatorDesk): Promise<void> {
  await freeze(desk);
  await desk.done("/clock/advance", { byMs: MINUTE_MS });
}

function addFault(desk: OperatorDesk) {
  return desk.done("/faults", RULE).then(() => desk.done("/faults", CROSSING));
}

/** A request and a message are struck. */
async function strike(desk: OperatorDesk): Promise<void> {
  await desk.done("/faults", RULE);
  await desk.done("/faults", { route: "WS my.orders", kind: "drop" });
  const route = ROUTES.find(({ method, path }) => `${method} ${path}` === RULE.route);
  if (route) desk.faults.strike(route, 1, 7);
  const [prev, seq] = [
    { position: 5, counter: 0 },
    { position: 7, counter: 2 },
  ];
  desk.faults.strikeMessage({ channel: "my.orders", user: 1, seq, prev });
  const [first] = desk.faults.strikes.list;
  if (first) desk.faults.strikes.add({ ...first, note: "a reason" });
}

/** All that a loop of many keys makes: more than a page. */
async function addKeys(desk: OperatorDesk): Promise<void> {
  for (let at = 0; at < 101; at++) await desk.done("/keys", { user: "alice", ip: "10.0.0.0/8" });
}

function openList(desk: OperatorDesk): void {
  const item = { ...SPOT, ...LIMIT, instructions: undefined, extras: undefined };
  const list = { kind: "oto", clientId: "way-in", items: [item, item] } as const;
  did(desk, { type: "PlaceOrderList", ...ALICE, pair: SPOT.pair, ...list });
}

function feed(desk: OperatorDesk): void {
  did(desk, { type: "SetIndex", asset: 1, source: "feed", weight: 2, price: 1n, request: 0 });
}

function second(desk: OperatorDesk): void {
  desk.exchange.nowMs += 1_000;
  did(desk, { type: "SecondTick", secondMs: desk.exchange.nowMs });
}

/** LEDGER-ENTRY-1: carol has a position with a margin of its own. */
async function openIsolated(desk: OperatorDesk): Promise<void> {
  const carol = { user: 3, key: 3, request: 0 } as const;
  await desk.done("/users", { name: "carol" });
  await desk.done("/keys", { user: "carol" });
  await desk.done("/deposits", { user: "carol", asset: "USDT", amount: "1000" });
  const moved = { from: "spot", to: "futures", asset: 2, amount: 100_000_000n } as const;
  did(desk, { type: "Transfer", ...carol, ...moved });
  const trade = { ...FUTURES, quantity: "1", price: "20001" } as const;
  did(desk, { ...trade, ...BOB, side: "sell" });
  did(desk, { ...trade, ...carol, mode: "isolated" });
}

const NOTHING: readonly OperatorAsk[] = [{}];

const PAIR = { name: "ETHBTC", base: "ETH", quote: "BTC", pricePrecision: 2, quantityPrecision: 5 };

export const OPERATOR_CALLS: Readonly<Record<string, readonly OperatorAsk[]>> = {
  "POST /users": [{ body: { name: "carol" } }],
  "GET /users": [{ query: "" }, { query: "?limit=1&after=0" }, { query: "?name=bob" }],
  "GET /users/show": [
    { query: "?name=alice", before: addKeys },
    { query: "?name=alice", before: (desk) => Object.assign(desk, { isArchiveBehind: true }) },
    { query: "?name=alice", before: openList },
  ],
  "POST /users/freeze": [{ body: { name: "alice" } }],
  "POST /users/unfreeze": [{ body: { name: "alice" } }],
  "POST /users/client-id-reuse": [{ body: { name: "alice", clientIdReuse: true } }],
  "GET /users/ledger": [
    { query: "?name=alice&limit=1" },
    { query: "?name=alice&limit=1000" },
    { query: "?name=carol&fromId=1-0", before: openIsolated },
    { query: "?name=alice&type=MARGIN&asset=BTC" },
    { query: "?name=alice&area=spot&startTime=1&endTime=2&toId=9-9" },
  ],
  "POST /keys": [
    { body: { user: "alice", permissions: "read", ip: ["10.0.0.1"], once: true, strict: true } },
  ],
  "GET /keys": [
    {
      query: "?limit=1&after=0",
      before: (desk) => desk.done("/keys", { user: "bob", ip: "10.0.0.0/8" }),
    },
    { query: "?user=bob", before: (desk) => desk.done("/keys", { user: "bob", ip: "10.0.0.0/8" }) },
  ],
  "POST /keys/revoke": [
    {
      body: { apiKey: KNOWN.apiKey },
      before: (desk) =>
        did(desk, {
          type: "AddKey",
          user: 1,
          apiKey: KNOWN.apiKey,
          sealedSecret: sealSecret(MASTER_KEY, KNOWN),
          mayTrade: true,
          addresses: [],
          request: 0,
          isOnce: undefined,
          isStrict: undefined,
        }),
    },
  ],
  "POST /deposits": [{ body: { user: "alice", ...MOVED } }],
  "POST /withdrawals": [{ body: { user: "alice", ...MOVED } }],
  "POST /funds/fill": [{ body: FUND }],
  "POST /funds/draw": [{ body: FUND }],
  "POST /assets": [{ body: { name: "XRP", scale: 6 } }],
  "GET /assets": NOTHING,
  "POST /symbols": [{ body: PAIR }, { body: { ...PAIR, ...PAIR_RULES } }],
  "GET /symbols": [{ query: "" }, { query: "?name=ETHUSDT" }],
  "POST /symbols/halt": [{ body: SYMBOL }],
  "POST /symbols/resume": [{ body: SYMBOL }],
  "POST /symbols/delist": [{ body: SYMBOL }],
  "POST /symbols/margin": [{ body: { ...SYMBOL, marginEnabled: "true" } }],
  "POST /fees": [{ body: { symbol: "ETHUSDT", makerFeeRate: "-0.0001", takerFeeRate: 0.001 } }],
  "GET /fees/users": [
    {
      query: "",
      before: async (desk) => {
        await desk.done("/fees/users", OWN_FEES);
        await desk.done("/fees/users/contract", { user: "alice", contract: "E-BTC-USDT" });
      },
    },
    { query: "?user=alice" },
  ],
  "POST /fees/users": [
    { body: { user: "alice", symbol: "ETHUSDT", makerFeeRate: "0.0001", takerFeeRate: 0.001 } },
  ],
  "POST /fees/users/contract": [
    { body: { user: "alice", contract: "E-BTC-USDT", openMakerFeeRate: "0.0001" } },
    {
      body: {
        user: "alice",
        contract: "E-BTC-USDT",
        openTakerFeeRate: "0.0003",
        closeMakerFeeRate: "0.0001",
        closeTakerFeeRate: "0.0003",
      },
    },
  ],
  "POST /fees/users/remove": [
    {
      body: { user: "alice", market: "ETHUSDT" },
      before: (desk) => desk.done("/fees/users", OWN_FEES),
    },
  ],
  "POST /contracts": [
    { body: { name: "S-ETH-USDT" } },
    {
      body: {
        name: "S-ETH-USDT",
        kind: "linear",
        multiplier: "0.01",
        pricePrecision: 2,
        ...CONTRACT_RULES,
      },
    },
  ],
  "POST /contracts/set": [
    { body: { ...CONTRACT, clamp: "0" } },
    { body: { ...CONTRACT, ...CONTRACT_RULES } },
  ],
  "POST /contracts/halt": [{ body: CONTRACT }],
  "POST /contracts/resume": [{ body: CONTRACT }],
  "POST /contracts/delist": [
    {
      body: { name: "S-ETH-USDT" },
      before: (desk) => desk.done("/contracts", { name: "S-ETH-USDT" }),
    },
  ],
  "GET /contracts": [{ query: "", before: second }, { query: "?name=E-BTC-USDT" }],
  "GET /insurance": [
    { before: (desk) => desk.done("/funds/fill", { ...FUND, fund: "FUT_INSURANCE" }) },
  ],
  "GET /pools": NOTHING,
  "POST /loans": [
    { body: { ...BTC, cap: "1", hourlyRate: "0.00001", indexFromTrades: "any" } },
    { body: { ...ETH_LOAN, indexFromTrades: "0.1" }, before: sinkWithinBound },
    { body: { ...BTC, cap: "1", dailyRate: "0.00024", indexFromTrades: "any" } },
  ],
  "POST /loans/stop": [
    {
      body: BTC,
      before: (desk) =>
        desk.done("/loans", { ...BTC, cap: 1, hourlyRate: 0, indexFromTrades: 0.1 }),
    },
  ],
  "GET /margin": NOTHING,
  "POST /margin": [{ body: { maxLeverage: 5 } }, { body: { maxLeverage: 3, ...MARGIN_LEVELS } }],
  "GET /index": [{ before: feed }],
  "POST /index": [{ body: { ...BTC, price: "30000" } }],
  "POST /index/withdraw": [
    { body: BTC, before: feed },
    { body: { ...BTC, source: "feed" }, before: feed },
  ],
  "POST /orders/cancel": [{ body: { orderId: OPEN.spot } }, { body: { orderId: OPEN.futures } }],
  "POST /orders/cancel-all": [
    { body: { user: "alice", symbol: "BTCUSDT" } },
    { body: { contract: "E-BTC-USDT" } },
  ],
  "GET /bans": [
    { before: (desk) => did(desk, { type: "BanAddress", block: "10.0.0.1", request: 0 }) },
  ],
  "POST /bans/lift": [
    {
      body: { address: "10.0.0.1" },
      before: (desk) => did(desk, { type: "BanAddress", block: "10.0.0.1", request: 0 }),
    },
  ],
  "GET /faults": [{ before: addFault }],
  "POST /faults": [{ body: { ...RULE, chance: "0.5", seed: 7 } }, { body: CROSSING }],
  "GET /faults/strikes": [{ before: strike }],
  "POST /faults/remove": [{ body: { id: 1 }, before: addFault }],
  "POST /faults/clear": [{ before: addFault }],
  "GET /clock": [{ before: advance }],
  "POST /clock/freeze": NOTHING,
  "POST /clock/advance": [
    { body: { byMs: MINUTE_MS }, before: freeze },
    { body: { toMs: 1_700_000_060_000 }, before: freeze },
  ],
  "POST /clock/resume": [{ before: freeze }],
  "GET /states": NOTHING,
  "POST /states/save": [{ body: { name: "s-1" } }],
  "POST /states/load": [{ body: { name: "s-1" } }],
  "POST /states/remove": [{ body: { name: "s-1" } }],
  "POST /reset": NOTHING,
  "GET /candles": [{ query: "?market=BTCUSDT" }],
  "POST /candles": [{ body: { market: "BTCUSDT", candles: `${PAST_MS},1,2,1,2,0.1\n,2,2,2,2,0` } }],
  "POST /rules/adopt": [{ before: (desk) => Object.assign(desk.exchange.state, { rules: 3 }) }],
  "GET /explain": [{ query: "?id=abc" }],
  "GET /audit": NOTHING,
  "GET /status": [{ before: (desk) => Object.assign(desk.watched, EVERY_WATCHED) }],
};

/** All that a process may say of itself. */
const EVERY_WATCHED = {
  notReady: "halted",
  tornTail: "Cut off.",
  cluster: {
    node: "one",
    role: "following",
    epoch: 3,
    leader: "two",
    lagCommands: 4,
    lagMs: 50,
    beatAgeMs: 600,
  },
};

/** The state controls of a desk say yes; the real ones are asked in states.test.ts. */
const YES: StateControls = {
  list: () => ["s-1"],
  save: async (name) => ({ name, position: 9, timeMs: 1_700_000_000_000 }),
  load: async () => ({ position: 9, timeMs: 1_700_000_000_000 }),
  remove: async () => undefined,
  reset: async () => ({ position: 9, timeMs: 1_700_000_000_000 }),
};

export function deskForCalls(tools: DeskTools = {}): Promise<OperatorDesk> {
  return busyDesk({
    states: YES,
    explain: async (id) => ({
      ok: true,
      text: JSON.stringify({ found: "nothing", id, notes: [] }),
    }),
    metricsPage: async () => "bourse_up 1\n",
    ...tools,
  });
}

/** Sends it as it is, to `POST /users`. */
export function askFor(
  desk: OperatorDesk,
  name: string,
  { query = "", body }: OperatorAsk = {},
): Promise<OperatorAnswer> {
  const [method = "", path = ""] = name.split(" ");
  return desk.send(method, path + query, body === undefined ? "" : JSON.stringify(body));
}

const known = new Map<string, Promise<OperatorAnswer[]>>();

/** The replies to all requests of a route, each at a desk of its own. */
export function answersOf(name: string): Promise<OperatorAnswer[]> {
  const answers = known.get(name) ?? answersAnew(name);
  known.set(name, answers);
  return answers;
}

/** The parameters of a request that none of its calls has. */
export function unaskedOf(name: string) {
  const asks = OPERATOR_CALLS[name] ?? [];
  const asked = asks.flatMap(({ body = {}, query }) => [
    ...Object.keys(body),
    ...new URLSearchParams(query).keys(),
  ]);
  const route = OPERATOR_ROUTES.find(
    (one) => name === `${one.method} ${one.path.slice(PREFIX.length)}`,
  );
  return Object.entries(route?.parameters ?? {}).filter(
    ([parameter]) => !asked.includes(parameter),
  );
}

/** The first call with the examples of what no call has. */
function withExamples(name: string): OperatorAsk[] {
  const examples = unaskedOf(name).map(([parameter, { shape }]) => [
    parameter,
    shape.examples?.[0],
  ]);
  if (examples.length === 0) return [];
  const [first = {}] = OPERATOR_CALLS[name] ?? [];
  const more: Record<string, string> = Object.fromEntries(examples);
  if (name.startsWith("POST")) return [{ ...first, body: { ...first.body, ...more } }];
  const query = new URLSearchParams([...new URLSearchParams(first.query), ...Object.entries(more)]);
  return [{ ...first, query: `?${query}` }];
}

async function answersAnew(name: string): Promise<OperatorAnswer[]> {
  const answers: OperatorAnswer[] = [];
  for (const ask of [...(OPERATOR_CALLS[name] ?? []), ...withExamples(name)]) {
    const desk = await deskForCalls();
    await ask.before?.(desk);
    answers.push(await askFor(desk, name, ask));
  }
  return answers;
}
