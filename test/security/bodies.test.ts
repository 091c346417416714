/** Hostile bodies: not JSON, not what they say they are, doubled, deep, long, or poisonous. */
import { expect, test } from "vitest";
import { HttpDesk } from "../support/http-client.ts";
import { OperatorDesk } from "../support/operator-desk.ts";
import {
  exchangeBytes,
  expectRefusal,
  ORDER,
  openListeningDesk,
  rawHead,
} from "../support/raw-http.ts";
import { textWork } from "../support/text-work.ts";
import { readBody, WORST_BODIES } from "./worst-bodies.ts";

/** An order with a field in front, or with a part of it written otherwise. */
const written = JSON.stringify(ORDER);
const withField = (field: string) => `{${field},${written.slice(1)}`;

async function expectIllegal(body: string | Uint8Array): Promise<void> {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const answer = await desk.post("/sapi/v1/order", body);

  expect(answer).toMatchObject({ status: 400, json: { code: -1100 } });
  expect(Object.keys(answer.json as object)).toEqual(["code", "msg"]);
  expect(desk.exchange.commands).toHaveLength(count);
  expect(desk.reports).toEqual([]);
}

test.each([undefined, ["text/plain"], ["application/json"]])(
  "SEC-13 an empty body counts as {} whatever its content type (%j), and no query stands in for it",
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
  undefined,
  ["text/plain"],
  ["application/json; charset=utf-16"],
  ["application/json; charset=utf-8; charset=utf-16"],
  ["application/json; charset=latin1"],
  ["application/jsonp"],
  ["application/x-www-form-urlencoded"],
  ["multipart/form-data; boundary=x"],
  ["text/plain, application/json"],
])("SEC-19 the content type %j is refused", async (type) => {
  const desk = await HttpDesk.open();

  const answer = await desk.post("/sapi/v1/order", ORDER, { headers: { "content-type": type } });

  expect(answer).toMatchObject({ status: 400, json: { code: -1017 } });
});

test.each(["gzip", "br", "deflate", "identity, gzip", "x"])(
  "SEC-19 the content encoding %s is 415, and ends the connection before the body is read",
  async (encoding) => {
    const { port } = await openListeningDesk();
    const lines = [`Content-Encoding: ${encoding}`, "Content-Length: 5"];

    const said = await exchangeBytes(port, rawHead("POST /sapi/v1/order", {}, ...lines));

    expectRefusal(said, 415, -1017);
  },
);

const NUL = String.fromCharCode(0);

test.each<[string, string | Uint8Array]>([
  ["a byte that is no UTF-8", Buffer.from(withField('"a":"\xff"'), "latin1")],
  ["half a character", Buffer.from(withField('"a":"\xc3"'), "latin1")],
  ["an overlong form", Buffer.from(withField('"a":"\xc0\xaf"'), "latin1")],
  ["a surrogate as UTF-8", Buffer.from(withField('"a":"\xed\xa0\x80"'), "latin1")],
  ["a byte order mark", `\ufeff${written}`],
  ["UTF-16", Buffer.from(written, "utf16le")],
  ["NUL in front", NUL + written],
  ["NUL behind", written + NUL],
  ["NUL in a string", withField(`"a":"${NUL}"`)],
  ["NUL as an escape", withField('"a":"\\u0000"')],
  ["NUL in the symbol", JSON.stringify({ ...ORDER, symbol: `BTCUSDT${NUL}` })],
  ["NUL in a key", withField('"a\\u0000":1')],
  ["half a pair of surrogates", withField('"a":"\\ud800"')],
  ["the halves in the wrong order", withField('"a":"\\udc00\\ud800"')],
  ["half a pair in a key", withField('"\\udfff":1')],
])("SEC-24 %s is not JSON here", async (_, body) => {
  await expectIllegal(body);
});

test.each(["%ff", "%00", "a%00b", "%c0%80", "%ed%a0%80", "%", "%u0041"])(
  "SEC-24 %s in a query is refused, whatever parameter it stands in",
  async (text) => {
    const desk = await HttpDesk.open();

    for (const query of [`symbol=${text}`, `symbol=BTCUSDT&x=${text}`, `symbol=BTCUSDT&${text}`]) {
      const answer = await desk.get(`/sapi/v1/depth?${query}`);
      expect(answer).toMatchObject({ status: 400, json: { code: -1100 } });
    }
  },
);

test.each([
  ["nine arrays", withField(`"a":${"[".repeat(8)}${"]".repeat(8)}`)],
  ["nine objects", withField(`"a":${'{"a":'.repeat(7)}{}${"}".repeat(7)}`)],
  ["30,000 arrays", withField(`"a":${"[".repeat(30_000)}${"]".repeat(30_000)}`)],
  ["30,000 that never end", "[".repeat(30_000)],
  ["10,000 objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
])("SEC-25 %s within each other are too deep", async (_, body) => {
  expect(body.length).toBeLessThan(65_536);
  await expectIllegal(body);
});

test("SEC-25 eight levels are read, and 5,000 unknown keys are as good as none", async () => {
  const desk = await HttpDesk.open();
  const deep = `"a":${"[".repeat(7)}${"]".repeat(7)}`;
  const many = Array.from({ length: 5_000 }, (_, i) => `"k${i}":${i}`).join();

  for (const field of [deep, many]) {
    expect(await desk.post("/sapi/v1/order", withField(field))).toMatchObject({ status: 200 });
  }
});

test("SEC-25 20,000 order ids are too many, and none of them is looked at", async () => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;
  const ids = Array.from({ length: 20_000 }, (_, i) => i % 10);

  for (const orderIds of [ids, ids.join()]) {
    const answer = await desk.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds });
    expect(answer).toMatchObject({ status: 400, json: { code: -1101 } });
  }
  expect(desk.exchange.commands).toHaveLength(count);
});

test.each(WORST_BODIES)("SEC-25 reading %s is work in proportion to their bytes", (_, write) => {
  const [short, long] = [6_000, 60_000].map((bytes) => {
    const body = Buffer.from(write(bytes));
    return textWork(() => readBody(body));
  }) as [number, number];

  // Ten times as much; what grew with the square would be a hundred.
  expect(short).toBeGreaterThanOrEqual(6_000);
  expect(long / short).toBeLessThan(12);
});

test.each([
  '{"volume":1,"volume":1000}',
  '{"volume":1,"volum\\u0065":1000}',
  withField('"a":{"b":1,"b":1}'),
  withField('"price":"1"'),
  withField('"recvWindow":1,"recvWindow":1'),
  withField('"__proto__":1,"__proto__":1'),
])("SEC-26 a key that stands twice is refused: %s", async (body) => {
  await expectIllegal(body);
});

const POISON = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];

test.each(POISON)("SEC-27 %s is a key, a symbol or an asset like any other", async (name) => {
  const desk = await HttpDesk.open();
  const inherited = `{"${name}":${JSON.stringify({ ...ORDER, x: 1 })}}`;
  const besides = withField(`"${name}":{"x":1,"side":"SELL"}`);

  const answers = [
    await desk.post("/sapi/v1/order", inherited),
    await desk.post("/sapi/v1/order", besides),
    await desk.post("/sapi/v1/order", { ...ORDER, symbol: name }),
    await desk.get(`/sapi/v1/openOrders?symbol=${name}&${name}=1`),
    await desk.get(`/sapi/v1/depth?symbol=${name}`),
    await desk.get(`/sapi/v1/depth?symbol=${name}/USDT`),
    await desk.get(`/sapi/v1/klines?symbol=BTCUSDT&interval=${name}`),
  ];

  const codes = answers.map(({ json }) => (json as { code?: number }).code);
  expect(codes).toEqual([-1102, undefined, -1121, -1121, -1121, -1121, -1102]);
  expect(answers[1]?.json).toMatchObject({ side: "BUY", status: "NEW" });
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(desk.reports).toEqual([]);
});

test.each(POISON)("SEC-27 %s is no asset, no symbol and no user to the operator", async (name) => {
  const desk = await new OperatorDesk().provision();
  const count = desk.exchange.commands.length;
  const moved = { user: "alice", asset: "USDT", amount: "1", id: "d-1" };

  const answers = [
    await desk.post("/deposits", { ...moved, asset: name }),
    await desk.post("/deposits", { ...moved, user: name }),
    await desk.post("/symbols/halt", { name }),
    await desk.post("/keys", { user: name }),
    await desk.post("/users", `{"${name}":{"name":"mallory","x":1}}`),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400]);
  expect(desk.exchange.commands).toHaveLength(count);
  expect(({} as { x?: unknown }).x).toBeUndefined();
  expect(desk.reports).toEqual([]);
});

test.each([
  "[]",
  `[${written}]`,
  '"x"',
  "null",
  "true",
  "1",
  `${written}x`,
  `${written}${written}`,
  `${written},`,
  `/**/${written}`,
  `${written}//`,
  "{/**/}",
  "{a:1}",
  "{'a':1}",
  withField('"a":01'),
  withField('"a":.5'),
  withField('"a":+1'),
  withField('"a":undefined'),
  written.replace("}", ",}"),
  "{",
  " ",
])("SEC-28 the body %s is not one JSON object", async (body) => {
  await expectIllegal(body);
});
