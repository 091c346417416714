/** One method for each route, asked with all it takes, over a `fetch` that writes down what it sees. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { methodsOf } from "../../scripts/contract/client-page.ts";
import { BourseClient } from "../../src/client/client.ts";
import { CODES } from "../../src/client/session/codes.ts";
import type { Shape } from "../../src/contract/field.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { answer } from "./client-desk.ts";

const ROOT = join(import.meta.dirname, "../..");
const PAIR = { symbol: "BTCUSDT" };
const CONTRACT = { contractName: "E-BTC-USDT" };
const BUY = { side: "BUY", type: "LIMIT", volume: "1", price: "2" } as const;
const ITEM = { side: "BUY", batchType: "LIMIT", volume: "1", price: "2", newClientOrderId: "a" };
const INSTRUCTED = {
  timeInForce: "GTC",
  selfTrade: "NONE",
  triggerPrice: "3",
  icebergQty: "0.5",
  trailingDelta: 100,
  volumeUnit: "BASE",
} as const;
const PAIR_ORDER = { ...PAIR, ...BUY, ...INSTRUCTED, newClientOrderId: "a" };
const LIST = {
  ...PAIR,
  listType: "OTO",
  orders: [ITEM as never, ITEM as never],
  listClientOrderId: "a",
} as const;
const FUTURES_ORDER = {
  ...CONTRACT,
  ...BUY,
  open: "OPEN",
  positionType: 1,
  timeInForce: "GTC",
  clientOrderId: "a",
} as const;

const NAMED = { clientRequestId: "r-1" };

const TRANSFER = {
  coinSymbol: "BTC",
  amount: "1",
  fromAccount: "EXCHANGE",
  toAccount: "FUTURE",
} as const;

const REPLACED = { cancelReplaceMode: "ALLOW_FAILURE" } as const;

/** What changes something or takes one of two names, each with everything that it takes. The rest is asked by the contract. */
function calls(client: BourseClient): (() => Promise<unknown>)[] {
  return [...pairCalls(client), ...futuresCalls(client)];
}

/** The methods that stand above. */
function named(client: BourseClient): ReadonlySet<string> {
  return new Set(calls(client).map((call) => /\w+\.\w+(?=\()/.exec(call.toString())?.[0] ?? ""));
}

/** Asks by nothing, to see which endpoint it is, and then with all that the endpoint takes. */
async function askByContract(ask: (asked: object) => Promise<unknown>, newest: () => string) {
  await ask({});
  const endpoint = ENDPOINTS.find(({ method, path }) => `${method} ${path}` === newest());
  const parameters = Object.entries(endpoint?.parameters ?? {});
  await ask(Object.fromEntries(parameters.map(([name, { shape }]) => [name, someOf(shape)])));
}

function someOf({ enum: words = [], type = [] }: Shape): unknown {
  return words[0] ?? ([type].flat().includes("integer") ? 5 : "a");
}

function pairCalls({ spot, margin, wallet }: BourseClient): (() => Promise<unknown>)[] {
  return [
    () => spot.createOrder(PAIR_ORDER),
    () => spot.testOrder(PAIR_ORDER),
    () => spot.createOrders({ ...PAIR, orders: [ITEM as never], ...NAMED }),
    () => spot.createOrderList(LIST),
    () => spot.testOrderList(LIST),
    () => spot.cancelOrderList({ ...PAIR, orderListId: 1 }),
    () => spot.cancelOrderList({ ...PAIR, listClientOrderId: "a" }),
    () => spot.getOrder({ ...PAIR, newClientOrderId: "a" }),
    () => spot.getOrder({ ...PAIR, orderId: 1 }),
    () => spot.cancelOrder({ ...PAIR, newClientOrderId: "a" }),
    () => spot.cancelOrder({ ...PAIR, orderId: 1 }),
    () => spot.cancelOrders({ ...PAIR, orderIds: [1] }),
    () => spot.cancelAll(PAIR),
    () => spot.replaceOrder({ ...PAIR_ORDER, ...REPLACED, cancelOrderId: 1 }),
    () => spot.replaceOrder({ ...PAIR_ORDER, ...REPLACED, cancelClientOrderId: "b" }),
    () => spot.countdownCancelAll({ ...PAIR, countdownTime: 60_000 }),
    () => margin.createOrder(PAIR_ORDER),
    () => margin.getOrder({ ...PAIR, newClientOrderId: "a" }),
    () => margin.getOrder({ ...PAIR, orderId: 1 }),
    () => margin.cancelOrder({ ...PAIR, newClientOrderId: "a" }),
    () => margin.cancelOrder({ ...PAIR, orderId: 1 }),
    () => margin.cancelAll(PAIR),
    () => margin.replaceOrder({ ...PAIR_ORDER, ...REPLACED, cancelOrderId: 1 }),
    () => margin.replaceOrder({ ...PAIR_ORDER, ...REPLACED, cancelClientOrderId: "b" }),
    () => margin.repay({ asset: "BTC", amount: "1", ...NAMED }),
    () => wallet.transfer({ ...TRANSFER, ...NAMED }),
  ];
}

function futuresCalls({ futures }: BourseClient): (() => Promise<unknown>)[] {
  return [
    () => futures.createOrder(FUTURES_ORDER),
    () => futures.createConditionOrder({ ...FUTURES_ORDER, triggerType: 1, triggerPrice: "3" }),
    () => futures.cancelOrder({ ...CONTRACT, orderId: 1 }),
    () => futures.cancelOrder({ ...CONTRACT, clientOrderId: "a" }),
    () => futures.cancelAll(CONTRACT),
    () => futures.getOrder({ ...CONTRACT, orderId: 1 }),
    () => futures.getOrder({ ...CONTRACT, clientOrderId: "a" }),
    () => futures.setLeverage({ ...CONTRACT, nowLevel: 5, ...NAMED }),
    () => futures.setMarginModel({ ...CONTRACT, marginModel: 1, ...NAMED }),
    () => futures.movePositionMargin({ positionId: 1, amount: "1", ...NAMED }),
  ];
}

interface Asked {
  readonly isSigned: boolean;
  readonly parameters: Set<string>;
}

/** What was asked, by method and path. */
async function askAll(): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  let newest = "";
  const client = new BourseClient({
    baseUrl: "http://a/spot/open",
    apiKey: "k",
    secret: "s",
    fetch: async (url, { method, headers, body = "{}" }) => {
      const { pathname, searchParams } = new URL(url);
      const name = `${method} ${pathname.replace("/spot/open", "")}`;
      const isSigned = "X-CH-SIGN" in headers;
      const parameters = asked.get(name)?.parameters ?? new Set();
      for (const key of [...searchParams.keys(), ...Object.keys(JSON.parse(body))]) {
        parameters.add(key);
      }
      newest = name;
      asked.set(name, { isSigned, parameters });
      const one = '{"orderId":1,"serverTime":1,"transferId":1,"ids":[1],"orderListId":1}';
      return answer(200, name === "GET /fapi/v1/order" ? `[${one}]` : one);
    },
  });
  for (const call of calls(client)) await call();
  const isNamed = named(client);
  for (const [group, api] of Object.entries(client)) {
    for (const name of methodsOf(api)) {
      if (isNamed.has(`${group}.${name}`)) continue;
      await askByContract(Reflect.get(api, name).bind(api), () => newest);
    }
  }
  return asked;
}

test("every route has a method, signed where it must be, and there is no other", async () => {
  const asked = await askAll();
  const shown = [...asked].map(([name, { isSigned }]) => `${name} ${isSigned}`);

  expect(shown.sort()).toEqual(
    ENDPOINTS.map(
      ({ method, path, security }) => `${method} ${path} ${security !== "NONE"}`,
    ).sort(),
  );
});

test("docs/client.md names every option and every kind of error, and no other", () => {
  const document = readFileSync(join(ROOT, "docs/client.md"), "utf8");
  const source = (path: string) => readFileSync(join(ROOT, "src/client/session", path), "utf8");
  const options = [...source("options.ts").matchAll(/^ {2}readonly (\w+)\??:/gm)];
  expect(firstCells(document, "Options")).toEqual(options.map(([, name = ""]) => name).sort());
  const [union = ""] = /^export type ErrorKind =[\s\S]*?;$/m.exec(source("errors.ts")) ?? [];
  const silences = [...union.matchAll(/\| "(\w+)"/g)].map(([, kind = ""]) => kind);
  const refusals = new Set(Object.values(CODES).map(({ kind }) => kind));
  expect(firstCells(document, "Errors")).toEqual([...silences, ...refusals].sort());
});

function wordsIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word).sort();
}

/** What the first cells of the table under a heading name. */
function firstCells(document: string, heading: string): string[] {
  const [, section = ""] = document.split(`\n## ${heading}\n`);
  const [own = ""] = section.split("\n## ");
  const rows = own.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) => wordsIn(row.split("|")[1] ?? "")).sort();
}

/** Known to the server only to be refused, or without an effect. */
const USELESS = new Set([
  ...["timeInForce", "triggerPrice", "stopPrice", "postOnly", "reduceOnly", "orderUnit"],
]);
const WITHOUT_EFFECT = new Map([
  ["GET /fapi/v1/index", ["limit"]],
  ["POST /sapi/v1/batchOrders", ["selfTrade", "icebergQty", "trailingDelta", "volumeUnit"]], // Each item has its own.
  ["POST /sapi/v1/orderList", ["selfTrade", "icebergQty", "trailingDelta", "volumeUnit"]],
  ["POST /sapi/v1/orderList/test", ["selfTrade", "icebergQty", "trailingDelta", "volumeUnit"]],
]);

test("a method sends every parameter that its route takes, and none that it does not know", async () => {
  const asked = await askAll();

  for (const { method, path, parameters } of ENDPOINTS) {
    const name = `${method} ${path}`;
    const sent = asked.get(name)?.parameters ?? new Set();
    const known = Object.keys(parameters);
    const isOwn = (one: string) => one !== "recvWindow" && !known.includes(one);
    expect([...sent].filter(isOwn), name).toEqual([]);
    const useless = WITHOUT_EFFECT.get(name) ?? [];
    const isWanted = (one: string) => !USELESS.has(one) && !useless.includes(one);
    expect(
      known.filter((one) => isWanted(one) && !sent.has(one)),
      name,
    ).toEqual([]);
  }
});

test("nothing is signed without a key: the error says what is missing, and nothing is sent", async () => {
  const client = new BourseClient({
    baseUrl: "http://a",
    fetch: () => expect.fail("nothing is to be sent"),
  });

  await expect(client.spot.account()).rejects.toMatchObject({ kind: "credentials", code: 0 });
});
