/** Strangers: another user's orders, and keys that may not do this, or may not do it from here. */
import { expect, test } from "vitest";
import { type Answer, type Change, CREDENTIALS, HttpDesk } from "../support/http-client.ts";
import { ORDER } from "../support/raw-http.ts";

/** A desk where demo2 has an open order 1 `open`, a filled 3 `filled` and a canceled 4 `gone`. */
async function openDesk(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  const place = (fields: object) =>
    desk.post("/sapi/v1/order", { ...ORDER, ...fields }, { user: "demo2" });
  await place({ price: "50", newClientOrderId: "open" });
  await place({ side: "SELL", newClientOrderId: "maker" });
  await place({ newClientOrderId: "filled" });
  await place({ price: "51", newClientOrderId: "gone" });
  const gone = { symbol: "BTCUSDT", orderId: 4 };
  await desk.post("/sapi/v1/cancel", gone, { user: "demo2" });
  return desk;
}

/** What a request asked of the engine and of the history, without what it named. */
interface Asked {
  readonly answer: Answer;
  readonly work: readonly string[];
}

async function watch(desk: HttpDesk, ask: () => Promise<Answer>): Promise<Asked> {
  const before = desk.exchange.commands.length;
  const { history } = desk;
  const work: string[] = [];
  const page = history.page.bind(history);
  const order = history.order.bind(history);
  const named = history.named.bind(history);
  Object.assign(history, {
    page: (query: Parameters<typeof page>[0]) => {
      work.push(`page ${query.kind}`);
      return page(query);
    },
    order: (...query: Parameters<typeof order>) => {
      work.push("order");
      return order(...query);
    },
    named: (query: Parameters<typeof named>[0]) => {
      work.push("named");
      return named(query);
    },
  });
  const answer = await ask();
  Object.assign(history, { page, order, named });
  work.push(...desk.exchange.commands.slice(before).map(({ type }) => type));
  return { answer, work };
}

const THEIRS = [{ orderId: "1" }, { orderId: "3" }, { orderId: "4" }];
const NOBODYS = { orderId: "99" };
const THEIR_NAMES = ["open", "filled", "gone", "bourse:1"].map((newClientOrderId) => ({
  newClientOrderId,
}));
const NOBODYS_NAME = { newClientOrderId: "none" };

const NAMED: readonly [string, Record<string, string>, Record<string, string>][] = [
  ...THEIRS.map((name): [string, Record<string, string>, Record<string, string>] => [
    JSON.stringify(name),
    name,
    NOBODYS,
  ]),
  ...THEIR_NAMES.map((name): [string, Record<string, string>, Record<string, string>] => [
    JSON.stringify(name),
    name,
    name.newClientOrderId.startsWith("bourse") ? { newClientOrderId: "bourse:99" } : NOBODYS_NAME,
  ]),
];

test.each(NAMED)(
  "SEC-38 SPOT-CANCEL-1 another's order %s is asked for and cancelled like one that never was",
  async (_, theirs, nobodys) => {
    const desk = await openDesk();
    const query = (name: Record<string, string>) =>
      watch(desk, () =>
        desk.get(`/sapi/v1/order?${new URLSearchParams({ symbol: "BTCUSDT", ...name })}`),
      );
    const cancel = (name: Record<string, string>) =>
      watch(desk, () => desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", ...name }));

    for (const ask of [query, cancel]) {
      const told = await ask(theirs);
      const unknown = await ask(nobodys);
      expect(told.answer).toMatchObject({ status: 400, json: { code: -2013 } });
      expect(told.answer.json).toEqual(unknown.answer.json);
      // The same checks in the same order: no other time.
      expect(told.work).toEqual(unknown.work);
    }
    expect(desk.exchange.state.orders.byId.get(1)).toBeDefined();
  },
);

test("SEC-38 another's orders in a batch of cancels fail as unknown ones do", async () => {
  const desk = await openDesk();

  const answer = await desk.post("/sapi/v1/batchCancel", {
    symbol: "BTCUSDT",
    orderIds: [1, 3, 4, 99],
  });

  expect(answer.json).toEqual({ success: [], failed: [1, 3, 4, 99] });
  expect(desk.exchange.state.orders.byId.get(1)).toBeDefined();
});

test.each([
  "openOrders?",
  "historyOrders?",
  "myTrades?",
  "historyOrders?fromId=1&",
  "myTrades?fromId=1&",
])("SEC-38 %s lists nothing of another's", async (page) => {
  const desk = await openDesk();

  const { json } = await desk.get(`/sapi/v1/${page}symbol=BTCUSDT`);
  const theirs = await desk.get(`/sapi/v1/${page}symbol=BTCUSDT`, { user: "demo2" });

  expect(json).toEqual([]);
  expect(theirs.json).not.toEqual([]);
});

test("SEC-38 the client id of another is free to be used", async () => {
  const desk = await openDesk();

  const answer = await desk.post("/sapi/v1/order", { ...ORDER, newClientOrderId: "open" });

  expect(answer).toMatchObject({ status: 200, json: { clientOrderId: "open" } });
});

const SIGNED_POSTS: readonly [string, object][] = [
  ["/sapi/v1/order", ORDER],
  ["/sapi/v1/order/test", ORDER],
  ["/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: 1 }],
  ["/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds: [1] }],
];

/** What the key of demo1 may be, and from where. */
function setKey(desk: HttpDesk, change: { mayTrade: boolean; addresses: string[] }): void {
  const [key] = desk.exchange.state.users.keys;
  if (!key) throw new Error("demo1 has a key");
  desk.tampered.keys.fold({ type: "KeyChanged", ...key, ...change });
}

const REFUSED = { status: 401, json: { code: -2015 } };

async function expectNoEffect(desk: HttpDesk, change: Change = {}): Promise<void> {
  const count = desk.exchange.commands.length;
  for (const [path, body] of SIGNED_POSTS) {
    expect(await desk.post(path, body, change), path).toMatchObject(REFUSED);
  }
  expect(await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT", change)).toMatchObject(REFUSED);
  expect(desk.exchange.commands).toHaveLength(count);
}

test("SEC-40 a key that may not trade changes nothing, and may read the account", async () => {
  const desk = await HttpDesk.open();
  setKey(desk, { mayTrade: false, addresses: [] });

  await expectNoEffect(desk);
  expect(await desk.get("/sapi/v1/account")).toMatchObject({ status: 200 });
});

test("SEC-40 USER-ADDR-3 a key for some addresses is none from elsewhere", async () => {
  const desk = await HttpDesk.open();
  setKey(desk, { mayTrade: true, addresses: ["10.0.0.0/8"] });

  await expectNoEffect(desk, { address: "11.0.0.1" });
  expect(await desk.get("/sapi/v1/account", { address: "11.0.0.1" })).toMatchObject(REFUSED);
  const spoofed = { address: "11.0.0.1", headers: { "x-forwarded-for": ["10.0.0.1"] } };
  expect(await desk.get("/sapi/v1/account", spoofed)).toMatchObject(REFUSED);
  expect(await desk.get("/sapi/v1/account", { address: "10.0.0.1" })).toMatchObject({
    status: 200,
  });
});

test("SEC-40 USER-KEY-2 a revoked key is refused at once, like one that never was", async () => {
  const desk = await HttpDesk.open();
  desk.exchange.do({ type: "RevokeKey", key: 1, request: 0 });

  await expectNoEffect(desk);
  const revoked = await desk.get("/sapi/v1/account");
  const unknown = await desk.get("/sapi/v1/account", { headers: { "x-ch-apikey": ["none"] } });
  expect(revoked).toMatchObject(REFUSED);
  expect(revoked.json).toEqual(unknown.json);
  const other = await desk.get("/sapi/v1/account", { user: "demo2" });
  expect(other).toMatchObject({ status: 200 });
  expect(CREDENTIALS.demo1.apiKey).not.toBe(CREDENTIALS.demo2.apiKey);
});
