/** Hostile signatures: keys, digests and headers that are missing, doubled, foreign or changed. */
import * as crypto from "node:crypto";
import { expect, test, vi } from "vitest";
import { Refusal } from "../../src/contract/refusal.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { login } from "../../src/edge/ws/private/login.ts";
import { type Change, CREDENTIALS, HttpDesk } from "../support/http-client.ts";
import {
  CLOSE,
  exchangeBytes,
  type HeaderLists,
  ORDER,
  openListeningDesk,
  rawHead,
} from "../support/raw-http.ts";

// Node's own, watched: whatever of it a refusal may cost, and how many bytes each hash takes.
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  return {
    ...real,
    hash: vi.fn(real.hash),
    timingSafeEqual: vi.fn(real.timingSafeEqual),
    createHash: vi.fn(real.createHash),
    createHmac: vi.fn(real.createHmac),
    createDecipheriv: vi.fn(real.createDecipheriv),
  };
});

const SIGNED = ROUTES.filter(({ security }) => security !== "NONE").map(
  ({ method, path }): [string, string] => [method, path],
);

const MISSING: readonly [string, number][] = [
  ["x-ch-apikey", -1002],
  ["x-ch-ts", -1023],
  ["x-ch-sign", -1024],
];

test.each(SIGNED)("SEC-1 %s %s asks for key, time and signature", async (method, path) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  for (const [name, code] of MISSING) {
    const answer = await desk.send(method, path, "", { headers: { [name]: undefined } });
    expect(answer).toMatchObject({ status: 401, json: { code } });
    expect(Object.keys(answer.json as object)).toEqual(["code", "msg"]);
  }
  expect(desk.exchange.commands).toHaveLength(count);
});

/** What a refusal cost: the bytes of each hash, the comparisons, and anything else of the kind. */
async function workOf(refuse: () => unknown) {
  const { hash, timingSafeEqual, createHash, createHmac, createDecipheriv } = vi.mocked(crypto);
  const others = [createHash, createHmac, createDecipheriv];
  for (const watched of [hash, timingSafeEqual, ...others]) watched.mockClear();
  await refuse();
  return {
    hashes: hash.mock.calls.map(([, text]) => (text as Buffer).length),
    compared: timingSafeEqual.mock.calls.map(([right, claimed]) => [right, claimed].map(bytesOf)),
    others: others.map(({ mock }) => mock.calls.length),
  };
}

function bytesOf({ byteLength }: ArrayBufferLike | NodeJS.ArrayBufferView): number {
  return byteLength;
}

function workOfRequest(desk: HttpDesk, method: string, target: string, change: Change) {
  const body = method === "POST" ? JSON.stringify(ORDER) : "";
  const head = desk.head(method, target, body, change);
  return workOf(async () => {
    const { status } = await desk.api.dispatch(head, Buffer.from(body));
    expect(status).toBe(401);
  });
}

/** A desk on which the key of demo2 was revoked. */
async function deskWithRevoked(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  await desk.exchange.submit({ type: "RevokeKey", key: 2, request: 0 });
  return desk;
}

test.each([
  ["POST", "/sapi/v1/order", 2],
  ["GET", "/sapi/v1/account", 2],
  ["GET", "/sapi/v1/openOrders?symbol=BTCUSDT", 4],
])("SEC-2 %s %s: an unknown key and a wrong signature cost the same hashes", async (...request) => {
  const [method, target, count] = request;
  const desk = await deskWithRevoked();
  const known = CREDENTIALS.demo1.apiKey;
  const unknown = { "x-ch-apikey": ["k".repeat(known.length)] };

  const wrong = await workOfRequest(desk, method, target, { secret: "wrong" });

  expect(wrong.hashes).toHaveLength(count);
  expect(wrong.compared).toEqual(Array(count / 2).fill([64, 64]));
  expect(wrong.others).toEqual([0, 0, 0]);
  for (const headers of [
    unknown,
    { ...unknown, "x-ch-sign": ["ab"] },
    { "x-ch-sign": ["ab"] },
    { "x-ch-sign": ["0".repeat(64)] },
    { "x-ch-apikey": [known.toUpperCase()] },
    { "x-ch-apikey": [CREDENTIALS.demo2.apiKey] },
    { "x-ch-apikey": [""] },
  ]) {
    expect(await workOfRequest(desk, method, target, { headers, secret: "wrong" })).toEqual(wrong);
  }
});

test("SEC-2 STREAM-LOGIN-1 the login of a stream costs the same for every key, too", async () => {
  const { keys } = await deskWithRevoked();
  const arrival = { address: "127.0.0.1", nowMs: 1_700_000_000_000 };
  const refuse = (apiKey: string, sign: string) =>
    workOf(() => {
      const fields = { op: "login", apiKey, ts: arrival.nowMs, sign };
      expect(() => login(keys, fields, arrival)).toThrow(Refusal);
    });

  const wrong = await refuse(CREDENTIALS.demo1.apiKey, "0".repeat(64));

  expect(wrong.hashes).toHaveLength(2);
  for (const apiKey of ["nobody", CREDENTIALS.demo2.apiKey, CREDENTIALS.demo1.apiKey]) {
    for (const sign of ["0".repeat(64), "ab", ""])
      expect(await refuse(apiKey, sign)).toEqual(wrong);
  }
});

test("SEC-2 an unknown key is -2015, a known one with another's secret -1022", async () => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const unknown = await desk.post("/sapi/v1/order", ORDER, {
    headers: { "x-ch-apikey": ["nobody"] },
  });
  const wrong = await desk.post("/sapi/v1/order", ORDER, { secret: CREDENTIALS.demo2.secret });

  expect(unknown).toMatchObject({ status: 401, json: { code: -2015 } });
  expect(wrong).toMatchObject({ status: 401, json: { code: -1022 } });
  expect(desk.exchange.commands).toHaveLength(count);
});

test.each<[string, (digest: string) => string]>([
  ["upper", (digest) => digest.toUpperCase()],
  ["mixed", (digest) => digest.slice(0, 32).toUpperCase() + digest.slice(32)],
])("SEC-3 a signature in %s case is as good", async (_, spell) => {
  const desk = await HttpDesk.open();
  const digest = desk.head("GET", "/sapi/v1/account", "", {}).headers["x-ch-sign"]?.[0] ?? "";
  const headers = { "x-ch-sign": [spell(digest)] };

  expect(headers["x-ch-sign"]).not.toEqual([digest]);
  expect(await desk.get("/sapi/v1/account", { headers })).toMatchObject({ status: 200 });
});

test.each<[string, (digest: string) => string]>([
  ["63 digits", (digest) => digest.slice(1)],
  ["65 digits", (digest) => `${digest}0`],
  ["128 digits", (digest) => digest + digest],
  ["letters that are no digits", (digest) => `${digest.slice(0, -1)}g`],
  ["nothing", () => ""],
  ["a prefix and the digits", (digest) => `0x${digest}`],
  ["a prefix among 64", (digest) => `0x${digest.slice(2)}`],
  ["64 zeros", () => "0".repeat(64)],
  ["base64", (digest) => Buffer.from(digest, "hex").toString("base64")],
])("SEC-4 a signature of %s is wrong, and nothing is thrown or placed", async (_, spell) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;
  const { headers } = desk.head("POST", "/sapi/v1/order", JSON.stringify(ORDER), {});
  const spelled = { "x-ch-sign": [spell(headers["x-ch-sign"]?.[0] ?? "")] };

  const answer = await desk.post("/sapi/v1/order", ORDER, { headers: spelled });

  expect(answer).toMatchObject({ status: 401, json: { code: -1022 } });
  expect(desk.exchange.commands).toHaveLength(count);
  expect(desk.reports).toEqual([]);
});

test.each([
  CREDENTIALS.demo1.apiKey.toUpperCase(),
  "Key-of-demo1",
  `${CREDENTIALS.demo1.apiKey} `,
  "",
  "__proto__",
])("SEC-5 the key %j is none, though it differs only in its case or not at all", async (apiKey) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get("/sapi/v1/account", { headers: { "x-ch-apikey": [apiKey] } });

  expect(answer).toMatchObject({ status: 401, json: { code: -2015 } });
});

test.each(["X-CH-APIKEY", "X-CH-TS", "X-CH-SIGN"])(
  "SEC-6 %s sent twice is refused, on a real socket too, also when both are right",
  async (name) => {
    const { desk, port } = await openListeningDesk();
    const { headers }: { headers: HeaderLists } = desk.head("GET", "/sapi/v1/account", "", {});
    const [right = ""] = headers[name.toLowerCase()] ?? [];

    for (const again of [right, "other", ""]) {
      const lines = [`${name}: ${again}`, CLOSE];
      const said = await exchangeBytes(port, rawHead("GET /sapi/v1/account", headers, ...lines));
      expect(said).toMatch(/^HTTP\/1\.1 400 /);
      expect(said).toContain('{"code":-1100,');
    }
  },
);

const [FIRST, ...REST] = Object.entries(ORDER);

test.each([
  ["one space more", `${JSON.stringify(ORDER)} `],
  ["one space inside", JSON.stringify(ORDER).replace(":", ": ")],
  ["its keys in another order", JSON.stringify(Object.fromEntries([...REST, FIRST ?? []]))],
  ["a digit more", JSON.stringify({ ...ORDER, volume: "10" })],
  ["nothing", ""],
])("SEC-12 a body that has %s than was signed places nothing", async (_, sent) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const answer = await desk.post("/sapi/v1/order", sent, { signedBody: JSON.stringify(ORDER) });

  expect(answer).toMatchObject({ status: 401, json: { code: -1022 } });
  expect(desk.exchange.commands).toHaveLength(count);
});

test.each([
  ["with its query", "/sapi/v1/openOrders?symbol=BTCUSDT&limit=5", 200],
  ["over the bare path", "/sapi/v1/openOrders", 200],
  ["with the query re-sorted", "/sapi/v1/openOrders?limit=5&symbol=BTCUSDT", 401],
  ["with less of the query", "/sapi/v1/openOrders?symbol=BTCUSDT", 401],
  ["with an empty query", "/sapi/v1/openOrders?", 401],
])("SEC-14 a GET signed %s", async (_, signedTarget, status) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=5", { signedTarget });

  expect(answer.status).toBe(status);
  if (status === 401) expect(answer.json).toMatchObject({ code: -1022 });
});

test("SEC-14 a POST is signed with its query, never over the bare path", async () => {
  const desk = await HttpDesk.open();
  const target = "/sapi/v1/order/test?x=1";

  expect(await desk.post(target, ORDER)).toMatchObject({ status: 200 });
  expect(await desk.post(target, ORDER, { signedTarget: "/sapi/v1/order/test" })).toMatchObject({
    status: 401,
    json: { code: -1022 },
  });
});

test.each([
  ["another path", "POST", "/sapi/v1/cancel"],
  ["another path of the same beginning", "POST", "/sapi/v1/order/test"],
  ["a path with a prefix", "POST", "/spot/open/sapi/v1/order"],
  ["another method", "GET", "/sapi/v1/order"],
  ["a method in lower case", "post", "/sapi/v1/order"],
])("SEC-17 a signature made for %s is wrong here", async (_, method, signedTarget) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;
  const body = JSON.stringify(ORDER);
  const ts = `${desk.exchange.nowMs}`;
  const digest = crypto
    .createHmac("sha256", CREDENTIALS.demo1.secret)
    .update(ts + method + signedTarget + body)
    .digest("hex");

  const answer = await desk.post("/sapi/v1/order", body, { headers: { "x-ch-sign": [digest] } });

  expect(answer).toMatchObject({ status: 401, json: { code: -1022 } });
  expect(desk.exchange.commands).toHaveLength(count);
});
