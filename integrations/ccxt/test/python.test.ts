/** The Python form: made from the source as it is, and running against a real server. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { pythonFiles, snake } from "../scripts/python-form.ts";
import { Venue } from "./support/venue.ts";

const run = promisify(execFile);
const PYTHON = join(import.meta.dirname, "../python");
const MINUTE = 60_000;
const MINUTES = 400;

const files = pythonFiles();

let venue: Venue;

before(async () => {
  venue = await Venue.open();
  const { engineTime } = await venue.operate("/clock/freeze");
  await venue.setIndex("BTC", "50000");
  const start = (Math.floor(Number(engineTime) / MINUTE) - MINUTES) * MINUTE;
  const lines = Array.from({ length: MINUTES }, (_, i) => `${start + i * MINUTE},10,11,9,10,1`);
  await venue.operate("/candles", { market: "ETHUSDT", candles: lines.join("\n") });
  // Two full hours strike: whenever this begins, the second funding is that of a whole hour.
  await venue.operate("/contracts/set", { name: "E-BTC-USDT", fundingIntervalHours: 1 });
  await venue.advance(120 * MINUTE);
});
after(() => venue.close());

test("the committed Python is what the source makes", () => {
  for (const [path, text] of files) {
    assert.ok(existsSync(path), `${path} is missing: npm run python`);
    assert.equal(readFileSync(path, "utf8"), text, `${path} is not up to date: npm run python`);
  }
});

test("names of methods are those of ccxt in Python", () => {
  const names = {
    fetchOHLCV: "fetch_ohlcv",
    parseOHLCVs: "parse_ohlcvs",
    fetchL2OrderBook: "fetch_l2_order_book",
    safeString2: "safe_string_2",
    safeStringN: "safe_string_n",
    iso8601: "iso8601",
    parse8601: "parse8601",
    uuid22: "uuid22",
    stringMul: "string_mul",
  };

  for (const [camel, expected] of Object.entries(names)) assert.equal(snake(camel), expected);
});

test("every file of it compiles", async () => {
  await run("python3", ["-m", "py_compile", ...files.keys()]);
});

/** What is told of brackets and exits. */
const LISTS = {
  entry: ["closed", 0.1, 49000, 51000],
  legs: [
    ["limit", 0.0999, 49000, 48900, "open"],
    ["market", 0.0999, 51000, null, "open"],
  ],
  exits: ["OCO", 2, 49000],
  half: "ArgumentsRequired",
  left: [],
};

/** What is told of stops that trail. */
const TRAILING = {
  placed: [
    ["115", 49425],
    ["200", 49000],
  ],
  refused: Array(3).fill("InvalidOrder"),
};

test("the unified calls work in Python, and a lost reply is found", async () => {
  const [bot, maker] = [
    await venue.user({ USDT: "100000", BTC: "1" }),
    await venue.user({ USDT: "100000", BTC: "1", ETH: "5" }),
  ];
  const route = "POST /sapi/v1/order";
  await venue.operate("/faults", { route, kind: "504-executed", user: bot.name, count: 1 });
  const keys = [bot.apiKey, bot.secret, maker.apiKey, maker.secret];

  const { stdout } = await run("python3", [
    join(PYTHON, "test/unified_calls.py"),
    venue.url,
    ...keys,
  ]);

  const { ccxt, ...told } = JSON.parse(stdout);
  console.log(`Python's ccxt: ${ccxt}`);
  assert.deepEqual(told, {
    spot: {
      bought: ["closed", 0.2, 50000, 10000],
      byCost: ["closed", 0.1],
      found: ["open", 40000, 0.1, true, "PO"],
      canceled: [true, "canceled"],
      closed: 2,
      orders: ["closed", "closed", "canceled"],
      trades: [
        ["buy", 50000, 0.2, { cost: 0.0002, currency: "BTC" }],
        ["buy", 50000, 0.1, { cost: 0.0001, currency: "BTC" }],
      ],
      balance: { free: 1.2997, used: 0, total: 1.2997 },
    },
    lists: LISTS,
    trailing: TRAILING,
    market: {
      markets: ["BTC/USD:BTC", "BTC/USDT", "BTC/USDT:USDT", "ETH/BTC", "ETH/USDT", "ETH/USDT:USDT"],
      book: [[], [[50000, 0.2]]],
      candles: [350, 349 * MINUTE],
      since: [0, MINUTE, 2 * MINUTE],
      ticker: ["BTC/USDT", 50000, 50000],
      tickers: ["BTC/USDT", "ETH/BTC", "ETH/USDT"],
      fundingRate: ["BTC/USDT:USDT", 50000],
      fundings: [["BTC/USDT:USDT", 0.0001]],
    },
    swap: {
      trades: [
        ["buy", 50000, 100],
        ["sell", 49990, 100],
      ],
      opened: ["closed", 100, 50000],
      position: ["long", 100, 50000, 10, "cross", 500],
      waiting: [47000],
      left: [],
      balance: 0,
    },
    async: ["open", 41000],
    streams: {
      balance: 1.3996,
      book: [0, [[10, 1]]],
      trade: ["ETH/USDT", 10, 1, "buy"],
      order: ["ETH/USDT", "closed", 1],
      own: ["taker", { cost: 0.001, currency: "ETH" }],
      ticker: "ETH/USDT",
    },
    refused: ["InsufficientFunds", "OrderNotFound", ...Array(4).fill("NotSupported")],
  });
});
