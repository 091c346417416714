/** The public market data of the v1 spot dialect: every field and its form, limits, refusals. */
import { expect, test } from "vitest";
import { PAIR_DEFAULTS, type PairRules } from "../../src/core/engine/catalogue/catalogue.ts";
import { HttpDesk, type User } from "../support/http-client.ts";

const NOW = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const RESTING = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };

type Fields = Record<string, unknown>;

async function place(desk: HttpDesk, fields: Fields, user: User = "demo1"): Promise<void> {
  const answer = await desk.post("/sapi/v1/order", { ...RESTING, ...fields }, { user });
  expect(answer.status).toBe(200);
}

/** One trade; its taker has the side. */
async function trade(desk: HttpDesk, side: "BUY" | "SELL", volume: string, price: string) {
  await place(desk, { side: side === "BUY" ? "SELL" : "BUY", volume, price }, "demo2");
  await place(desk, { side, volume, price });
}

/** Two new assets, of which the user demo1 has more than it can sell, and a pair of them. */
function listPair(desk: HttpDesk, rules: Partial<PairRules> = {}): number {
  const { state } = desk.exchange;
  const base = state.catalogue.assets.length + 1;
  const quote = base + 1;
  desk.exchange.do({ type: "AddAsset", name: `B${base}`, scale: 8, request: 0 });
  desk.exchange.do({ type: "AddAsset", name: `Q${quote}`, scale: 6, request: 0 });
  for (const asset of [base, quote]) {
    const amount = 10n ** 21n;
    desk.exchange.do({ type: "Deposit", id: `d${asset}`, user: 1, asset, amount, request: 0 });
  }
  const precisions = { pricePrecision: 1, quantityPrecision: 4 };
  const names = { name: `B${base}Q${quote}`, base, quote };
  const all = { ...PAIR_DEFAULTS, ...names, ...precisions, ...rules, request: 0 };
  const added = desk.exchange.do({ type: "AddPair", ...all });
  expect(added.ok).toBe(true);
  return state.catalogue.pairs.length;
}

async function symbolsOf(desk: HttpDesk): Promise<Fields[]> {
  const { json } = await desk.get("/sapi/v1/symbols");
  return (json as { symbols: Fields[] }).symbols;
}

test("SPOT-SYM-2 a symbol is shown with its precisions and its smallest orders", async () => {
  const desk = await HttpDesk.open();
  listPair(desk, { name: "XY", lotsMin: 25, notionalMin: 5_500_000n });
  listPair(desk, { name: "WHOLE", pricePrecision: 0, quantityPrecision: 0, notionalMin: 1n });

  const answer = await desk.get("/sapi/v1/symbols");
  const symbols = await symbolsOf(desk);

  expect(answer.status).toBe(200);
  expect(Object.keys(answer.json as Fields)).toEqual(["symbols"]);
  expect(symbols.find(({ symbol }) => symbol === "BTCUSDT")).toEqual({
    symbol: "BTCUSDT",
    baseAsset: "BTC",
    quoteAsset: "USDT",
    pricePrecision: 2,
    quantityPrecision: 5,
    limitVolumeMin: "0.00001",
    limitPriceMin: "0.01",
    marketBuyMin: "0",
    marketSellMin: "0.00001",
    ...{ status: 1, baseAssetPrecision: 8, quoteAssetPrecision: 8 },
    ...{ maxQty: "90071992547.40991", maxMarketNotional: "0" },
    ...{ makerFeeRate: "0.001", takerFeeRate: "0.001", stpMode: "NONE", marginEnabled: true },
    maxOpenOrders: 1_000,
    ...{ limitUp: "5", limitDown: "0.2", rangeUp: "2", rangeDown: "0.5" },
  });
  expect(symbols.at(-2)).toMatchObject({
    symbol: "XY",
    limitVolumeMin: "0.0025",
    limitPriceMin: "0.1",
    marketBuyMin: "5.5",
    marketSellMin: "0.0025",
  });
  expect(symbols.at(-1)).toMatchObject({
    symbol: "WHOLE",
    pricePrecision: 0,
    quantityPrecision: 0,
    limitVolumeMin: "1",
    limitPriceMin: "1",
    marketBuyMin: "0.000001",
  });
});

test("SPOT-SYM-2 halted and leaving symbols are listed, delisted ones are not, nor named", async () => {
  const desk = await HttpDesk.open();
  const pair = listPair(desk, { name: "GONE", openOrdersMax: 1_000 });
  const halted = listPair(desk, { name: "HALTED" });
  const key = desk.exchange.state.users.byApiKey.get("key-of-demo1")?.id ?? 0;
  const by = { user: 1, key, request: 0, pair };
  const asked = { side: "sell", kind: "limit", quantity: "1", price: "7", clientId: "" } as const;
  for (let i = 0; i < 501; i++) desk.exchange.do({ type: "PlaceOrder", ...by, ...asked });
  const names = async () => (await symbolsOf(desk)).slice(-2).map(({ symbol }) => symbol);

  desk.exchange.do({ type: "HaltPair", pair: halted, request: 0 });
  desk.exchange.do({ type: "DelistPair", pair, request: 0 });
  expect(await names()).toEqual(["GONE", "HALTED"]);
  expect((await desk.get("/sapi/v1/depth?symbol=GONE")).json).toMatchObject({ asks: [["7", "1"]] });

  desk.exchange.do({ type: "DelistPair", pair, request: 0 });
  expect(await names()).not.toContain("GONE");
  for (const path of ["depth", "ticker", "trades", "klines"]) {
    const answer = await desk.get(`/sapi/v1/${path}?symbol=GONE&interval=1min`);
    expect(answer).toMatchObject({ status: 400, json: { code: -1121, msg: "Invalid symbol." } });
  }
});

test("SPOT-DATA-1 depth has the sum of each price, bids from the highest, asks from the lowest", async () => {
  const desk = await HttpDesk.open();
  await place(desk, { price: "99.50", volume: "0.4" });
  await place(desk, { price: "99.5", volume: "0.00001" }, "demo2");
  await place(desk, { price: "100" });
  await place(desk, { side: "SELL", price: "101", volume: "3" });
  await place(desk, { side: "SELL", price: "100.01", volume: "2" });
  await place(desk, { price: "100.01", volume: "0.5" }, "demo2");
  desk.exchange.nowMs += 7;

  const answer = await desk.get("/sapi/v1/depth?symbol=BTCUSDT");

  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({
    time: NOW + 7,
    bids: [
      ["100", "1"],
      ["99.5", "0.40001"],
    ],
    asks: [
      ["100.01", "1.5"],
      ["101", "3"],
    ],
  });
});

test("SPOT-DATA-1 an empty book is two empty lists", async () => {
  const desk = await HttpDesk.open();

  expect((await desk.get("/sapi/v1/depth?symbol=btc/usdt")).json).toEqual({
    time: NOW,
    bids: [],
    asks: [],
  });
});

test.each([
  ["", 100],
  ["&limit=", 100],
  ["&limit=1", 1],
  ["&limit=99", 99],
  ["&limit=100", 100],
  ["&limit=101", 100],
  ["&limit=1e9", 100],
])("SPOT-DATA-1 depth with the limit %j has %d levels, the best ones", async (limit, count) => {
  const desk = await HttpDesk.open();
  for (let i = 0; i < 105; i++) {
    await place(desk, { price: `${200 - i}`, volume: "0.001" }, i % 2 === 0 ? "demo1" : "demo2");
    await place(desk, { side: "SELL", price: `${300 + i}`, volume: "0.001" });
  }

  const { json } = await desk.get(`/sapi/v1/depth?symbol=BTCUSDT${limit}`);

  const { bids, asks } = json as Record<"bids" | "asks", string[][]>;
  expect(bids.map(([price]) => price)).toEqual(
    Array.from({ length: count }, (_, i) => `${200 - i}`),
  );
  expect(asks.map(([price]) => price)).toEqual(
    Array.from({ length: count }, (_, i) => `${300 + i}`),
  );
});

test("SPOT-DATA-1 a level is exact beyond 2^53 steps", async () => {
  const desk = await HttpDesk.open();
  listPair(desk, { name: "WIDE" });
  const huge = { symbol: "WIDE", side: "SELL", volume: "900719925474.0991", price: "0.1" };
  for (let i = 0; i < 3; i++) await place(desk, huge);

  const { json } = await desk.get("/sapi/v1/depth?symbol=WIDE");

  expect(json).toMatchObject({ bids: [], asks: [["0.1", "2702159776422.2973"]] });
});

test("SPOT-DATA-3 SPOT-DATA-6 the ticker shows the day, the turnover and the best prices", async () => {
  const desk = await HttpDesk.open();
  await trade(desk, "BUY", "0.5", "100");
  await trade(desk, "SELL", "0.25", "120.5");
  await trade(desk, "BUY", "1", "90.25");
  await place(desk, { price: "90" });
  await place(desk, { side: "SELL", price: "95.5" });

  const answer = await desk.get("/sapi/v1/ticker?symbol=BTCUSDT");

  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({
    time: NOW,
    high: "120.5",
    low: "90.25",
    last: "90.25",
    open: "100",
    vol: "1.75",
    amount: "170.375",
    rose: "-0.0975",
    buy: "90",
    sell: "95.5",
  });
});

test("SPOT-DATA-3 SPOT-DATA-6 a symbol that never traded has zeros, and empty sides are 0", async () => {
  const desk = await HttpDesk.open();

  const { json } = await desk.get("/sapi/v1/ticker?symbol=BTCUSDT");

  const zeros = ["high", "low", "last", "open", "vol", "amount", "rose", "buy", "sell"];
  expect(json).toEqual({ time: NOW, ...Object.fromEntries(zeros.map((name) => [name, "0"])) });
});

test("SPOT-DATA-3 the window moves on although nothing trades and the engine's time stands still", async () => {
  const desk = await HttpDesk.open();
  await trade(desk, "BUY", "1", "100");
  await trade(desk, "BUY", "1", "102");
  const engineTimeMs = desk.exchange.state.timeMs;

  desk.exchange.nowMs = NOW + DAY_MS - 1;
  const before = await desk.get("/sapi/v1/ticker?symbol=BTCUSDT");
  desk.exchange.nowMs = NOW + DAY_MS;
  const after = await desk.get("/sapi/v1/ticker?symbol=BTCUSDT");

  expect(desk.exchange.state.timeMs).toBe(engineTimeMs);
  expect(before.json).toMatchObject({ time: NOW + DAY_MS - 1, vol: "2", rose: "0.02" });
  expect(after.json).toMatchObject({ time: NOW + DAY_MS, open: "102", vol: "0", rose: "0" });
});

test("market data never tells a time before its last trade, also when the clock is behind", async () => {
  const desk = await HttpDesk.open();
  await trade(desk, "BUY", "1", "100");

  desk.exchange.nowMs = NOW - 2 * DAY_MS;
  const { json: ticker } = await desk.get("/sapi/v1/ticker?symbol=BTCUSDT");
  const { json: depth } = await desk.get("/sapi/v1/depth?symbol=BTCUSDT");
  const { json: klines } = await desk.get("/sapi/v1/klines?symbol=BTCUSDT&interval=1day");

  expect(ticker).toMatchObject({ time: NOW, vol: "1" });
  expect(depth).toMatchObject({ time: NOW });
  expect(klines).toHaveLength(1);
});

test("SPOT-DATA-2 trades come newest first with the taker's side, on both paths", async () => {
  const desk = await HttpDesk.open();
  await trade(desk, "BUY", "0.5", "100");
  desk.exchange.nowMs += 5;
  await trade(desk, "SELL", "0.00001", "100.50");

  const answer = await desk.get("/sapi/v1/trades?symbol=BTCUSDT");
  const alias = await desk.get("/api/v1/trades?symbol=BTCUSDT&limit=1");

  const list = [
    { price: "100.5", qty: "0.00001", time: NOW + 5, side: "SELL" },
    { price: "100", qty: "0.5", time: NOW, side: "BUY" },
  ];
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({ list });
  expect(alias.json).toEqual({ list: list.slice(0, 1) });
  expect(await desk.get("/spot/open/api/v1/trades?symbol=BTCUSDT")).toMatchObject({ status: 404 });
});

test("SPOT-DATA-2 a symbol without trades has an empty list", async () => {
  const desk = await HttpDesk.open();

  expect((await desk.get("/sapi/v1/trades?symbol=BTCUSDT")).json).toEqual({ list: [] });
});

test("SPOT-DATA-2 CORE-BOUND-1 trades are 100 when not asked for more, and 1,000 at most", async () => {
  const desk = await HttpDesk.open();
  await place(desk, { side: "SELL", volume: "0.01001" });
  for (let i = 0; i < 1_001; i++) await place(desk, { volume: "0.00001" }, "demo2");
  const count = async (limit: string) => {
    const { json } = await desk.get(`/sapi/v1/trades?symbol=BTCUSDT${limit}`);
    return (json as { list: Fields[] }).list.length;
  };

  expect(await count("")).toBe(100);
  expect(await count("&limit=101")).toBe(101);
  expect(await count("&limit=1000")).toBe(1_000);
  expect(await count("&limit=1001")).toBe(1_000);
});

test.each([
  ["depth", "", -1102, "Parameter symbol is missing."],
  ["depth", "symbol=", -1102, "Parameter symbol is missing."],
  ["depth", "symbol=NONE", -1121, "Invalid symbol."],
  ["depth", "symbol=BTC%20USDT", -1121, "Invalid symbol."],
  ["depth", "symbol=toString", -1121, "Invalid symbol."],
  ["depth", "symbol=BTCUSDT&symbol=BTCUSDT", -1101, "A query parameter is given twice."],
  ["depth", "symbol=%zz", -1100, "A broken escape in the query."],
  ["depth", "symbol=NONE&limit=0", -1102, "Parameter limit is malformed."],
  ["depth", "symbol=BTCUSDT&limit=-1", -1102, "Parameter limit is malformed."],
  ["depth", "symbol=BTCUSDT&limit=1.5", -1102, "Parameter limit is malformed."],
  ["ticker", "", -1102, "Parameter symbol is missing."],
  ["ticker", "symbol=NONE", -1121, "Invalid symbol."],
  ["trades", "", -1102, "Parameter symbol is missing."],
  ["trades", "symbol=NONE", -1121, "Invalid symbol."],
  ["trades", "symbol=NONE&limit=100abc", -1102, "Parameter limit is malformed."],
  ["klines", "interval=1min", -1102, "Parameter symbol is missing."],
  ["klines", "symbol=NONE", -1102, "Parameter interval is missing."],
  ["klines", "symbol=NONE&interval=1min", -1121, "Invalid symbol."],
  ["klines", "symbol=NONE&interval=1min&limit=0", -1102, "Parameter limit is malformed."],
  ...["-1", "1.5", "now", "1e20", "2024-01-01", "0x1"].flatMap((time) =>
    ["startTime", "endTime"].map((name): [string, string, number, string] => [
      "klines",
      `symbol=NONE&interval=1min&${name}=${time}`,
      -1102,
      `Parameter ${name} is malformed.`,
    ]),
  ),
] satisfies [string, string, number, string][])("%s?%s is %i", async (path, query, code, msg) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get(`/sapi/v1/${path}?${query}`);

  expect(answer).toMatchObject({ status: 400 });
  expect(answer.json).toEqual({ code, msg });
});

test.each(["1m", "60", "1H", "2h", "1MIN", "1mon", "constructor", " 1min"])(
  "SPOT-DATA-4 the interval %j is refused with the names of those there are",
  async (interval) => {
    const desk = await HttpDesk.open();
    const query = new URLSearchParams({ symbol: "BTCUSDT", interval });

    const answer = await desk.get(`/sapi/v1/klines?${query}`);

    const names = "1min, 5min, 15min, 30min, 60min, 4hour, 1day, 1week, 1month, 1h";
    const msg = `Parameter interval must be one of ${names}.`;
    expect(answer).toMatchObject({ status: 400, json: { code: -1102, msg } });
  },
);

test.each(["symbols", "depth", "ticker", "tickers", "bookTickers", "trades", "klines"])(
  "%s asks for no key, looks at no signed header, ignores what it does not know, and has no POST",
  async (path) => {
    const desk = await HttpDesk.open();
    const headers = { "x-ch-apikey": ["x", "y"], "x-ch-ts": undefined, "x-ch-sign": undefined };
    const target = `/sapi/v1/${path}?symbol=BTCUSDT&interval=1min&unknown=1&__proto__=2`;

    expect(await desk.get(target, { headers })).toMatchObject({ status: 200 });
    expect(await desk.post(`/sapi/v1/${path}`, {})).toMatchObject({
      status: 405,
      headers: { Allow: "GET" },
      json: { code: -1020 },
    });
  },
);
