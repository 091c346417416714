/** The checks every request goes through, in the order of api-decisions 1.3: first failure wins. */
import { expect, test } from "vitest";
import { type Change, HttpDesk } from "../support/http-client.ts";

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

test("SEC-20 a body may have 64 KiB, fields it does not need among them, and no byte more", async () => {
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
  desk.tampered.exchange.submit = () => Promise.reject(failure);

  const answer = await desk.post("/sapi/v1/order", ORDER);

  expect(answer).toMatchObject({
    status: 500,
    json: { code: -1000, msg: "An unexpected failure." },
  });
  expect(desk.reports).toEqual([failure]);
});
