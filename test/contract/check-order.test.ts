/** The checks every request goes through, in the order of api-decisions 1.3: first failure wins. */
import { expect, test } from "vitest";
import { type Change, CREDENTIALS, HttpDesk } from "../support/http-client.ts";

const NOW = 1_700_000_000_000;
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };

/** One fault for each check, in the order of the contract. All of them are in one request. */
const LADDER: readonly {
  what: string;
  code: number;
  status: number;
  change: Change;
  body?: string;
}[] = [
  {
    what: "a content encoding",
    code: -1017,
    status: 415,
    change: { headers: { "content-encoding": ["gzip"] } },
  },
  {
    what: "a signed header sent twice",
    code: -1100,
    status: 400,
    change: { headers: { "x-ch-sign": ["a", "b"] } },
  },
  { what: "no key", code: -1002, status: 401, change: { headers: { "x-ch-apikey": undefined } } },
  { what: "no time", code: -1023, status: 401, change: { headers: { "x-ch-ts": undefined } } },
  {
    what: "a time that is none",
    code: -1021,
    status: 400,
    change: { headers: { "x-ch-ts": ["+1"] } },
  },
  {
    what: "no signature",
    code: -1024,
    status: 401,
    change: { headers: { "x-ch-sign": undefined } },
  },
  {
    what: "an unknown key",
    code: -2015,
    status: 401,
    change: { headers: { "x-ch-apikey": ["x"] } },
  },
  { what: "a wrong signature", code: -1022, status: 401, change: { secret: "wrong" } },
  {
    what: "another content type",
    code: -1017,
    status: 400,
    change: { headers: { "content-type": ["text/plain"] } },
  },
  { what: "no JSON", code: -1100, status: 400, change: {}, body: "{" },
  { what: "a bad recvWindow", code: -1102, status: 400, change: {}, body: '{"recvWindow":-1}' },
  { what: "a late time", code: -1021, status: 400, change: { ts: `${NOW - 5_001}` } },
  { what: "a missing field", code: -1102, status: 400, change: {}, body: "{}" },
];

test.each(LADDER.map((step, at) => ({ ...step, at })))(
  "$what is answered before everything that comes after it",
  async ({ at, code, status }) => {
    const desk = await HttpDesk.open();
    const faults = LADDER.slice(at).reverse();
    const headers = Object.assign({}, ...faults.map(({ change }) => change.headers));
    const change = Object.assign({}, ...faults.map((fault) => fault.change), { headers });
    const body = faults.findLast((fault) => fault.body !== undefined)?.body ?? "{}";

    const answer = await desk.post("/sapi/v1/order", body, change);

    expect(answer).toMatchObject({ status, json: { code } });
    expect(Object.keys(answer.json as object)).toEqual(["code", "msg"]);
  },
);

test("the route is asked before all of them", async () => {
  const desk = await HttpDesk.open();
  const change = { headers: { "content-encoding": ["gzip"], "x-ch-apikey": undefined } };

  expect(await desk.post("/sapi/v1/orders", "{", change)).toMatchObject({
    status: 404,
    json: { code: -1000 },
  });
  expect(await desk.send("PUT", "/sapi/v1/order", "{", change)).toMatchObject({
    status: 405,
    headers: { Allow: "POST, GET" },
    json: { code: -1020 },
  });
});

test.each([
  "/sapi/v1/../v1/ping",
  "//sapi/v1/ping",
  "/sapi/v1/pin%67",
  "/sapi/v1/ping;x",
  "/sapi/v1/ping/",
  "/SAPI/v1/ping",
  "http://127.0.0.1/sapi/v1/ping",
  "/sapi/v1/ping#x",
  "/sapi/v1/ping?a=1#x",
  "/spot/open/spot/open/sapi/v1/ping",
  "/spot/open",
  "*",
  "",
])("the path %j is none of ours", async (target) => {
  const desk = await HttpDesk.open();

  expect(await desk.get(target)).toMatchObject({ status: 404, json: { code: -1000 } });
});

test.each(["PUT", "DELETE", "TRACE", "OPTIONS", "HEAD", "POST", "get"])(
  "%s ping is 405",
  async (method) => {
    const desk = await HttpDesk.open();

    const answer = await desk.send(method, "/sapi/v1/ping", "");

    expect(answer).toMatchObject({ status: 405, headers: { Allow: "GET" }, json: { code: -1020 } });
  },
);

test("a public endpoint never looks at the signed headers", async () => {
  const desk = await HttpDesk.open();
  const wrong = { "x-ch-apikey": ["x", "y"], "x-ch-ts": ["-"], "x-ch-sign": undefined };

  const answer = await desk.get("/sapi/v1/ping", {
    headers: { ...wrong, "content-encoding": ["br"] },
  });

  expect(answer).toMatchObject({ status: 200, json: {} });
});

test.each(["/spot/open", "/futures/open"])(
  "the prefix %s is accepted and not signed",
  async (prefix) => {
    const desk = await HttpDesk.open();
    const path = "/sapi/v1/account";

    expect(await desk.get(prefix + path, { signedTarget: path })).toMatchObject({ status: 200 });
    expect(await desk.get(prefix + path)).toMatchObject({ json: { code: -1022 } });
  },
);

test("a GET is signed with its query or over the bare path, but not with the query re-sorted", async () => {
  const desk = await HttpDesk.open();
  const target = "/sapi/v1/openOrders?symbol=BTCUSDT&limit=5";

  const signedAs = (signedTarget: string) => desk.get(target, { signedTarget });

  expect(await signedAs(target)).toMatchObject({ status: 200 });
  expect(await signedAs("/sapi/v1/openOrders")).toMatchObject({ status: 200 });
  expect(await signedAs("/sapi/v1/openOrders?limit=5&symbol=BTCUSDT")).toMatchObject({
    status: 401,
  });
});

test("a POST is signed with its query, never over the bare path", async () => {
  const desk = await HttpDesk.open();

  const answer = await desk.post("/sapi/v1/order?x=1", ORDER, { signedTarget: "/sapi/v1/order" });

  expect(answer).toMatchObject({ status: 401, json: { code: -1022 } });
});

test.each([
  ["one space more", { signedBody: `${JSON.stringify(ORDER)} ` }],
  ["another path", { signedTarget: "/sapi/v1/cancel" }],
  ["another user's secret", { secret: CREDENTIALS.demo2.secret }],
  ["any 64 hex digits", { headers: { "x-ch-sign": ["ab".repeat(32)] } }],
  ["63 digits", { headers: { "x-ch-sign": ["a".repeat(63)] } }],
  ["no digits", { headers: { "x-ch-sign": [""] } }],
] satisfies [string, Change][])("a signature over %s places nothing", async (_, change) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const answer = await desk.post("/sapi/v1/order", ORDER, change);

  expect(answer).toMatchObject({ status: 401, json: { code: -1022 } });
  expect(desk.exchange.commands).toHaveLength(count);
});

test("a signature in upper case is as good", async () => {
  const desk = await HttpDesk.open();
  const head = desk.head("GET", "/sapi/v1/account", "", {});
  const headers = { "x-ch-sign": [head.headers["x-ch-sign"]?.[0]?.toUpperCase() ?? ""] };

  expect(await desk.get("/sapi/v1/account", { headers })).toMatchObject({ status: 200 });
});

test.each([
  "17 00",
  "+1700000000000",
  "01700000000000",
  "1.7e12",
  "0x18b",
  "\u0661\u0667",
  "1".repeat(20),
  "-1",
  "",
  "0",
])("the time %j is none", async (ts) => {
  const desk = await HttpDesk.open();

  expect(await desk.get("/sapi/v1/account", { ts })).toMatchObject({
    status: 400,
    json: { code: -1021 },
  });
});

test.each([
  [NOW + 999, "", 200],
  [NOW + 1_000, "", 400],
  [NOW - 5_000, "", 200],
  [NOW - 5_001, "", 400],
  [NOW, "?recvWindow=0", 200],
  [NOW - 1, "?recvWindow=0", 400],
  [NOW - 60_000, "?recvWindow=60000", 200],
  [NOW - 60_000, "?recvwindow=6e4", 200],
  [NOW - 60_001, "?recvWindow=60000", 400],
  [NOW - 5_000, "?recvWindow=", 200],
])("at %i a request with %j is answered %i", async (ts, query, status) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get(`/sapi/v1/account${query}`, { ts: `${ts}` });

  expect(answer.status).toBe(status);
  if (status === 400) {
    const { code, msg } = answer.json as { code: number; msg: string };
    expect(code).toBe(-1021);
    expect(msg).toContain(`server time ${NOW}, request time ${ts}`);
  }
});

test.each(["-1", "1.5", "60001", "1e9", "true", "[]", '"x"'])(
  "recvWindow %s is refused",
  async (written) => {
    const desk = await HttpDesk.open();

    const answer = await desk.post("/sapi/v1/order/test", `{"recvWindow":${written}}`);

    expect(answer).toMatchObject({ status: 400, json: { code: -1102 } });
  },
);

test.each(["0", '"5000"', "null", '""', "6e4"])("recvWindow %s is good", async (written) => {
  const desk = await HttpDesk.open();
  const body = `{"recvWindow":${written},${JSON.stringify(ORDER).slice(1)}`;

  expect(await desk.post("/sapi/v1/order/test", body)).toMatchObject({ status: 200, json: {} });
});

test.each([
  "application/json",
  "application/json; charset=utf-8",
  "Application/JSON;charset=UTF-8",
])("the content type %s is good", async (type) => {
  const desk = await HttpDesk.open();

  const answer = await desk.post("/sapi/v1/order/test", ORDER, {
    headers: { "content-type": [type] },
  });

  expect(answer).toMatchObject({ status: 200 });
});

test.each([undefined, ["text/plain"], ["application/json; charset=utf-16"], ["application/jsonp"]])(
  "the content type %j is refused",
  async (type) => {
    const desk = await HttpDesk.open();

    const answer = await desk.post("/sapi/v1/order/test", ORDER, {
      headers: { "content-type": type },
    });

    expect(answer).toMatchObject({ status: 400, json: { code: -1017 } });
  },
);

test.each([undefined, ["text/plain"], ["application/json"]])(
  "an empty body counts as {} whatever its content type (%j), and the query does not stand in for it",
  async (type) => {
    const desk = await HttpDesk.open();

    const query = new URLSearchParams(ORDER).toString();
    const answer = await desk.post(`/sapi/v1/order?${query}`, "", {
      headers: { "content-type": type },
    });

    expect(answer).toMatchObject({ status: 400, json: { code: -1102 } });
  },
);

test.each([
  "[]",
  '"x"',
  "null",
  "1",
  "{}x",
  '{"a":1,"a":2}',
  "\ufeff{}",
  "{/**/}",
  "[".repeat(30_000),
])("the body %.20s is not one JSON object", async (body) => {
  const desk = await HttpDesk.open();

  expect(await desk.post("/sapi/v1/order", body)).toMatchObject({
    status: 400,
    json: { code: -1100 },
  });
});

test("a body may have 64 KiB, fields it does not need among them, and no byte more", async () => {
  const desk = await HttpDesk.open();
  const json = JSON.stringify({ ...ORDER, padding: "" });
  const padded = (bytes: number) => json.replace('""', `"${"x".repeat(bytes - json.length)}"`);

  expect(await desk.post("/sapi/v1/order/test", padded(65_536))).toMatchObject({ status: 200 });
  expect(await desk.post("/sapi/v1/order/test", padded(65_537))).toMatchObject({
    status: 413,
    isClosing: true,
    json: { code: -1101 },
  });
});

test.each([
  ["?symbol=BTCUSDT&symbol=BTCUSDT", -1101],
  ["?symbol=%zz", -1100],
  ["?symbol=%ff", -1100],
  ["?symbol=BTCUSDT%0d%0aX:1", -1121],
  ["?__proto__=1&symbol=toString", -1121],
])("the query %s is answered %i", async (query, code) => {
  const desk = await HttpDesk.open();

  expect(await desk.get(`/sapi/v1/openOrders${query}`)).toMatchObject({
    status: 400,
    json: { code },
  });
});

test("a revoked key, a key that may not trade and a foreign address are refused alike", async () => {
  const desk = await HttpDesk.open();
  const { sealedSecret } = desk.exchange.state.users.keys[0] ?? { sealedSecret: new Uint8Array() };
  const plain = {
    id: 1,
    user: 1,
    apiKey: CREDENTIALS.demo1.apiKey,
    sealedSecret,
    isRevoked: false,
  };
  const set = (change: { mayTrade: boolean; addresses: string[] }) =>
    desk.keys.fold({ type: "KeyChanged", key: { ...plain, ...change } });

  set({ mayTrade: true, addresses: ["10.0.0.1"] });
  expect(await desk.post("/sapi/v1/order", ORDER)).toMatchObject({
    status: 401,
    json: { code: -2015 },
  });
  expect(await desk.post("/sapi/v1/order", ORDER, { address: "10.0.0.1" })).toMatchObject({
    status: 200,
  });

  set({ mayTrade: false, addresses: [] });
  expect(await desk.post("/sapi/v1/order", ORDER)).toMatchObject({
    status: 401,
    json: { code: -2015 },
  });
  expect(await desk.get("/sapi/v1/account")).toMatchObject({ status: 200 });

  desk.exchange.do({ type: "RevokeKey", key: 1, request: 0 });
  expect(await desk.get("/sapi/v1/account")).toMatchObject({ status: 401, json: { code: -2015 } });
});

test("every reply has a request id, each its own, and commands carry its number", async () => {
  const desk = await HttpDesk.open();

  const answers = [
    await desk.get("/sapi/v1/ping"),
    await desk.get("/nowhere"),
    await desk.post("/sapi/v1/order", "{"),
    await desk.post("/sapi/v1/order", ORDER),
  ];

  const ids = answers.map(({ headers }) => headers["X-Request-Id"] ?? "");
  expect(new Set(ids).size).toBe(4);
  expect(desk.exchange.commands.at(-1)).toMatchObject({
    request: Number.parseInt(ids[3] ?? "", 36),
  });
});

test("a failure of our own is reported, and answered without a word about it", async () => {
  const desk = await HttpDesk.open();
  const failure = new Error("the secret is out");
  desk.exchange.submit = () => Promise.reject(failure);

  const answer = await desk.post("/sapi/v1/order", ORDER);

  expect(answer).toMatchObject({
    status: 500,
    json: { code: -1000, msg: "An unexpected failure." },
  });
  expect(desk.reports).toEqual([failure]);
});
