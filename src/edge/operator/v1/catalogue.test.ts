import fc from "fast-check";
import { expect, test } from "vitest";
import { BTCUSDT, OperatorDesk } from "../../../../test/support/operator-desk.ts";

/** A desk with assets of different scales. */
async function openDesk(): Promise<OperatorDesk> {
  const desk = new OperatorDesk();
  await desk.done("/assets", { name: "BTC", scale: 6 });
  await desk.done("/assets", { name: "USDT" });
  await desk.done("/assets", { name: "YEN", scale: 2 });
  return desk;
}

test("NUM-SCALE-1 an asset has 8 decimals unless it is said otherwise", async () => {
  const desk = new OperatorDesk();

  expect(await desk.done("/assets", { name: "BTC" })).toEqual({ name: "BTC", scale: 8 });
  expect(await desk.done("/assets", { name: "YEN", scale: "0" })).toEqual({
    name: "YEN",
    scale: 0,
  });
  expect(await desk.done("/assets", { name: "WEI", scale: 18 })).toEqual({
    name: "WEI",
    scale: 18,
  });
});

const DEFAULTS = {
  status: "trading",
  minQty: "0.00001",
  maxQty: "90071992547.40991",
  minNotional: "0",
  maxMarketNotional: "0",
  makerFeeRate: "0.001",
  takerFeeRate: "0.001",
  limitUp: "5",
  limitDown: "0.2",
  rangeUp: "2",
  rangeDown: "0.5",
  maxOpenOrders: 1_000,
  stpMode: "EXPIRE_TAKER",
  marginEnabled: false,
};

const CHOSEN = {
  minQty: "0.001",
  maxQty: "1000",
  minNotional: "10.5",
  maxMarketNotional: "1000000",
  makerFeeRate: "-0.00005",
  takerFeeRate: "0.00075",
  limitUp: "1.1",
  limitDown: "0.9",
  rangeUp: "1.05",
  rangeDown: "0.95",
  maxOpenOrders: 5,
  stpMode: "NONE",
  marginEnabled: true,
};

test("SPOT-SYM-1 what is not said about a symbol has its default", async () => {
  const desk = await openDesk();

  expect(await desk.done("/symbols", BTCUSDT)).toEqual({ ...BTCUSDT, ...DEFAULTS });
});

test("SPOT-SYM-1 every rule may be chosen, and is kept exactly", async () => {
  const desk = await openDesk();

  const listed = await desk.done("/symbols", { ...BTCUSDT, ...CHOSEN });

  expect(listed).toEqual({ ...BTCUSDT, status: "trading", ...CHOSEN });
  expect(desk.exchange.state.catalogue.pairsByName.get("BTCUSDT")).toMatchObject({
    lotsMin: 100,
    lotsMax: 100_000_000,
    notionalMin: 1_050_000_000n,
    marketNotionalMax: 100_000_000_000_000n,
    makerRate: -5_000,
    takerRate: 75_000,
    limitUp: 110_000_000,
    rangeDown: 95_000_000,
    openOrdersMax: 5,
    selfTrade: "none",
    isMarginEnabled: true,
  });
});

test("NUM-DEC-1 any figure that fits is listed as it was said", async () => {
  const figure = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: 0, max: 5 }));
  const text = figure.map(([steps, decimals]) => `${steps}e-${decimals}`);

  await fc.assert(
    fc.asyncProperty(text, text, async (minQty, minNotional) => {
      const desk = await openDesk();

      const listed = await desk.done("/symbols", { ...BTCUSDT, minQty, minNotional });

      expect(Number(listed.minQty)).toBe(Number(minQty));
      expect(Number(listed.minNotional)).toBe(Number(minNotional));
      expect(listed.minQty).toMatch(/^[0-9]+(?:\.[0-9]*[1-9])?$/);
    }),
    { numRuns: 50, seed: 5 },
  );
});

test.each([
  [{ name: "btcusdt" }, 400, -1100],
  [{ name: "X".repeat(33) }, 400, -1100],
  [{ base: "DOGE" }, 404, -3002],
  [{ quote: "BTC" }, 404, -3002],
  [{ quote: "YEN" }, 400, -3008],
  [{ quantityPrecision: 7 }, 400, -3008],
  [{ pricePrecision: 41 }, 400, -1102],
  [{ pricePrecision: -1 }, 400, -1102],
  [{ pricePrecision: 1.5 }, 400, -1102],
  [{ pricePrecision: undefined }, 400, -1102],
  [{ minQty: "0.000001" }, 400, -1111],
  [{ minQty: "-1" }, 400, -1102],
  [{ minQty: "0" }, 400, -3008],
  [{ minQty: "2", maxQty: "1" }, 400, -3008],
  [{ maxQty: "90071992547.40992" }, 400, -1102],
  [{ minNotional: "0.000000001" }, 400, -1111],
  [{ minNotional: "-1" }, 400, -1102],
  [{ maxMarketNotional: "much" }, 400, -1102],
  [{ makerFeeRate: "1" }, 400, -3008],
  [{ takerFeeRate: "-0.001" }, 400, -3008],
  [{ takerFeeRate: "0.000000001" }, 400, -1111],
  [{ takerFeeRate: "1e30" }, 400, -1111],
  [{ limitUp: "-5" }, 400, -1102],
  [{ limitUp: "0.1" }, 400, -3008],
  [{ rangeDown: "3" }, 400, -3008],
  [{ maxOpenOrders: 0 }, 400, -3008],
  [{ maxOpenOrders: "1e16" }, 400, -1102],
  [{ stpMode: "BOTH" }, 400, -1102],
  [{ marginEnabled: "yes" }, 400, -1102],
])("a symbol with %j is refused with %i", async (rules, status, code) => {
  const desk = await openDesk();

  expect(await desk.post("/symbols", { ...BTCUSDT, ...rules })).toMatchObject({
    status,
    json: { code, msg: expect.stringMatching(/\.$/) },
  });
  expect(desk.exchange.state.catalogue.pairs).toEqual([]);
});

test("SPOT-HALT-1 SPOT-DELIST-1 a symbol is halted, resumed and delisted for good", async () => {
  const desk = await openDesk();
  await desk.done("/symbols", BTCUSDT);
  const name = "BTCUSDT";

  const statuses = [
    await desk.done("/symbols/halt", { name }),
    await desk.done("/symbols/resume", { name }),
    await desk.done("/symbols/delist", { name }),
  ];

  expect(statuses).toEqual([
    { name, status: "halted" },
    { name, status: "trading" },
    { name, status: "delisted" },
  ]);
  for (const path of ["/symbols/halt", "/symbols/resume", "/symbols/delist"]) {
    expect(await desk.post(path, { name })).toMatchObject({
      status: 404,
      json: { code: -1121, msg: "There is no such symbol, or it is delisted." },
    });
  }
  expect(await desk.post("/symbols", BTCUSDT)).toMatchObject({
    status: 409,
    json: { code: -3005 },
  });
});

test("MARG-ORDER-1 margin is switched on and off on a symbol that is listed", async () => {
  const desk = await openDesk();
  await desk.done("/symbols", BTCUSDT);
  const name = "BTCUSDT";
  const isEnabled = () => desk.exchange.state.catalogue.pairs[0]?.isMarginEnabled;

  for (const marginEnabled of [true, true, false]) {
    const said = await desk.done("/symbols/margin", { name, marginEnabled });
    expect(said).toEqual({ name, marginEnabled });
    expect(isEnabled()).toBe(marginEnabled);
  }
  await desk.done("/symbols/margin", { name, marginEnabled: "true" });
  expect(isEnabled()).toBe(true);

  await desk.done("/symbols/delist", { name });
  expect(await desk.post("/symbols/margin", { name, marginEnabled: false })).toMatchObject({
    status: 404,
    json: { code: -1121, msg: "There is no such symbol, or it is delisted." },
  });
});

test("SPOT-SETTLE-3 fees are set, a rebate for makers included", async () => {
  const desk = await openDesk();
  await desk.done("/symbols", BTCUSDT);

  const fees = { symbol: "BTCUSDT", makerFeeRate: "-0.0001", takerFeeRate: "0.0001" };

  expect(await desk.done("/fees", fees)).toEqual(fees);
  expect(desk.exchange.state.catalogue.pairs[0]).toMatchObject({
    makerRate: -10_000,
    takerRate: 10_000,
  });
});

test.each([
  ["/assets", { name: "BTC" }, 409, -3005],
  ["/assets", { name: "btc" }, 400, -1100],
  ["/assets", { name: "BTC2", scale: 19 }, 400, -1102],
  ["/assets", { name: "BTC2", scale: -1 }, 400, -1102],
  ["/symbols/halt", { name: "NONE" }, 404, -1121],
  ["/symbols/margin", { name: "NONE", marginEnabled: true }, 404, -1121],
  ["/symbols/margin", { name: "BTCUSDT" }, 400, -1102],
  ["/symbols/margin", { name: "BTCUSDT", marginEnabled: "on" }, 400, -1102],
  ["/symbols/margin", { marginEnabled: true }, 400, -1102],
  ["/fees", { symbol: "NONE", makerFeeRate: "0", takerFeeRate: "0" }, 404, -1121],
  ["/fees", { symbol: "BTCUSDT", makerFeeRate: "0" }, 400, -1102],
  ["/fees", { symbol: "BTCUSDT", makerFeeRate: "0", takerFeeRate: "1" }, 400, -3008],
  ["/fees", { symbol: "BTCUSDT", makerFeeRate: "0", takerFeeRate: "1e-9" }, 400, -1111],
])("%s %j is refused with %i", async (path, body, status, code) => {
  const desk = await openDesk();
  await desk.done("/symbols", BTCUSDT);

  expect(await desk.post(path, body)).toMatchObject({ status, json: { code } });
});

test("USER-LIST-2 assets and symbols are listed, delisted ones too, or the one that is named", async () => {
  const desk = await openDesk();
  const listed = await desk.done("/symbols", BTCUSDT);
  const other = {
    ...BTCUSDT,
    name: "BTCYEN",
    quote: "YEN",
    pricePrecision: 0,
    quantityPrecision: 2,
  };
  await desk.done("/symbols", other);
  await desk.done("/symbols/delist", { name: "BTCYEN" });

  expect((await desk.get("/assets")).json).toEqual({
    assets: [
      { name: "BTC", scale: 6 },
      { name: "USDT", scale: 8 },
      { name: "YEN", scale: 2 },
    ],
  });
  const { symbols } = (await desk.get("/symbols")).json;
  expect(symbols[0]).toEqual(listed);
  expect(symbols[1]).toMatchObject({ name: "BTCYEN", status: "delisted" });
  expect((await desk.get("/symbols?name=BTCUSDT")).json).toEqual({ symbols: [listed] });
  expect(await desk.get("/symbols?name=NONE")).toMatchObject({
    status: 404,
    json: { code: -1121 },
  });
});
