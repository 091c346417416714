import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ArgumentsRequired, NotSupported } from "ccxt";
import { bourse } from "../src/exchanges.ts";
import { allHold, areCandles, fieldsOf, holds } from "./support/structures.ts";
import { Venue } from "./support/venue.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** More than three pages of 300. */
const MINUTES = 1_000;
/** As many lines as one command takes with ease. */
const LINES = 500;

let venue: Venue;
let anybody: bourse;
let pastStart: number;

before(async () => {
  venue = await Venue.open();
  anybody = venue.exchange();
  const { engineTime } = await venue.operate("/clock/freeze");
  await venue.setIndex("BTC", "50000");
  await importPast(Number(engineTime));
  // The mark is set at the next second.
  await venue.operate("/clock/advance", { byMs: 1_000 });
  await trade();
});
after(() => venue.close());

/** The i-th minute of ETHUSDT opens at 2000 + i and closes at 2001 + i. */
async function importPast(now: number): Promise<void> {
  pastStart = (Math.floor(now / MINUTE) - MINUTES) * MINUTE;
  const lines = Array.from({ length: MINUTES }, (_, i) => {
    return [pastStart + i * MINUTE, 2000 + i, 2002 + i, 1999 + i, 2001 + i, 1.5].join(",");
  });
  for (let i = 0; i < MINUTES; i += LINES) {
    const candles = lines.slice(i, i + LINES).join("\n");
    await venue.operate("/candles", { market: "ETHUSDT", candles });
  }
}

/** 0.5 BTC at 50,000 and then 0.25 at 50,100 of spot; 20 contracts at 50,000. Then orders rest. */
async function trade(): Promise<void> {
  const ann = await venue.trader({ BTC: "10", USDT: "100000" });
  const bob = await venue.trader({ BTC: "10", USDT: "100000" });
  await ann.createOrder("BTC/USDT", "limit", "sell", 0.5, 50000);
  await bob.createOrder("BTC/USDT", "limit", "buy", 0.5, 50000);
  await ann.createOrder("BTC/USDT", "limit", "buy", 0.25, 50100);
  await bob.createOrder("BTC/USDT", "limit", "sell", 0.25, 50100);
  await ann.createOrder("BTC/USDT", "limit", "buy", 0.1, 49000);
  await ann.createOrder("BTC/USDT", "limit", "sell", 0.2, 51000);
  await ann.createOrder("BTC/USDT", "limit", "sell", 0.3, 52000);
  for (const user of [ann, bob]) await user.transfer("USDT", 10000, "spot", "swap");
  await ann.createOrder("BTC/USDT:USDT", "limit", "sell", 20, 50000);
  await bob.createOrder("BTC/USDT:USDT", "limit", "buy", 20, 50000);
  await ann.createOrder("BTC/USDT:USDT", "limit", "buy", 7, 49000);
}

test("fetchMarkets lists spot pairs and linear and inverse swaps", async () => {
  const markets = await anybody.fetchMarkets();
  const bySymbol = Object.fromEntries(markets.map((market) => [market?.symbol, market]));

  allHold("market", markets as object[]);
  assert.deepEqual(Object.keys(bySymbol), [
    "BTC/USDT",
    "ETH/USDT",
    "ETH/BTC",
    "BTC/USDT:USDT",
    "ETH/USDT:USDT",
    "BTC/USD:BTC",
  ]);
  const keys = ["type", "spot", "margin", "swap", "linear", "inverse", "contractSize"] as const;
  const [spot, linear, inverse] = ["BTC/USDT", "BTC/USDT:USDT", "BTC/USD:BTC"].map((symbol) =>
    fieldsOf(bySymbol[symbol] as object, ...keys),
  );
  assert.deepEqual(spot, {
    type: "spot",
    spot: true,
    margin: true,
    swap: false,
    linear: undefined,
    inverse: undefined,
    contractSize: undefined,
  });
  assert.deepEqual(linear, {
    type: "swap",
    spot: false,
    margin: false,
    swap: true,
    linear: true,
    inverse: false,
    contractSize: 0.0001,
  });
  assert.deepEqual(inverse, { ...linear, linear: false, inverse: true, contractSize: 10 });
  const { amount, price } = bySymbol["BTC/USDT"]?.precision ?? {};
  assert.deepEqual([amount, price], [0.00001, 0.01]);
  assert.equal(bySymbol["BTC/USD:BTC"]?.settle, "BTC");
});

test("fetchCurrencies has every asset that a market names", async () => {
  const currencies = await anybody.fetchCurrencies();

  allHold("currency", Object.values(currencies));
  assert.deepEqual(Object.keys(currencies).sort(), ["BTC", "ETH", "USDT"]);
  assert.equal(currencies["BTC"]?.precision, 1e-8);
});

test("fetchTime and fetchStatus", async () => {
  const before = Date.now();
  const time = (await anybody.fetchTime()) as number;
  const after = Date.now();
  const status = await anybody.fetchStatus();

  // Both clocks are this machine's.
  assert.ok(before <= time && time <= after, `${before} ${time} ${after}`);
  holds("status", status);
  assert.equal(status.status, "ok");
});

test("fetchTicker of a pair", async () => {
  const ticker = await anybody.fetchTicker("BTC/USDT");

  holds("ticker", ticker);
  const keys = ["symbol", "high", "low", "bid", "ask", "open", "last", "percentage"] as const;
  assert.deepEqual(fieldsOf(ticker, ...keys, "baseVolume", "quoteVolume"), {
    symbol: "BTC/USDT",
    high: 50100,
    low: 50000,
    bid: 49000,
    ask: 51000,
    open: 50000,
    last: 50100,
    percentage: 0.2,
    baseVolume: 0.75,
    quoteVolume: 37525,
  });
});

test("fetchTicker of a swap has its volume in the base", async () => {
  const ticker = await anybody.fetchTicker("BTC/USDT:USDT");

  holds("ticker", ticker);
  assert.deepEqual(fieldsOf(ticker, "last", "bid", "ask", "baseVolume", "quoteVolume"), {
    last: 50000,
    bid: 49000,
    ask: undefined,
    baseVolume: 0.002,
    quoteVolume: 100,
  });
});

test("fetchTickers has every pair, or every swap, or those asked for", async () => {
  const pairs = await anybody.fetchTickers();
  const swaps = await anybody.fetchTickers(undefined, { type: "swap" });
  const one = await anybody.fetchTickers(["BTC/USD:BTC"]);

  allHold("ticker", [...Object.values(pairs), ...Object.values(swaps)]);
  assert.deepEqual(Object.keys(pairs), ["BTC/USDT", "ETH/USDT", "ETH/BTC"]);
  assert.deepEqual(Object.keys(swaps), ["BTC/USDT:USDT", "ETH/USDT:USDT", "BTC/USD:BTC"]);
  assert.deepEqual(Object.keys(one), ["BTC/USD:BTC"]);
  assert.equal(pairs["BTC/USDT"]?.last, 50100);
});

test("fetchBidsAsks has the best levels", async () => {
  const { "BTC/USDT": ticker } = await anybody.fetchBidsAsks(["BTC/USDT"]);

  assert.deepEqual(fieldsOf(ticker as object, "bid", "bidVolume", "ask", "askVolume"), {
    bid: 49000,
    bidVolume: 0.1,
    ask: 51000,
    askVolume: 0.2,
  });
});

test("fetchOrderBook and fetchL2OrderBook, of a pair and of a swap", async () => {
  const book = await anybody.fetchOrderBook("BTC/USDT");
  const short = await anybody.fetchL2OrderBook("BTC/USDT", 1);
  const swap = await anybody.fetchOrderBook("BTC/USDT:USDT", 5);

  for (const one of [book, short, swap]) holds("orderBook", one);
  assert.deepEqual(
    [book.bids, book.asks],
    [
      [[49000, 0.1]],
      [
        [51000, 0.2],
        [52000, 0.3],
      ],
    ],
  );
  assert.deepEqual(short.asks, [[51000, 0.2]]);
  assert.deepEqual([swap.bids, swap.asks], [[[49000, 7]], []]);
});

test("fetchTrades of a pair and of a swap, oldest first", async () => {
  const trades = await anybody.fetchTrades("BTC/USDT");
  const [newest] = await anybody.fetchTrades("BTC/USDT", undefined, 1);

  allHold("trade", trades);
  assert.deepEqual(
    trades.map((trade) => fieldsOf(trade, "side", "price", "amount", "cost")),
    [
      { side: "buy", price: 50000, amount: 0.5, cost: 25000 },
      { side: "sell", price: 50100, amount: 0.25, cost: 12525 },
    ],
  );
  assert.equal(newest?.price, 50100);
  const since = Number(newest?.timestamp) + 1;
  assert.deepEqual(await anybody.fetchTrades("BTC/USDT", since), []);
  const ofSwap = await anybody.fetchTrades("BTC/USDT:USDT");
  allHold("trade", ofSwap);
  const keys = ["symbol", "side", "price", "amount", "cost"] as const;
  assert.deepEqual(
    ofSwap.map((trade) => fieldsOf(trade, ...keys)),
    [{ symbol: "BTC/USDT:USDT", side: "buy", price: 50000, amount: 20, cost: 100 }],
  );
});

test("fetchOHLCV without a since has the newest, oldest first, beyond a page of 300", async () => {
  const candles = await anybody.fetchOHLCV("ETH/USDT", "1m", undefined, 700);

  areCandles(candles);
  assert.equal(candles.length, 700);
  const newest = (await anybody.fetchOHLCV("ETH/USDT", "1m", undefined, 1))[0];
  assert.deepEqual(candles.at(-1), newest);
  assert.deepEqual(candles.at(-1)?.[0], Number(candles[0]?.[0]) + 699 * MINUTE);
});

test("fetchOHLCV from a since on, exactly, beyond a page of 300", async () => {
  const since = pastStart + 100 * MINUTE;

  const candles = await anybody.fetchOHLCV("ETH/USDT", "1m", since, 650);

  areCandles(candles);
  assert.equal(candles.length, 650);
  assert.deepEqual(candles[0], [since, 2100, 2102, 2099, 2101, 1.5]);
  assert.deepEqual(candles[649], [since + 649 * MINUTE, 2749, 2751, 2748, 2750, 1.5]);
});

test("fetchOHLCV from before the first candle, and with an until", async () => {
  const early = await anybody.fetchOHLCV("ETH/USDT", "1m", pastStart - 5 * MINUTE, 10);
  const until = pastStart + 9 * MINUTE;
  const bounded = await anybody.fetchOHLCV("ETH/USDT", "1m", pastStart, 100, { until });
  const before = await anybody.fetchOHLCV("ETH/USDT", "1m", undefined, 3, { until });

  assert.deepEqual([early.length, early[0]?.[0]], [5, pastStart]);
  assert.deepEqual([bounded.length, bounded.at(-1)?.[0]], [10, until]);
  assert.deepEqual(
    before.map(([time]) => time),
    [until - 2 * MINUTE, until - MINUTE, until],
  );
});

test("fetchOHLCV in every timeframe, of a pair and of a swap", async () => {
  for (const timeframe of Object.keys(anybody.timeframes)) {
    const candles = await anybody.fetchOHLCV("ETH/USDT", timeframe, undefined, 5);
    areCandles(candles);
    assert.notEqual(candles.length, 0, timeframe);
    const [swap] = await anybody.fetchOHLCV("BTC/USDT:USDT", timeframe);
    assert.deepEqual(swap?.slice(1), [50000, 50000, 50000, 50000, 20], timeframe);
  }
});

test("fetchFundingRate and fetchFundingRates", async () => {
  const rate = await anybody.fetchFundingRate("BTC/USDT:USDT");
  const rates = await anybody.fetchFundingRates();

  holds("fundingRate", rate);
  assert.deepEqual(fieldsOf(rate, "symbol", "indexPrice", "markPrice"), {
    symbol: "BTC/USDT:USDT",
    indexPrice: 50000,
    markPrice: 50000,
  });
  allHold("fundingRate", Object.values(rates));
  assert.deepEqual(Object.keys(rates).sort(), ["BTC/USD:BTC", "BTC/USDT:USDT", "ETH/USDT:USDT"]);
  await assert.rejects(anybody.fetchFundingRate("BTC/USDT"), NotSupported);
});

/** Of E-ETH-USDT, which is funded every hour, and of nothing else. */
async function fund(hours: number): Promise<number> {
  await venue.operate("/contracts/set", { name: "E-ETH-USDT", fundingIntervalHours: 1 });
  await venue.setIndex("ETH", "2500");
  await venue.advance(hours * HOUR);
  const rates = await anybody.fetchFundingRateHistory("ETH/USDT:USDT");
  assert.equal(rates.length, hours);
  return Number(rates[0]?.timestamp);
}

/** A page of a thousand would take weeks of fundings. */
class SmallPages extends bourse {
  override fundingsAtOnce(): number {
    return 2;
  }
}

test("fetchFundingRateHistory, oldest first, from a since on, up to an until, whatever a page holds", async () => {
  const first = await fund(5);
  for (const exchange of [anybody, new SmallPages({ options: { url: venue.url } })]) {
    await holdsHistory(exchange, first);
  }
});

async function holdsHistory(exchange: bourse, first: number): Promise<void> {
  const hoursOf = async (since?: number, limit?: number, params = {}) => {
    const rates = await exchange.fetchFundingRateHistory("ETH/USDT:USDT", since, limit, params);
    allHold("fundingRateHistory", rates);
    return rates.map(({ timestamp }) => (Number(timestamp) - first) / HOUR);
  };

  assert.deepEqual(await hoursOf(), [0, 1, 2, 3, 4]);
  assert.deepEqual(await hoursOf(undefined, 3), [2, 3, 4]);
  assert.deepEqual(await hoursOf(first + 1), [1, 2, 3, 4]);
  assert.deepEqual(await hoursOf(first + HOUR, 2), [1, 2]);
  assert.deepEqual(await hoursOf(first, undefined, { until: first + 2 * HOUR }), [0, 1, 2]);
  assert.deepEqual(await hoursOf(undefined, 2, { until: first + 2 * HOUR }), [1, 2]);
}

test("fetchFundingRateHistory has the rate and the time; it is for swaps, one at a time", async () => {
  const [rate] = await anybody.fetchFundingRateHistory("ETH/USDT:USDT", undefined, 1);
  assert.deepEqual(fieldsOf(rate as object, "symbol", "fundingRate", "datetime"), {
    symbol: "ETH/USDT:USDT",
    fundingRate: 0.0001,
    datetime: new Date(Number(rate?.timestamp)).toISOString(),
  });
  await assert.rejects(anybody.fetchFundingRateHistory("BTC/USDT"), NotSupported);
  await assert.rejects(anybody.fetchFundingRateHistory(), ArgumentsRequired);
});

test("fetchLeverageTiers and fetchMarketLeverageTiers", async () => {
  const tiers = await anybody.fetchLeverageTiers(["BTC/USDT:USDT"]);
  const ofMarket = await anybody.fetchMarketLeverageTiers("BTC/USDT:USDT");

  assert.deepEqual(Object.keys(tiers), ["BTC/USDT:USDT"]);
  assert.deepEqual(tiers["BTC/USDT:USDT"], ofMarket);
  allHold("leverageTier", ofMarket);
  const keys = [
    "tier",
    "currency",
    "minNotional",
    "maxNotional",
    "maintenanceMarginRate",
    "maxLeverage",
  ] as const;
  assert.deepEqual(
    ofMarket.slice(0, 2).map((tier) => fieldsOf(tier, ...keys)),
    [
      {
        tier: 1,
        currency: "USDT",
        minNotional: 0,
        maxNotional: 500000,
        maintenanceMarginRate: 0.004,
        maxLeverage: 125,
      },
      {
        tier: 2,
        currency: "USDT",
        minNotional: 500000,
        maxNotional: 5000000,
        maintenanceMarginRate: 0.01,
        maxLeverage: 50,
      },
    ],
  );
});
