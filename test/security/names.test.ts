/** Hostile names: symbols, client ids, record ids and limits that are something else in disguise. */
import { expect, test } from "vitest";
import { HttpDesk } from "../support/http-client.ts";
import { ORDER } from "../support/raw-http.ts";

test.each(["btcusdt", "BtcUsdt", "BTC/USDT", "btc/usdt"])(
  "SEC-34 the symbol %s is BTCUSDT",
  async (symbol) => {
    const desk = await HttpDesk.open();

    const answer = await desk.post("/sapi/v1/order", { ...ORDER, symbol });

    expect(answer).toMatchObject({ status: 200, json: { symbol: "BTCUSDT" } });
  },
);

const NO_SYMBOLS: readonly [string, string][] = [
  ["a blank in front", " BTCUSDT"],
  ["a blank behind", "BTCUSDT "],
  ["a blank inside", "BTC USDT"],
  ["a line end", "BTCUSDT\n"],
  ["a dotless i", "b\u0131tcusdt"],
  ["a long s, which is S in upper case", "BTCU\u017fDT"],
  ["a Kelvin sign", "BTCUSDT\u212a"],
  ["fullwidth letters", "\uff22\uff34\uff23\uff35\uff33\uff24\uff34"],
  ["a Cyrillic letter", "BTCUSD\u0442"],
  ["a sharp s", "BTCU\u00dfDT"],
  ["a mark of direction", "\u202eBTCUSDT"],
  ["a joiner of no width", "BTC\u200dUSDT"],
  ["10 kB", "B".repeat(10_000)],
  ["a slash elsewhere", "B/TCUSDT"],
  ["two slashes", "BTC//USDT"],
  ["a path", "../BTCUSDT"],
];

test.each(NO_SYMBOLS)("SEC-34 SPOT-CHECK-2 a symbol with %s is none", async (_, symbol) => {
  const desk = await HttpDesk.open();
  const query = new URLSearchParams({ symbol, interval: "1min", orderId: "1" });

  const answers = [
    await desk.post("/sapi/v1/order", { ...ORDER, symbol, side: "HOLD" }),
    await desk.post("/sapi/v1/cancel", { symbol, orderId: "1" }),
    await desk.post("/sapi/v1/batchCancel", { symbol, orderIds: [1] }),
    ...(await Promise.all(
      [
        "order",
        "openOrders",
        "myTrades",
        "historyOrders",
        "depth",
        "ticker",
        "trades",
        "klines",
      ].map((path) => desk.get(`/sapi/v1/${path}?${query}`)),
    )),
  ];

  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 400,
      json: { code: -1121, msg: "Invalid symbol." },
    });
  }
});

const NO_CLIENT_IDS: readonly [string, string][] = [
  ["65 letters", "x".repeat(65)],
  ["60,000 letters", "x".repeat(60_000)],
  ["a blank", "a b"],
  ["a control character", "a\u0007"],
  ["a line end", "a\r\nb"],
  ["the last control character", "a\u007f"],
  ["markup", "<script>"],
  ["SQL", "'; DROP"],
  ["a quote", '"'],
  ["a mark of direction", "\u202ex"],
  ["letters beyond ASCII", "\u00e9"],
  ["a backslash", "a\\b"],
  ["a percent sign", "%00"],
];

test.each(NO_CLIENT_IDS)("SEC-35 SPOT-CHECK-11 a client id with %s is refused", async (_, id) => {
  const desk = await HttpDesk.open();
  const named = { symbol: "BTCUSDT", newClientOrderId: id };

  const answers = [
    await desk.post("/sapi/v1/order", { ...ORDER, newClientOrderId: id }),
    await desk.post("/sapi/v1/order/test", { ...ORDER, newClientOrderId: id }),
    await desk.post("/sapi/v1/cancel", named),
    ...(id.length < 1_000 ? [await desk.get(`/sapi/v1/order?${new URLSearchParams(named)}`)] : []),
  ];

  const msg = "Malformed parameter newClientOrderId.";
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, json: { code: -1100, msg } });
  }
  expect(desk.exchange.state.orders.orderIdLast).toBe(0);
});

test.each(NO_CLIENT_IDS)(
  "SEC-35 SPOT-BATCH-3 an item whose client id has %s is rejected and not found by it",
  async (_, id) => {
    const desk = await HttpDesk.open();
    const { type: batchType, symbol, ...rest } = ORDER;
    const orders = [{ ...rest, batchType, newClientOrderId: id }];

    const { json } = await desk.post("/sapi/v1/batchOrders", { symbol, orders });
    const shown = await desk.get("/sapi/v1/order?symbol=BTCUSDT&orderId=1");

    expect(json).toMatchObject({ ids: [1], rejected: [{ index: 0, code: -1100 }] });
    expect(shown.json).toMatchObject({ status: "REJECTED", executedQty: "0" });
    const { clientOrderId } = shown.json as { clientOrderId: string };
    expect(clientOrderId.length).toBeLessThanOrEqual(65);
    expect(desk.exchange.state.orders.byId.size).toBe(0);
  },
);

const SQL = ["1 OR 1=1", "1;DROP TABLE orders", "1' OR '1'='1", "1 UNION SELECT 1", "1--", "1/**/"];
const PAGES = ["myTrades", "historyOrders", "openOrders"];

test.each(SQL)("SEC-36 %j in a page's parameters is refused, and finds nothing", async (text) => {
  const desk = await HttpDesk.open();
  await desk.post("/sapi/v1/order", ORDER, { user: "demo2" });
  const written = encodeURIComponent(text);
  const codeOf = async (target: string) => {
    const { status, json } = await desk.get(`/sapi/v1/${target}`);
    expect(status).toBe(400);
    return (json as { code: number }).code;
  };

  for (const page of PAGES) {
    expect(await codeOf(`${page}?symbol=${written}`)).toBe(-1121);
    expect(await codeOf(`${page}?symbol=BTCUSDT&limit=${written}`)).toBe(-1102);
  }
  for (const page of ["myTrades", "historyOrders"]) {
    expect(await codeOf(`${page}?symbol=BTCUSDT&fromId=${written}`)).toBe(-1100);
  }
  expect(await codeOf(`order?symbol=BTCUSDT&orderId=${written}`)).toBe(-1100);
  expect(await codeOf(`klines?symbol=BTCUSDT&interval=1min&startTime=${written}`)).toBe(-1102);
});

const LIMITED: readonly [string, number][] = [
  ["depth?", 100],
  ["trades?", 1_000],
  ["klines?interval=1min&", 300],
  ["openOrders?", 1_000],
  ["myTrades?", 1_000],
  ["historyOrders?", 1_000],
];

test.each(LIMITED)(
  "SEC-37 %s: which limits are none, and which mean the most",
  async (path, max) => {
    const desk = await HttpDesk.open();
    const ask = (limit: string) => desk.get(`/sapi/v1/${path}symbol=BTCUSDT&limit=${limit}`);

    for (const limit of [
      "0",
      "-1",
      "100abc",
      "abc",
      "1.5",
      "1e-1",
      "0x10",
      "NaN",
      "%2b1",
      "1e400",
    ]) {
      expect(await ask(limit), limit).toMatchObject({ status: 400, json: { code: -1102 } });
    }
    for (const limit of ["100", "1", "1e2", "100.0", `${max}`, `${max + 1}`, "1001", "1e14", ""]) {
      expect(await ask(limit), limit).toMatchObject({ status: 200 });
    }
  },
);

test("SEC-37 a limit above the most is cut down to it", async () => {
  const desk = await HttpDesk.open();
  for (let turn = 0; turn < 101; turn++) {
    const price = `${1 + turn}`;
    const user = turn % 2 === 0 ? "demo1" : "demo2";
    await desk.post("/sapi/v1/order", { ...ORDER, volume: "0.001", price }, { user });
  }

  const { json } = await desk.get("/sapi/v1/depth?symbol=BTCUSDT&limit=1001");

  expect((json as { bids: unknown[] }).bids).toHaveLength(100);
});
