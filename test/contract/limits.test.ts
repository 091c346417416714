/** Rate limits, through the dialect: who is counted where, what a reply says, what is refused. */
import { beforeAll, describe, expect, test } from "vitest";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { type Answer, type Change, HttpDesk, MASTER_KEY } from "../support/http-client.ts";

const NOW = 1_700_000_000_000;
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };

/** What the reference allows: how many requests, in how many milliseconds. */
const USUAL = [20, 2_000] as const;
const OTHERS: Readonly<Record<string, readonly [count: number, perMs: number]>> = {
  "POST /sapi/v1/order": [100, 2_000],
  "POST /sapi/v1/order/test": [100, 2_000],
  "POST /sapi/v1/batchOrders": [50, 2_000],
  "POST /sapi/v1/cancel": [100, 2_000],
  "POST /sapi/v1/batchCancel": [50, 2_000],
  "POST /sapi/v1/order/cancelReplace": [100, 2_000],
  "POST /sapi/v1/orderList": [100, 2_000],
  "POST /sapi/v1/orderList/test": [100, 2_000],
  "POST /sapi/v1/orderList/cancel": [100, 2_000],
  "POST /sapi/v1/margin/order": [10, 1_000],
  "POST /sapi/v1/margin/cancel": [100, 2_000],
  "POST /sapi/v1/margin/order/cancelReplace": [10, 1_000],
  "POST /fapi/v1/order": [100, 2_000],
};

const SIGNED = ROUTES.filter(({ security }) => security !== "NONE");
const LIMITS = SIGNED.map(({ method, path }) => {
  const [count, perMs] = OTHERS[`${method} ${path}`] ?? USUAL;
  return [method, path, count, perMs] as const;
});

function openDesk(): Promise<HttpDesk> {
  return HttpDesk.open({ hasLimits: true });
}

/** Asks so often; the last answer. */
async function repeat(count: number, ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  for (let turn = 1; turn < count; turn++) answer = await ask();
  return answer;
}

function remaining({ headers }: Answer): number {
  return Number(headers["X-RateLimit-Remaining"]);
}

const TOO_MANY = { status: 429, json: { code: -1003, msg: "Too many requests." } };

describe("each endpoint, at one desk", () => {
  let desk: HttpDesk;
  beforeAll(async () => {
    desk = await openDesk();
  });

  test.each(LIMITS)(
    "USER-LIMIT-2 %s %s: %i requests in %i ms, not one more",
    async (method, path, count, perMs) => {
      // Whatever was counted before is over.
      desk.exchange.nowMs += 60_001;
      const resetMs = desk.exchange.nowMs + perMs;
      const ask = () => desk.send(method, path, method === "POST" ? "{}" : "");

      const last = await repeat(count, ask);
      const over = await ask();
      desk.exchange.nowMs += perMs - 1;
      const atLast = await ask();
      desk.exchange.nowMs += 1;
      const next = await ask();

      const window = { "X-RateLimit-Limit": `${count}`, "X-RateLimit-Reset": `${resetMs}` };
      expect(last.status).not.toBe(429);
      expect(last.headers).toMatchObject({ ...window, "X-RateLimit-Remaining": "0" });
      const again = { "Retry-After": `${perMs / 1_000}` };
      expect(over).toMatchObject({ ...TOO_MANY, headers: { ...window, ...again } });
      expect(atLast).toMatchObject({ ...TOO_MANY, headers: { ...window, "Retry-After": "1" } });
      expect(next.status).not.toBe(429);
      expect(remaining(next)).toBe(count - 1);
    },
  );
});

test("USER-LIMIT-2 the limits that are not the usual one are of endpoints that there are, and every public one has its own", () => {
  const open = ROUTES.filter(({ security }) => security === "NONE");

  const names = SIGNED.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(OTHERS).filter((name) => !names.includes(name))).toEqual([]);
  expect(open.map(({ limit }) => limit)).toEqual(open.map(() => ({ count: 200, perMs: 2_000 })));
});

test("SEC-41 USER-LIMIT-2 the 101st order in two seconds is refused and not placed", async () => {
  const desk = await openDesk();
  const count = desk.exchange.commands.length;

  const last = await repeat(100, () => desk.post("/sapi/v1/order", ORDER));
  desk.exchange.nowMs += 1;
  const over = await desk.post("/sapi/v1/order", ORDER);
  desk.exchange.nowMs += 1_998;
  const atLast = await desk.post("/sapi/v1/order", ORDER);

  expect(last).toMatchObject({ status: 200, headers: { "X-RateLimit-Remaining": "0" } });
  expect(over).toMatchObject({ ...TOO_MANY, headers: { "Retry-After": "2" } });
  expect(atLast).toMatchObject({ ...TOO_MANY, headers: { "Retry-After": "1" } });
  expect(desk.exchange.commands).toHaveLength(count + 100);
});

test("USER-LIMIT-1 refused requests count too, and do not make the window longer", async () => {
  const desk = await openDesk();
  await repeat(20, () => desk.get("/sapi/v1/account"));
  desk.exchange.nowMs += 1_500;

  const refused = await repeat(30, () => desk.get("/sapi/v1/account"));
  desk.exchange.nowMs += 500;
  const next = await desk.get("/sapi/v1/account");

  expect(refused).toMatchObject({
    status: 429,
    headers: { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": `${NOW + 2_000}` },
  });
  expect(next).toMatchObject({ status: 200, headers: { "X-RateLimit-Remaining": "19" } });
});

test("SEC-41 USER-LIMIT-2 all keys of a user count together, whatever address they come from", async () => {
  const desk = await openDesk();
  const second = { apiKey: "second", secret: "second-secret" };
  const sealedSecret = sealSecret(MASTER_KEY, second);
  const key = { user: 1, apiKey: "second", sealedSecret, mayTrade: true, addresses: [] };
  desk.exchange.do({ type: "AddKey", ...key, request: 0 });
  const withSecond: Change = {
    secret: second.secret,
    headers: { "x-ch-apikey": [second.apiKey] },
    address: "10.0.0.2",
  };

  await repeat(12, () => desk.get("/sapi/v1/account"));
  const last = await repeat(8, () => desk.get("/sapi/v1/account", withSecond));

  expect(last).toMatchObject({ status: 200, headers: { "X-RateLimit-Remaining": "0" } });
  expect(await desk.get("/sapi/v1/account", withSecond)).toMatchObject(TOO_MANY);
  expect(await desk.get("/sapi/v1/account")).toMatchObject(TOO_MANY);
  expect(await desk.get("/sapi/v1/account", { user: "demo2" })).toMatchObject({ status: 200 });
});

test("USER-LIMIT-2 each endpoint counts for itself, method and path; a prefix makes no other", async () => {
  const desk = await openDesk();
  const path = "/sapi/v1/order";
  await repeat(15, () => desk.get(path));

  const prefixed = await repeat(6, () => desk.get(`/spot/open${path}`, { signedTarget: path }));

  expect(prefixed).toMatchObject(TOO_MANY);
  expect(await desk.post(path, ORDER)).toMatchObject({ status: 200 });
  expect(await desk.get("/sapi/v1/account")).toMatchObject({ status: 200 });
});

test("USER-LIMIT-3 public endpoints: 200 in two seconds from an address, over all of them", async () => {
  const desk = await openDesk();
  const paths = [
    "/sapi/v1/ping",
    "/sapi/v1/trades?symbol=BTCUSDT",
    "/api/v1/trades?symbol=BTCUSDT",
  ];
  let turn = 0;
  const ask = () => desk.get(paths[turn++ % paths.length] ?? "");

  const last = await repeat(200, ask);

  expect(last).toMatchObject({
    status: 200,
    headers: {
      "X-RateLimit-Limit": "200",
      "X-RateLimit-Remaining": "0",
      "X-RateLimit-Reset": `${NOW + 2_000}`,
    },
  });
  for (const path of paths) expect(await desk.get(path)).toMatchObject(TOO_MANY);
  expect(await desk.get("/sapi/v1/ping", { address: "10.0.0.2" })).toMatchObject({ status: 200 });
  expect(await desk.get("/sapi/v1/account")).toMatchObject({ status: 200 });
  desk.exchange.nowMs += 2_000;
  expect(await desk.get("/sapi/v1/ping")).toMatchObject({ status: 200 });
});

test("USER-LIMIT-3 a list of all markets counts as 10 requests", async () => {
  const desk = await openDesk();
  const paths = ["/sapi/v1/tickers", "/sapi/v1/bookTickers"];
  const all = [...paths, "/fapi/v1/tickers", "/fapi/v1/bookTickers"];
  const weights = ROUTES.flatMap((route) => (route.security === "NONE" ? [route] : []))
    .filter(({ weight }) => weight !== 1)
    .map(({ path, weight }) => [path, weight]);

  const ping = await desk.get("/sapi/v1/ping");
  let turn = 0;
  const last = await repeat(19, () => desk.get(all[turn++ % all.length] ?? ""));
  const over = await desk.get("/sapi/v1/tickers");

  expect(weights).toEqual(all.map((path) => [path, 10]));
  expect([remaining(ping), remaining(last)]).toEqual([199, 9]);
  expect(over).toMatchObject(TOO_MANY);
  expect(await desk.get("/sapi/v1/ping")).toMatchObject(TOO_MANY);
});

test("USER-LIMIT-3 USER-ADDR-1 the addresses of one /64 count together", async () => {
  const desk = await openDesk();
  const from = (address: string) => desk.get("/sapi/v1/ping", { address });
  let turn = 0;
  await repeat(200, () => from(`2001:db8:0:7::${(turn++).toString(16)}`));

  expect(await from("2001:db8:0:7:ffff::1")).toMatchObject(TOO_MANY);
  expect(await from("2001:db8:0:8::1")).toMatchObject({ status: 200 });
});

test("USER-LIMIT-3 a request to no endpoint counts nowhere and says nothing of limits", async () => {
  const desk = await openDesk();

  const unknown = await repeat(300, () => desk.get("/sapi/v1/none"));

  expect(unknown.status).toBe(404);
  expect(Object.keys(unknown.headers)).toEqual(["X-Request-Id"]);
  expect(remaining(await desk.get("/sapi/v1/ping"))).toBe(199);
});

test("for a public endpoint the limit is asked before the parameters", async () => {
  const desk = await openDesk();
  const ask = () => desk.get("/sapi/v1/depth?symbol=%zz");

  const first = await ask();
  const over = await repeat(200, ask);

  expect(first).toMatchObject({ status: 400, json: { code: -1100 } });
  expect(remaining(first)).toBe(199);
  expect(over).toMatchObject(TOO_MANY);
});

/** Everything that is asked before a signed endpoint's limit, each wrong once. */
const FAILURES: readonly [string, number, Change, string?][] = [
  ["a header sent twice", -1100, { headers: { "x-ch-sign": ["a", "b"] } }],
  ["no key", -1002, { headers: { "x-ch-apikey": undefined } }],
  ["no time", -1023, { headers: { "x-ch-ts": undefined } }],
  ["a time that is none", -1021, { headers: { "x-ch-ts": ["+1"] } }],
  ["no signature", -1024, { headers: { "x-ch-sign": undefined } }],
  ["an unknown key", -2015, { headers: { "x-ch-apikey": ["x"] } }],
  ["a wrong signature", -1022, { secret: "wrong" }],
  ["another content type", -1017, { headers: { "content-type": ["text/plain"] } }],
  ["no JSON", -1100, {}, "{"],
  ["a bad recvWindow", -1102, {}, '{"recvWindow":-1}'],
  ["a late time", -1021, { ts: `${NOW - 5_001}` }],
];

describe("at a desk that had enough of its user", () => {
  let desk: HttpDesk;
  beforeAll(async () => {
    desk = await openDesk();
    expect(await repeat(101, () => desk.post("/sapi/v1/order", "{}"))).toMatchObject(TOO_MANY);
  });

  const rows = FAILURES.map(([what, code, change, body = "{}"], at) => {
    return [what, code, { ...change, address: `10.0.0.${1 + at}` }, body] as const;
  });
  test.each(rows)(
    "USER-LIMIT-4 %s (%i) is answered before the user's limit, and counts in the address's",
    async (_, code, change, body) => {
      const { address } = change;

      const answer = await desk.post("/sapi/v1/order", body, change);

      expect(answer).toMatchObject({ json: { code }, headers: { "X-RateLimit-Limit": "200" } });
      expect(remaining(answer)).toBe(199);
      expect(remaining(await desk.get("/sapi/v1/ping", { address }))).toBe(198);
    },
  );
});

test("USER-LIMIT-2 a field is asked for after the limit", async () => {
  const desk = await openDesk();

  const first = await desk.post("/sapi/v1/order", "{}");
  const over = await repeat(100, () => desk.post("/sapi/v1/order", "{}"));

  expect(first).toMatchObject({ status: 400, json: { code: -1102 } });
  expect(remaining(first)).toBe(99);
  expect(over).toMatchObject(TOO_MANY);
});

test("USER-LIMIT-4 an address that failed 200 times is told so instead of how it failed", async () => {
  const desk = await openDesk();
  const fail = () => desk.get("/sapi/v1/account", { secret: "wrong" });

  expect(await repeat(200, fail)).toMatchObject({ status: 401, json: { code: -1022 } });
  expect(await fail()).toMatchObject({ ...TOO_MANY, headers: { "Retry-After": "2" } });
  expect(await desk.get("/sapi/v1/ping")).toMatchObject(TOO_MANY);
});

test("SEC-44 USER-LIMIT-4 thousands of bad signatures with a victim's key do not limit the victim", async () => {
  const desk = await openDesk();
  const attacker: Change = { secret: "wrong", address: "203.0.113.66" };

  const refused = await repeat(3_000, () => desk.post("/sapi/v1/order", ORDER, attacker));
  const victim = await desk.post("/sapi/v1/order", ORDER, { address: "10.0.0.1" });

  expect(refused.status).toBe(418);
  expect(victim).toMatchObject({ status: 200, headers: { "X-RateLimit-Remaining": "99" } });
});

test("without limits nobody is refused, and no reply speaks of them", async () => {
  const desk = await HttpDesk.open();
  desk.exchange.do({ type: "BanAddress", block: "127.0.0.1", request: 0 });

  const answer = await repeat(300, () => desk.get("/sapi/v1/account"));

  expect(answer.status).toBe(200);
  expect(Object.keys(answer.headers)).toEqual(["X-Request-Id"]);
});
