/**
 * Keys that take no unknown field. All signed endpoints are walked, over HTTP and over streams: each refuses a field that it does not
 * take of a strict key, and ignores it of any other.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { TOLERATED } from "../../src/contract/field-names.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { CALLABLE } from "../support/call-desk.ts";
import { CREDENTIALS } from "../support/http-client.ts";
import { nameOf, SIGNED_CALLS } from "./calls.ts";
import { LIMIT_BUY as LIMIT } from "./spot-calls.ts";
import { StrictDesk, strictly } from "./strict-desk.ts";

const SIGNED = ROUTES.filter(({ security }) => security !== "NONE");
const ORDER = "/sapi/v1/order";

const refusal = (msg: unknown) => ({ status: 400, json: { code: -1102, msg } });
const refused = refusal(
  expect.stringMatching(/^Parameter note is not known; this request takes .*\.$/),
);

let desk: StrictDesk;

beforeAll(async () => {
  desk = await StrictDesk.open();
});

/** What public clients send and the route does not take. */
function toleratedBy(name: string): Readonly<Record<string, unknown>> {
  const { parameters = {} } = SIGNED.find((route) => nameOf(route) === name) ?? {};
  const others = [...TOLERATED].filter((field) => !Object.hasOwn(parameters, field));
  return Object.fromEntries(others.map((field) => [field, 1]));
}

test("every signed endpoint is walked", () => {
  expect(SIGNED.map(nameOf).sort()).toEqual(Object.keys(SIGNED_CALLS).sort());
});

test.each(Object.keys(SIGNED_CALLS))(
  "USER-FIELD-3 %s takes no unknown field of a strict key",
  async (name) => {
    expect(await desk.ask(name, "strict", { note: 1 })).toMatchObject(refused);
    expect(await desk.ask(name, "ordinary", { note: 1 })).toMatchObject({ status: 200 });
    expect(await desk.ask(name, "strict")).toMatchObject({ status: 200 });
    const sent = { ...toleratedBy(name), recvWindow: 5_000 };
    expect(await desk.ask(name, "strict", sent)).toMatchObject({ status: 200 });
  },
);

test.each(CALLABLE.map(nameOf))("USER-FIELD-3 over a stream %s is the same", async (name) => {
  const way = "strict over a stream";

  expect(await desk.ask(name, way, { note: 1 })).toMatchObject(refused);
  expect(await desk.ask(name, way, toleratedBy(name))).toMatchObject({ status: 200 });
});

test("USER-FIELD-3 what is refused does nothing", async () => {
  const { commands } = desk.http.exchange;
  const before = commands.length;

  await desk.http.post(ORDER, { ...LIMIT, note: 1 }, strictly());

  expect(commands).toHaveLength(before);
});

describe("what the refusal says", () => {
  const post = (path: string, body: object) => desk.http.post(path, body, strictly());

  test.each([
    ["GET /sapi/v1/myTrades", "fromid", "Parameter fromid is not known, and fromId is."],
    ["GET /sapi/v1/openOrders", "Symbol", "Parameter Symbol is not known, and symbol is."],
    ["POST /sapi/v1/order", "stopPrce", "Parameter stopPrce is not known, and stopPrice is."],
    ["POST /sapi/v1/order", "reduceOnly", "Parameter reduceOnly is not taken by this request."],
    ["POST /fapi/v1/edit_lever", "nowlevel", "Parameter nowlevel is not known, and nowLevel is."],
    [
      "POST /fapi/v1/edit_lever",
      "marginModel",
      "Parameter marginModel is not known; this request takes contractName, nowLevel, clientRequestId.",
    ],
  ])("USER-FIELD-3 %s with %s: %s", async (name, field, msg) => {
    expect(await desk.ask(name, "strict", { [field]: 1 })).toMatchObject(refusal(msg));
  });

  test("USER-FIELD-3 an item of a batch is named", async () => {
    const { symbol, type: batchType, ...item } = LIMIT;
    const orders = [
      { ...item, batchType, amount: 1 },
      { ...item, batchType, note: 1 },
    ];

    const reply = await post("/sapi/v1/batchOrders", { symbol, orders });

    const msg = expect.stringMatching(/^Parameter orders\[1\]\.note is not known; /);
    expect(reply).toMatchObject(refusal(msg));
  });

  test("USER-FIELD-3 the beginning of a long name is repeated, and only what can be read of it", async () => {
    const name = `\u202e\n${"x".repeat(1_000)}`;

    const reply = await post("/sapi/v1/order", { ...LIMIT, [name]: 1 });

    const msg = expect.stringContaining(`Parameter ??${"x".repeat(62)} is not known; `);
    expect(reply).toMatchObject(refusal(msg));
  });
});

test("USER-FIELD-3 what is not given, and a second name of a parameter, is taken", async () => {
  const nothing = { note: null, remark: "" };
  const named = { ContractName: "E-BTC-USDT" };

  const sent = await desk.http.post(ORDER, { ...LIMIT, ...nothing, recvwindow: 9_000 }, strictly());
  const ended = await desk.http.post("/fapi/v1/orderHistorical", named, strictly());
  const query = "/fapi/v1/openOrders?Contract%20name=E-BTC-USDT&note=";

  expect([sent.status, ended.status]).toEqual([200, 200]);
  expect(await desk.http.get(query, strictly())).toMatchObject({ status: 200 });
});

test("USER-FIELD-3 a field is not passed over because it stands in the query of a POST, or the body of a GET", async () => {
  const { http } = desk;
  const query = `${ORDER}?postOnly=true`;
  const account = "/sapi/v1/account";

  expect(await http.post(query, LIMIT, strictly())).toMatchObject(
    refusal("Parameter postOnly is in the query; the parameters of a POST are in its body."),
  );
  expect(await http.send("GET", account, '{"limit":5}', strictly())).toMatchObject(
    refusal("Parameter limit is in the body; the parameters of a GET are in its query."),
  );
  expect(await http.post(query, LIMIT)).toMatchObject({ status: 200 });
  expect(await http.post(`${ORDER}?amount=1`, LIMIT, strictly())).toMatchObject({ status: 200 });
});

test("USER-FIELD-3 who is not let in does not hear of it", async () => {
  const sent = { ...LIMIT, note: 1 };
  const codeOf = async (change: object) => {
    const { json } = await desk.http.post(ORDER, sent, { ...strictly(), ...change });
    return (json as { code: number }).code;
  };

  expect(await codeOf({ secret: CREDENTIALS.demo1.secret })).toBe(-1022);
  expect(await codeOf({ headers: { "x-ch-apikey": ["nobody"] } })).toBe(-2015);
  expect(await codeOf({ ts: `${desk.http.exchange.nowMs - 60_000}` })).toBe(-1021);
});

test("USER-FIELD-3 SPOT-CHECK-1 what is missing or malformed is told first, as of a misspelt field", async () => {
  const { volume: _, ...rest } = LIMIT;

  expect(await desk.http.post(ORDER, { ...rest, note: 1 }, strictly())).toMatchObject(
    refusal("Parameter volume is missing."),
  );
});

test("USER-FIELD-3 public endpoints have no key, and ignore what they do not know", async () => {
  const reply = await desk.http.get("/sapi/v1/depth?symbol=BTCUSDT&note=1", strictly());

  expect(reply).toMatchObject({ status: 200 });
});
