/**
 * The id of a request: on every reply, and in the command that the request made, whichever route it
 * came by. A route that is new to these tables fails.
 */
import { expect, onTestFinished, test, vi } from "vitest";
import { closeListener, createListener, listen } from "../../src/edge/http/listener/server.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { HttpDesk } from "../support/http-client.ts";
import { BTCUSDT, E_BTC_USDT, OperatorDesk } from "../support/operator-desk.ts";
import { exchangeBytes, openListeningDesk } from "../support/raw-http.ts";

const LIMIT = { symbol: "BTCUSDT", volume: "0.01", side: "BUY", type: "LIMIT", price: "30000" };
const ITEM = { volume: "0.01", side: "BUY", batchType: "LIMIT", price: "30000" };
const NAMED = { symbol: "BTCUSDT", orderId: 1 };
const FUTURES = {
  ...{ contractName: "E-BTC-USDT", volume: 10, side: "BUY", open: "OPEN", positionType: 2 },
  ...{ type: "LIMIT", price: "30000" },
};

/** For each route that makes a command, a request that gets as far as one. */
const COMMANDS: Readonly<Record<string, object>> = {
  "/sapi/v1/order": LIMIT,
  "/sapi/v1/batchOrders": { symbol: "BTCUSDT", orders: [ITEM] },
  "/sapi/v1/orderList": { symbol: "BTCUSDT", listType: "OTO", orders: [ITEM, ITEM] },
  "/sapi/v1/orderList/cancel": { symbol: "BTCUSDT", orderListId: 1 },
  "/sapi/v1/cancel": NAMED,
  "/sapi/v1/batchCancel": { symbol: "BTCUSDT", orderIds: [1] },
  "/sapi/v1/cancelAll": { symbol: "BTCUSDT" },
  "/sapi/v1/order/cancelReplace": { ...LIMIT, cancelOrderId: 1 },
  "/sapi/v1/countdownCancelAll": { symbol: "BTCUSDT", countdownTime: 5000 },
  "/sapi/v1/margin/cancelAll": { symbol: "BTCUSDT" },
  "/sapi/v1/margin/order/cancelReplace": { ...LIMIT, cancelOrderId: 1 },
  "/sapi/v1/margin/order": LIMIT,
  "/sapi/v1/margin/cancel": NAMED,
  "/sapi/v1/asset/transfer": {
    ...{ coinSymbol: "USDT", amount: "1", fromAccount: "EXCHANGE", toAccount: "MARGIN" },
  },
  "/sapi/v1/margin/repay": { asset: "USDT" },
  "/fapi/v1/order": FUTURES,
  "/fapi/v1/conditionOrder": { ...FUTURES, triggerType: 3, triggerPrice: 31000 },
  "/fapi/v1/cancel": { contractName: "E-BTC-USDT", orderId: 1 },
  "/fapi/v1/cancel_all": {},
  "/fapi/v1/edit_lever": { contractName: "E-BTC-USDT", nowLevel: 5 },
  "/fapi/v1/edit_user_margin_model": { contractName: "E-BTC-USDT", marginModel: 1 },
  /** The position is found when there is one. */
  "/fapi/v1/edit_position_margin": { amount: "1" },
};

const READ_BY_POST = [
  ...["/sapi/v1/order/test", "/sapi/v1/orderList/test", "/sapi/v1/margin/order/test"],
  ...["/fapi/v1/orderHistorical", "/fapi/v1/profitHistorical"],
];

test("every route that is posted to either makes a command or is known to read", () => {
  const posted = ROUTES.filter(({ method }) => method === "POST").map(({ path }) => path);
  const known = new Set([...Object.keys(COMMANDS), ...READ_BY_POST]);

  expect(posted.filter((path) => !known.has(path))).toEqual([]);
  expect(Object.keys(COMMANDS).filter((path) => !posted.includes(path))).toEqual([]);
});

/** Two users hold positions against each other. */
async function deskWithPosition(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  await desk.post("/fapi/v1/order", { ...FUTURES, side: "SELL" }, { user: "demo2" });
  await desk.post("/fapi/v1/order", FUTURES);
  return desk;
}

test.each(Object.entries(COMMANDS))(
  "USER-REQUEST-2 the command of POST %s carries the id of its reply",
  async (path, body) => {
    const desk = await deskWithPosition();
    const before = desk.exchange.commands.length;

    const { positions } = desk.exchange.state.futures;
    const positionId = [1, 2, 3, 4].find((id) => positions.get(id)?.user === 1);

    const { headers } = await desk.post(path, { positionId, ...body });

    const made = desk.exchange.commands.slice(before);
    expect(made).toHaveLength(1);
    expect(idsOf(made)).toEqual([headers["X-Request-Id"]]);
  },
);

function idsOf(commands: readonly object[]): (string | undefined)[] {
  return commands
    .map((command) => ("request" in command ? `${command.request}` : undefined))
    .map((request) => request && Number(request).toString(36));
}

const ALICE = { name: "alice" };
const SYMBOL = { name: "BTCUSDT" };
const CONTRACT = { name: "E-BTC-USDT" };
const MOVED = { user: "alice", asset: "USDT", amount: "1" };
const FUNDED = { fund: "LOAN_POOL", asset: "USDT", amount: "1" };

const OPERATOR_COMMANDS: Readonly<Record<string, object>> = {
  "/users": { name: "bob" },
  "/users/freeze": ALICE,
  "/users/unfreeze": ALICE,
  "/users/client-id-reuse": { ...ALICE, clientIdReuse: true },
  "/keys": { user: "alice" },
  "/deposits": MOVED,
  "/withdrawals": MOVED,
  "/funds/fill": FUNDED,
  "/funds/draw": FUNDED,
  "/assets": { name: "ETH" },
  "/symbols": { ...BTCUSDT, name: "ANOTHER" },
  "/symbols/halt": SYMBOL,
  "/symbols/resume": SYMBOL,
  "/symbols/delist": SYMBOL,
  "/symbols/margin": { ...SYMBOL, marginEnabled: true },
  "/contracts": { ...E_BTC_USDT, name: "S-BTC-USDT" },
  "/contracts/set": { ...CONTRACT, clamp: "0" },
  "/contracts/halt": CONTRACT,
  "/contracts/resume": CONTRACT,
  "/contracts/delist": CONTRACT,
  "/loans": { asset: "BTC", cap: "1", hourlyRate: "0" },
  "/loans/stop": { asset: "BTC" },
  "/margin": { maxLeverage: 3 },
  "/index": { asset: "BTC", price: "1" },
  "/index/withdraw": { asset: "BTC" },
  "/fees": { symbol: "BTCUSDT", makerFeeRate: "0", takerFeeRate: "0" },
  "/orders/cancel": { orderId: 1 },
  "/bans/lift": { address: "10.0.0.1" },
};

test.each(Object.entries(OPERATOR_COMMANDS))(
  "USER-REQUEST-2 the commands of the operator's %s carry the id of their reply",
  async (path, body) => {
    const desk = await new OperatorDesk().provision();
    await desk.addContract();
    const before = desk.exchange.commands.length;

    const { headers } = await desk.post(path, body);

    const ids = idsOf(desk.exchange.commands.slice(before));
    expect(new Set(ids)).toEqual(new Set([headers["X-Request-Id"]]));
  },
);

test("USER-REQUEST-2 whatever commands the operator's other routes make carry it, too", async () => {
  const posted = OPERATOR_ROUTES.filter(({ method }) => method === "POST")
    .map(({ path }) => path.slice(PREFIX.length))
    .filter((path) => !(path in OPERATOR_COMMANDS));
  const desk = await new OperatorDesk().provision();

  for (const path of posted) {
    const before = desk.exchange.commands.length;
    const { headers } = await desk.post(path, {});
    for (const id of idsOf(desk.exchange.commands.slice(before))) {
      expect(id, path).toBe(headers["X-Request-Id"]);
    }
  }
});

test("USER-REQUEST-2 a key is revoked with the id of the request", async () => {
  const desk = await new OperatorDesk().provision();
  const { apiKey } = await desk.done("/keys", { user: "alice" });

  const { headers } = await desk.post("/keys/revoke", { apiKey });

  expect(idsOf(desk.exchange.commands.slice(-1))).toEqual([headers["X-Request-Id"]]);
});

/** What never becomes a request, or ends as none. */
const NO_REQUESTS: readonly (readonly [name: string, bytes: string])[] = [
  ["bytes that are no HTTP", "hello\r\n\r\n"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["an upgrade", "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
  ["a head too large", `GET / HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(20_000)}\r\n\r\n`],
  ["two lengths", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
  ["no host", "GET /sapi/v1/ping HTTP/1.1\r\nConnection: close\r\n\r\n"],
  [
    "an odd expectation",
    "GET /sapi/v1/ping HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n",
  ],
  ["HTTP of another version", "GET / HTTP/0.9\r\n\r\n"],
];

test.each(NO_REQUESTS)(
  "USER-REQUEST-1 the public listener numbers its reply to %s",
  async (_, bytes) => {
    const { port } = await openListeningDesk();

    expect(await exchangeBytes(port, bytes)).toMatch(/\r\nX-Request-Id: [0-9a-z]+\r\n/i);
  },
);

test.each(NO_REQUESTS)("USER-REQUEST-1 so does the operator's to %s", async (_, bytes) => {
  const server = createListener(new OperatorDesk().api);
  const port = await listen(server, { host: "127.0.0.1", port: 0 });

  const said = await exchangeBytes(port, bytes);
  await closeListener(server, 0);

  expect(said).toMatch(/\r\nX-Request-Id: [0-9a-z]+\r\n/i);
});

test("USER-REQUEST-1 later ids sort behind earlier ones, also those of the next process", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const first = (await HttpDesk.open()).tampered; // Of one process.
  const ids = [];
  for (let i = 0; i < 40; i++) ids.push((await first.get("/sapi/v1/ping")).headers["X-Request-Id"]);
  // The next process starts at least a millisecond later.
  vi.setSystemTime(Date.now() + 1);
  ids.push((await (await HttpDesk.open()).get("/sapi/v1/ping")).headers["X-Request-Id"]);

  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(41);
});

test("USER-REQUEST-2 a failure that nobody expected is reported with the id of its request", async () => {
  const told: unknown[] = [];
  const desk = await HttpDesk.open({
    report: (error, request) => void told.push([error, request]),
  });
  const failure = new Error("out of order");
  desk.exchange.now = () => {
    throw failure;
  };

  const { status, headers } = await desk.get("/sapi/v1/account", { ts: "1700000000000" });

  expect(status).toBe(500);
  expect(told).toEqual([[failure, headers["X-Request-Id"]]]);
});
