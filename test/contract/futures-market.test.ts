/** The public endpoints of futures through the dialect: what they show, and every refusal. */
import { expect, test } from "vitest";
import { fundingRateNow } from "../../src/core/engine/read/contracts.ts";
import { ContractDesk, INVERSE, LINEAR } from "./contract-desk.ts";

const NOW = 1_700_000_000_000;

/** Trades 10 at 40000 and 5 at 41000 in both contracts, and leaves bids and asks. */
async function busy(): Promise<ContractDesk> {
  const desk = await ContractDesk.open({ mark: "40000" });
  for (const contractName of [LINEAR, INVERSE]) {
    await desk.open(10, "40000", { contractName });
    await desk.open(5, "41000", { contractName });
    await desk.place("demo1", "BUY OPEN 7 @ 39999.5", { contractName });
    await desk.place("demo2", "BUY OPEN 8 @ 39999.5", { contractName });
    await desk.place("demo1", "BUY OPEN 9 @ 39000", { contractName });
    await desk.place("demo2", "SELL OPEN 6 @ 41000.5", { contractName });
  }
  return desk;
}

test("ping is an empty object, time the request clock", async () => {
  const desk = await ContractDesk.open();

  expect(await desk.shown(desk.get("ping"))).toEqual({});
  expect(await desk.shown(desk.get("time"))).toEqual({ timezone: "UTC", serverTime: NOW });
});

/** What both contracts of the desk tell of their risk, so that a client can work it out beforehand. */
const RISK = {
  ...{ marginCoinPrecision: 8, defaultLever: 20, maxFeeRate: 0.0004, priceRange: 0.1 },
  stpMode: "EXPIRE_TAKER",
  fundingIntervalHours: 8,
  triggerPriceSource: "LAST",
  tiers: [
    { maxPositionValue: 50_000, maxLever: 100, keepRate: 0.005 },
    { maxPositionValue: 1_000_000, maxLever: 20, keepRate: 0.01 },
  ],
};

test("FUT-CONTRACT-1 FUT-WIRE-3 FUT-WIRE-4 a contract has every field in its form", async () => {
  const desk = await ContractDesk.open();

  const contracts = await desk.orders("contracts");

  expect(contracts).toEqual([
    {
      ...{ symbol: LINEAR, contractId: 1, status: 1, type: "E", side: 1 },
      ...{ multiplier: 0.0001, multiplierCoin: "BTC", marginCoin: "USDT", pricePrecision: 1 },
      valueCoin: "USDT",
      ...{ minOrderVolume: 2, minOrderMoney: 10, maxMarketVolume: 100_000 },
      ...{ maxMarketMoney: 400_000, maxLimitVolume: 200_000, maxLimitMoney: 500_000 },
      ...{ maxValidOrder: 20, minLever: 1, maxLever: 100 },
      ...{ openMakerFee: 0.0002, openTakerFee: 0.0004 },
      ...{ closeMakerFee: 0.0002, closeTakerFee: 0.0004 },
      ...RISK,
    },
    {
      ...{ symbol: INVERSE, contractId: 2, status: 1, type: "E", side: 0 },
      ...{ multiplier: 100, multiplierCoin: "USD", marginCoin: "BTC", pricePrecision: 1 },
      valueCoin: "BTC",
      ...{ minOrderVolume: 1, minOrderMoney: 0.0001, maxMarketVolume: 100_000 },
      ...{ maxMarketMoney: 400_000, maxLimitVolume: 200_000, maxLimitMoney: 500_000 },
      ...{ maxValidOrder: 20, minLever: 1, maxLever: 100 },
      ...{ openMakerFee: 0.0002, openTakerFee: 0.0004 },
      ...{ closeMakerFee: 0.0002, closeTakerFee: 0.0004 },
      ...RISK,
    },
  ]);
});

test("FUT-FUND-8 the list says of each contract the hours between two fundings", async () => {
  const desk = await ContractDesk.open();
  desk.change(1, { fundingHours: 4 });

  const contracts = await desk.orders("contracts");

  expect(contracts).toMatchObject([{ fundingIntervalHours: 4 }, { fundingIntervalHours: 8 }]);
});

test("FUT-COND-6 the list says of each contract by which price its conditions are judged", async () => {
  const desk = await ContractDesk.open();
  desk.change(2, { triggerSource: "mark" });

  const contracts = await desk.orders("contracts");

  expect(contracts).toMatchObject([{ triggerPriceSource: "LAST" }, { triggerPriceSource: "MARK" }]);
});

test("FUT-CONTRACT-3 a halted contract has status 0, one that is delisted is not listed", async () => {
  const desk = await ContractDesk.open();
  desk.must({ type: "HaltContract", contract: 1, request: 0 });
  desk.must({ type: "DelistContract", contract: 2, request: 0 });

  expect(await desk.orders("contracts")).toMatchObject([{ symbol: LINEAR, status: 0 }]);
  expect(await desk.get(`depth?contractName=${INVERSE}`)).toMatchObject({ json: { code: -1121 } });
  expect(await desk.get(`depth?contractName=${LINEAR}`)).toMatchObject({ status: 200 });
});

test("SPOT-DATA-1 FUT-WIRE-3 depth has strings, best first, at most so many levels", async () => {
  const desk = await busy();

  const depth = await desk.shown(desk.get(`depth?contractName=${LINEAR}`));
  const best = await desk.shown(desk.get(`depth?contractName=${LINEAR}&limit=1`));

  expect(depth).toEqual({
    time: NOW + 1_000,
    bids: [
      ["39999.5", "15"],
      ["39000", "9"],
    ],
    asks: [["41000.5", "6"]],
  });
  expect(best["bids"]).toEqual([["39999.5", "15"]]);
});

test("SPOT-DATA-3 HIST-PUBLIC-1 FUT-WIRE-3 a ticker has strings; its turnover is in the quote", async () => {
  const desk = await busy();
  const shared = {
    ...{ time: NOW + 1_000, high: "41000", low: "40000", last: "41000", open: "40000" },
    ...{ vol: "15", rose: "0.025", buy: "39999.5", sell: "41000.5" },
  };

  // 10 × 0.0001 × 40000 + 5 × 0.0001 × 41000; 15 × 100 USD
  expect(await desk.shown(desk.get(`ticker?contractName=${LINEAR}`))).toEqual({
    ...shared,
    amount: "60.5",
  });
  expect(await desk.shown(desk.get(`ticker?contractName=${INVERSE}`))).toEqual({
    ...shared,
    amount: "1500",
  });
});

test("SPOT-DATA-3 SPOT-DATA-6 the ticker of a contract that never traded is all zeros", async () => {
  const desk = await ContractDesk.open();

  expect(await desk.shown(desk.get(`ticker?contractName=${LINEAR}`))).toEqual({
    ...{ time: NOW, high: "0", low: "0", last: "0", open: "0", vol: "0", amount: "0" },
    ...{ rose: "0", buy: "0", sell: "0" },
  });
});

test("FUT-DATA-3 FUT-WIRE-3 trades are numbers, newest first, with the side of the taker", async () => {
  const desk = await busy();
  await desk.place("demo2", "SELL OPEN 3 @ 39999.5");

  const { list } = await desk.shown(desk.get(`trades?contractName=${LINEAR}`));
  const newest = await desk.shown(desk.get(`trades?contractName=${INVERSE}&limit=1`));

  const time = NOW + 1_000;
  expect(list).toEqual([
    { price: 39_999.5, qty: 3, time, side: "SELL" },
    { price: 41_000, qty: 5, time, side: "BUY" },
    { price: 40_000, qty: 10, time, side: "BUY" },
  ]);
  expect(newest).toEqual({ list: [{ price: 41_000, qty: 5, time, side: "BUY" }] });
});

test("FUT-DATA-3 CORE-BOUND-1 trades are 100 when not asked for more, and 1,000 at most", async () => {
  const desk = await ContractDesk.open();
  const { contracts } = desk.http.tampered.exchange.views;
  const trade = { ticks: 400_000, lots: 2, timeMs: NOW, takerSide: "buy" } as const;
  for (let id = 1; id <= 1_001; id++) contracts.trades.add(1, { ...trade, id });
  const count = async (limit: string) => {
    const { list } = await desk.shown(desk.get(`trades?contractName=${LINEAR}${limit}`));
    return (list as unknown[]).length;
  };

  expect([await count(""), await count("&limit=101")]).toEqual([100, 101]);
  expect([await count("&limit=1000"), await count("&limit=1001")]).toEqual([1_000, 1_000]);
  expect(await desk.shown(desk.get(`trades?contractName=${INVERSE}`))).toEqual({ list: [] });
});

test("FUT-WIRE-5 index, mark and rate are 0 before they are known, numbers after", async () => {
  const desk = await ContractDesk.open();
  const show = (query = "") => desk.shown(desk.get(`index?contractName=${LINEAR}${query}`));

  expect(await show()).toEqual({
    ...{ contractName: LINEAR, indexPrice: 0, markPrice: 0, tagPrice: 0 },
    ...{ lastFundingRate: 0, currentFundRate: 0, nextFundRate: 0, time: NOW },
  });
  desk.index("40000.25");
  expect(await show("&limit=500")).toMatchObject({
    ...{ indexPrice: 40_000.3, markPrice: 40_000.3, tagPrice: 40_000.3 },
  });
});

test("FUT-WIRE-5 the rate is that of the running interval, below zero too", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const market = desk.http.tampered.exchange.state.futures.markets[0];
  if (!market) throw new Error("no market");
  market.premiumCount = 1;
  market.premiumSum = -60_000_000n * 1_000_000_000n;

  const shown = await desk.shown(desk.get(`index?contractName=${LINEAR}`));

  const rate = fundingRateNow(desk.http.exchange.state.futures, market.contract.id);
  expect(rate).toBeLessThan(0);
  expect(shown).toMatchObject({
    ...{ lastFundingRate: rate / 1e8, currentFundRate: rate / 1e8, nextFundRate: rate / 1e8 },
  });
});

test("SPOT-DATA-4 FUT-WIRE-3 klines are numbers, newest first", async () => {
  const desk = await busy();
  desk.http.exchange.nowMs += 60_000;

  const klines = await desk.orders(`klines?ContractName=${LINEAR}&interval=1min&limit=2`);

  const quiet = { open: 41_000, close: 41_000, high: 41_000, low: 41_000, vol: 0 };
  const minute = Math.floor((NOW + 61_000) / 60_000) * 60_000;
  expect(klines).toEqual([
    { idx: minute, ...quiet },
    { idx: minute - 60_000, open: 40_000, close: 41_000, high: 41_000, low: 40_000, vol: 15 },
  ]);
  for (const interval of ["1h", "60min", "4hour", "1day", "1week", "1month"]) {
    const query = `klines?contractName=${LINEAR}&interval=${interval}`;
    expect(await desk.orders(query)).toMatchObject([{ vol: 15 }]);
  }
});

test("SPOT-DATA-5 klines take a start and an end", async () => {
  const desk = await busy();
  const query = `klines?contractName=${LINEAR}&interval=1min`;

  expect(await desk.orders(`${query}&endTime=${NOW - 86_400_000}`)).toEqual([]);
  expect(await desk.orders(`${query}&startTime=${NOW - 86_400_000}`)).toHaveLength(1);
});

const NAMED = ["depth", "ticker", "trades", "index", "klines", "fundingRate"];

test.each(NAMED)(
  "FUT-WIRE-1 FUT-WIRE-2 %s takes each spelling of the name, in either case",
  async (path) => {
    const desk = await ContractDesk.open();
    const spelled = [
      "contractName",
      "ContractName",
      "Contract name",
      "Contract%20name",
      "Contract+name",
    ];

    for (const name of spelled) {
      const query = `${path}?${name}=e-BTC-usdt&interval=1min`;
      expect(await desk.get(query), query).toMatchObject({ status: 200 });
    }
  },
);

test.each(
  NAMED.flatMap(
    (path) =>
      [
        [path, "", -1102],
        [path, "contractName=", -1102],
        [path, `contractName=${LINEAR}&ContractName=${LINEAR}`, -1101],
        [path, `contractName=${LINEAR}&Contract%20name=${LINEAR}`, -1101],
        [path, `contractName=${LINEAR}&contractName=${LINEAR}`, -1101],
        [path, "contractName=BTCUSDT", -1121],
        [path, "contractName=%zz", -1100],
        [path, "contractName=__proto__", -1121],
        [path, `contractName=${LINEAR}%00`, -1100],
      ] as [string, string, number][],
  ),
)("FUT-WIRE-1 FUT-WIRE-2 %s?%s is %i", async (path, query, code) => {
  const desk = await ContractDesk.open();
  const interval = path === "klines" ? "&interval=1min" : "";

  expect(await desk.get(`${path}?${query}${interval}`)).toMatchObject({
    status: 400,
    json: { code },
  });
});

test.each(
  ["depth", "trades", "index", "klines", "fundingRate"].flatMap((path) =>
    ["0", "-1", "1.5", "100abc", "x"].map((limit): [string, string] => [path, limit]),
  ),
)("SEC-37 %s with limit %s is -1102", async (path, limit) => {
  const desk = await ContractDesk.open();
  const query = `${path}?contractName=${LINEAR}&interval=1min&limit=${limit}`;

  expect(await desk.get(query)).toMatchObject({ status: 400, json: { code: -1102 } });
});

test.each(["", "2min", "1H", "__proto__"])(
  "klines with the interval %j is -1102",
  async (interval) => {
    const desk = await ContractDesk.open();

    const query = `klines?contractName=${LINEAR}&interval=${interval}`;
    expect(await desk.get(query)).toMatchObject({ status: 400, json: { code: -1102 } });
  },
);
