/**
 * Orders over `/ws` at a desk without a socket: who may call, what may be called, how often, and what becomes
 * of a reply. That the answers are those of HTTP is held by test/contract/over-streams.test.ts.
 */
import { expect, test } from "vitest";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import type { AnsweredRequest } from "../../src/edge/http/traffic.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { CallDesk } from "../support/call-desk.ts";
import { CREDENTIALS, type DeskOptions, HttpDesk, MASTER_KEY } from "../support/http-client.ts";
import type { StreamDeskOptions } from "../support/stream-desk.ts";
import { settle, VirtualTime } from "../support/virtual-time.ts";

const PATH = "/sapi/v1/order";
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const NOW_MS = 1_700_000_000_000;

async function open(options: DeskOptions = {}, streams: StreamDeskOptions = {}) {
  const http = await HttpDesk.open(options);
  const desk = new CallDesk(http, streams);
  return { http, desk, client: desk.client() };
}

/** How many orders were handed to the engine. */
function ordersOf(http: HttpDesk): number {
  return http.exchange.commands.filter(({ type }) => type === "PlaceOrder").length;
}

async function addKey(
  http: HttpDesk,
  apiKey: string,
  may: object,
): Promise<typeof CREDENTIALS.demo1> {
  const key = { apiKey, secret: `secret of ${apiKey}` };
  const sealedSecret = sealSecret(MASTER_KEY, key);
  const rights = { mayTrade: true, addresses: [], request: 0, ...may };
  http.must({ type: "AddKey", user: 1, apiKey, sealedSecret, ...rights });
  return key;
}

test("STREAM-ORDER-1: a call without a login, an id or a path is an error, and nothing is done", async () => {
  const { http, desk, client } = await open();
  const stranger = desk.streams.connect();
  stranger.say({ op: "call", id: 1, path: PATH, body: ORDER });
  client.stream.say({ op: "call", path: PATH, body: ORDER });
  client.stream.say({ op: "call", id: 2, body: ORDER });
  client.stream.say({ op: "call", id: 3, path: "x".repeat(129), body: ORDER });

  expect(stranger.take().slice(1)).toEqual([
    { type: "error", code: -1002, msg: "Calls need a login.", id: 1 },
  ]);
  const told = client.stream.take().map(({ type, code, id }) => [type, code, id]);
  expect(told).toEqual([
    ["error", -1102, undefined],
    ["error", -1102, 2],
    ["error", -1102, 3],
  ]);
  expect(ordersOf(http)).toBe(0);
});

test.each([
  ["/sapi/v1/nothing", 404],
  ["/sapi/v1/account", 405],
  ["/sapi/v1/order/test", 405],
  ["/sapi/v1/asset/transfer", 405],
  ["/fapi/v1/edit_lever", 405],
  ["/spot/open/sapi/v1/order", 404],
  ["/sapi/v1/order?symbol=BTCUSDT", 404],
  ["/sapi/v1/order/", 404],
  ["constructor", 404],
])("SEC-70 STREAM-ORDER-2: %s is not called over a stream: %i", async (path, status) => {
  const { http, client } = await open();
  const before = http.exchange.commands.length;

  expect(await client.call(path, ORDER)).toMatchObject({ status });
  expect(http.exchange.commands).toHaveLength(before);
});

test("SEC-69 STREAM-ORDER-3: a key is looked at at every call, a user by the engine, as over HTTP", async () => {
  const { http, desk } = await open();
  const readsOnly = await addKey(http, "reads-only", { mayTrade: false });
  const revoked = await addKey(http, "soon-revoked", {});
  const [reader, trader, frozen] = [readsOnly, revoked, undefined].map((key) => desk.client(key));
  const key =
    http.exchange.state.users.keys.findIndex(({ apiKey }) => apiKey === revoked.apiKey) + 1;

  expect(await trader?.call(PATH, ORDER)).toMatchObject({ status: 200 });
  http.must({ type: "RevokeKey", key, request: 0 });
  const refused = await trader?.call(PATH, ORDER);
  const onlyReads = await reader?.call(PATH, ORDER);
  http.must({ type: "FreezeUser", user: 1, request: 0 });
  const halted = await frozen?.call(PATH, ORDER);

  expect(refused).toMatchObject({ status: 401, body: { code: -2015 } });
  expect(onlyReads?.body["msg"]).toMatch(/may only read/);
  expect(onlyReads).toMatchObject({ status: 401, body: { code: -2015 } });
  const { status, json } = await http.post(PATH, ORDER);
  expect(halted).toMatchObject({ status, body: json as object });
  expect(halted?.body["code"]).toBe(-2016);
  expect(ordersOf(http)).toBe(3); // Those of the frozen user are refused by the engine.
});

test("STREAM-ORDER-4: a key that takes each signature once makes no call, and is told why", async () => {
  const { http, desk } = await open();
  const client = desk.client(await addKey(http, "once", { isOnce: true }));

  const { status, body } = await client.call(PATH, ORDER);

  expect([status, body["code"]]).toEqual([401, -2015]);
  expect(body["msg"]).toMatch(/takes each signature once.*HTTP/);
  expect(ordersOf(http)).toBe(0);
});

test.each([
  [{}, {}, 200],
  [{ ts: NOW_MS }, {}, 200],
  [{ ts: `${NOW_MS - 5_000}` }, {}, 200],
  [{ ts: null }, {}, 200],
  [{ ts: NOW_MS - 5_001 }, {}, 400],
  [{ ts: NOW_MS - 5_001 }, { recvWindow: 6_000 }, 200],
  [{ ts: NOW_MS + 999 }, {}, 200],
  [{ ts: NOW_MS + 1_000 }, {}, 400],
  [{ ts: "soon" }, {}, 400],
  [{ ts: [NOW_MS] }, {}, 400],
  [{ ts: 1.5 }, {}, 400],
])("STREAM-ORDER-5: a call with %j and %j is %i", async (more, window, status) => {
  const { http, client } = await open();

  const reply = await client.call(PATH, { ...ORDER, ...window }, more);

  expect(reply).toMatchObject({ status, body: status === 200 ? {} : { code: -1021 } });
  expect(ordersOf(http)).toBe(status === 200 ? 1 : 0);
});

test("STREAM-ORDER-5: without a time the window begins when the call arrives", async () => {
  const time = new VirtualTime(0);
  const faults = new FaultRules({ routes: ROUTES, timer: time.timer });
  const { http, client } = await open({ faults });
  faults.add({ route: PATH, kind: "latency", delayMs: 5_001 });
  client.say(PATH, ORDER);
  await settle();
  http.exchange.nowMs += 5_001;
  await time.pass(5_001);
  await settle();

  expect(client.stream.take()).toMatchObject([{ status: 400, body: { code: -1021 } }]);
  expect(ordersOf(http)).toBe(0);
});

test("SEC-71 STREAM-ORDER-6: 64 calls of a connection are under way, one more is refused, and room comes back", async () => {
  const time = new VirtualTime(0);
  const faults = new FaultRules({ routes: ROUTES, timer: time.timer });
  const { http, desk, client } = await open({ faults });
  faults.add({ route: PATH, kind: "latency", delayMs: 1_000, count: STREAM_LIMITS.calls });
  const other = desk.client(CREDENTIALS.demo2);
  for (let sent = 0; sent < STREAM_LIMITS.calls; sent++) client.say(PATH, ORDER);

  const beyond = await client.call(PATH, ORDER);
  expect(beyond).toMatchObject({ status: 429, body: { code: -1003 } });
  expect(beyond.body["msg"]).toMatch(/under way/);
  expect(await other.call(PATH, ORDER)).toMatchObject({ status: 200 });
  await time.pass(1_000);
  await settle();
  const answered = client.stream.take();
  expect(answered).toHaveLength(64);
  for (const reply of answered) expect(reply).toMatchObject({ type: "reply", status: 200 });
  expect(await client.call(PATH, ORDER)).toMatchObject({ status: 200 });
  expect(ordersOf(http)).toBe(66);
});

test("STREAM-ORDER-7: a reply leaves at once, with what waits, and finds its id", async () => {
  const { client } = await open();
  client.stream.say({ op: "ping", id: "before" });
  const id = client.say(PATH, ORDER);
  await settle();

  const heard = client.stream.texts.slice(-2).map((text) => JSON.parse(text));
  expect(heard).toMatchObject([
    { type: "pong", id: "before" },
    { type: "reply", id, status: 200, body: { status: "NEW" } },
  ]);
});

test("STREAM-ORDER-7: a reply whose client is gone is dropped, and the order stands", async () => {
  const time = new VirtualTime(0);
  const faults = new FaultRules({ routes: ROUTES, timer: time.timer });
  const { http, client } = await open({ faults });
  faults.add({ route: PATH, kind: "latency", delayMs: 10 });
  client.say(PATH, ORDER);
  await settle();
  const before = client.stream.texts.length;
  client.stream.connection.ended();
  await time.pass(10);
  await settle();

  expect(client.stream.texts).toHaveLength(before);
  expect(await http.get("/sapi/v1/openOrders?symbol=BTCUSDT")).toMatchObject({
    json: [{ status: "NEW" }],
  });
});

test("USER-LIMIT-2 STREAM-ORDER-1: calls and requests of a user count together, of a route each", async () => {
  const { http, desk, client } = await open({ hasLimits: true });
  for (let sent = 0; sent < 60; sent++) await http.post(PATH, {});
  const second = desk.client();
  for (let sent = 0; sent < 39; sent++) await client.call(PATH, {});
  const last = await second.call(PATH, {});
  const beyond = await client.call(PATH, {});

  expect(last.headers["X-RateLimit-Remaining"]).toBe("0");
  expect(beyond).toMatchObject({ status: 429, headers: { "Retry-After": "2" } });
  expect(await http.post(PATH, {})).toMatchObject({ status: 429 });
  expect(await client.call("/sapi/v1/cancel", {})).toMatchObject({ status: 400 });
});

test("USER-LIMIT-4 STREAM-ORDER-1: a call that is refused before its user's limit counts for its address", async () => {
  const { http, client } = await open({ hasLimits: true });
  for (let sent = 0; sent < 200; sent++) await client.call(PATH, "[]");

  expect(await client.call(PATH, "[]")).toMatchObject({ status: 429 });
  expect(await http.get("/sapi/v1/ping")).toMatchObject({ status: 429 });
  expect(await client.call(PATH, ORDER)).toMatchObject({ status: 200 });
});

test("USER-BAN-1 STREAM-ORDER-1: going on after 429 earns a ban, and a banned address calls nothing", async () => {
  const { http, client } = await open({ hasLimits: true });
  for (let sent = 0; sent < 200; sent++) await client.call(PATH, {});

  expect(http.exchange.state.bans.byEnd).toHaveLength(1);
  const banned = await client.call(PATH, ORDER);
  expect(banned).toMatchObject({ status: 418, headers: { "Retry-After": "120" } });
  expect(ordersOf(http)).toBe(0);
});

test("LOG-DUR-1 STREAM-ORDER-1: 503 was not logged, 504 says that it may have been", async () => {
  const { http, client } = await open();
  http.exchange.nextAnswer = { kind: "unavailable" };
  expect(await client.call(PATH, ORDER)).toMatchObject({ status: 503, body: { code: -1001 } });
  http.exchange.nextAnswer = { kind: "unknown" };
  expect(await client.call(PATH, ORDER)).toMatchObject({ status: 504, body: { code: -1007 } });
  expect(ordersOf(http)).toBe(0);
});

test.each(["504-executed", "504-not-executed", "503", "429"] as const)(
  "SANDBOX-FAULT-1 STREAM-ORDER-1: a rule of %s strikes a call as it strikes a request",
  async (kind) => {
    const faults = new FaultRules({ routes: ROUTES, timer: () => undefined });
    const { http, client } = await open({ faults });
    faults.add({ route: `POST ${PATH}`, kind });
    const { status, headers, json } = await http.post(PATH, ORDER);
    const { "X-Request-Id": _, ...others } = headers;
    const done = ordersOf(http);

    expect(await client.call(PATH, ORDER)).toMatchObject({
      status,
      headers: others,
      body: json as object,
    });
    expect(others["X-Fault-Rule"]).toBe("1");
    expect(ordersOf(http)).toBe(2 * done);
    expect(await client.call("/sapi/v1/cancel", {})).toMatchObject({ status: 400 });
  },
);

test("USER-REQUEST-2 STREAM-ORDER-1: a call has an id of its own: in reply, command, log and counts", async () => {
  const noted: AnsweredRequest[] = [];
  const traffic = {
    note: (answered: AnsweredRequest) => void noted.push(answered),
    clock: () => 7,
  };
  const { http, client } = await open({ traffic });
  const reply = await client.call(PATH, ORDER);
  const refused = await client.call(PATH, { ...ORDER, side: "HOLD" });

  const { request = 0 } = http.exchange.commands.at(-1) as { request?: number };
  expect(request.toString(36)).toBe(reply.requestId);
  expect(refused.requestId).not.toBe(reply.requestId);
  const about = { route: { path: PATH }, user: 1, arrivedMs: 7 };
  const head = { method: "POST", target: PATH, address: "127.0.0.1" };
  expect(noted).toMatchObject([
    { ...about, head, request, status: 200, code: 0 },
    { ...about, head, status: 400, code: -1117 },
  ]);
});

/** The body as text, where JSON.parse would take or lose something that the reader of HTTP does not. */
test.each([
  '{"symbol":"BTCUSDT","symbol":"ETHUSDT"}',
  '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","volume":1.000000000000000000001,"price":100}',
  '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","volume":1e0,"price":1.50}',
  '{"symbol":"\\u0000"}',
  '{"symbol":"\\ud800"}',
  `{"symbol":${"[".repeat(7)}${"]".repeat(7)}}`,
  `{"symbol":${"[".repeat(8)}${"]".repeat(8)}}`,
  '{"__proto__":{"symbol":"BTCUSDT"}}',
  "[]",
  "null",
  '"{}"',
  "{}",
  "7",
])("SEC-72 STREAM-ORDER-1: the body %s is read as over HTTP", async (body) => {
  const overHttp = await HttpDesk.open({ isTalkative: true });
  const head = overHttp.head("POST", PATH, body, {});
  const { status, body: text } = await overHttp.api.dispatch(head, Buffer.from(body));
  const { client } = await open({ isTalkative: true });

  expect(await client.call(PATH, body)).toMatchObject({ status, text });
});

test("a call without a body has no parameters, and fields beside it are ignored", async () => {
  const { client } = await open();

  expect(await client.call(PATH, undefined, { symbol: "BTCUSDT" })).toMatchObject({
    status: 400,
    body: { code: -1102, msg: "Parameter symbol is missing." },
  });
});

test("STREAM-LIMIT-4: the longest batch that there is fits into a message", async () => {
  const { client } = await open();
  const order = { side: "SELL", batchType: "LIMIT", price: "123456789.12345678" };
  const orders = Array.from({ length: 10 }, (_, at) => ({
    ...order,
    volume: "123456789.12345678",
    newClientOrderId: `${at}`.repeat(32),
    timeInForce: "POST_ONLY",
    selfTrade: "EXPIRE_TAKER",
    triggerPrice: "123456789.12345678",
  }));
  const body = { symbol: "BTCUSDT", orders, clientRequestId: "r".repeat(64), recvWindow: 60_000 };
  const path = "/sapi/v1/batchOrders";
  const message = { op: "call", id: "i".repeat(64), path, ts: NOW_MS, body };

  expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(STREAM_LIMITS.messageBytes);
  expect(await client.call(path, body, { ts: NOW_MS })).toMatchObject({ status: 400 });
});
