/** The watch calls, over a real connection, and over one that loses messages. */
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { AuthenticationError, NetworkError, type Order, type Trade } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { LossyProxy } from "./support/lossy-proxy.ts";
import { allHold, areCandles, fieldsOf, holds } from "./support/structures.ts";
import { type Credentials, type Streaming, Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const SWAP = "BTC/USDT:USDT";

let venue: Venue;
let proxy: LossyProxy;
let annsKey: Credentials;
let ann: bourse;
let bob: bourse;
let watcher: Streaming;

before(async () => {
  venue = await Venue.open();
  await venue.setIndex("BTC", "50000");
});
after(() => venue.close());

beforeEach(async () => {
  proxy = await LossyProxy.open(venue.url);
  annsKey = await venue.user({ USDT: "100000", BTC: "10" });
  ann = venue.exchange(annsKey);
  bob = await venue.trader({ USDT: "100000", BTC: "10" });
  watcher = venue.streaming(annsKey, { streamUrl: proxy.url });
  await watcher.loadMarkets();
});
afterEach(async () => {
  for (const symbol of [SYMBOL, SWAP]) {
    for (const user of [ann, bob]) await user.cancelAllOrders(symbol);
  }
  await watcher.close();
  proxy.close();
});

/** Watches on until what was told is as wanted. */
async function until<T>(watch: () => Promise<T>, isWanted: (told: T) => boolean): Promise<T> {
  for (;;) {
    const told = await watch();
    if (isWanted(told)) return told;
  }
}

/** Bob sells to Ann, so many BTC at that price. */
async function trade(amount: number, price: number): Promise<void> {
  await bob.createOrder(SYMBOL, "limit", "sell", amount, price);
  await ann.createOrder(SYMBOL, "limit", "buy", amount, price);
}

test("has says which streams there are, and only the class with streams has them", () => {
  const names = [
    "OrderBook",
    "Trades",
    "Ticker",
    "OHLCV",
    "Orders",
    "MyTrades",
    "Balance",
    "Positions",
  ];

  for (const name of names) {
    assert.equal(watcher.has[`watch${name}`], true);
    assert.ok(!ann.has[`watch${name}`]);
  }
});

test("watchOrderBook follows the book, level by level", async () => {
  await ann.createOrder(SYMBOL, "limit", "buy", 0.5, 40000);
  const first = await watcher.watchOrderBook(SYMBOL);
  holds("orderBook", first);
  assert.deepEqual([first.bids[0], first.asks.length], [[40000, 0.5], 0]);

  await ann.createOrder(SYMBOL, "limit", "buy", 0.25, 41000);
  const { id } = await bob.createOrder(SYMBOL, "limit", "sell", 0.1, 60000);
  const book = await until(
    () => watcher.watchOrderBook(SYMBOL),
    ({ asks }) => asks.length > 0,
  );
  assert.deepEqual(
    [[...book.bids], [...book.asks]],
    [
      [
        [41000, 0.25],
        [40000, 0.5],
      ],
      [[60000, 0.1]],
    ],
  );

  await bob.cancelOrder(id as string, SYMBOL);
  const gone = await until(
    () => watcher.watchOrderBook(SYMBOL, 1),
    ({ asks }) => asks.length === 0,
  );
  assert.deepEqual([...gone.bids], [[41000, 0.25]]);
});

test("what came between two calls is told by the next at once, and once", async () => {
  await ann.createOrder(SYMBOL, "limit", "buy", 0.5, 40000);
  await watcher.watchOrderBook(SYMBOL);
  await watcher.watchTicker(SYMBOL);
  await trade(0.1, 50000);
  await ann.createOrder(SYMBOL, "limit", "buy", 0.25, 41000);
  while (watcher.orderbooks[SYMBOL]?.bids.length !== 2) await ann.fetchTime();

  const book = await watcher.watchOrderBook(SYMBOL);
  assert.deepEqual(
    [...book.bids],
    [
      [41000, 0.25],
      [40000, 0.5],
    ],
  );
  const next = watcher.watchOrderBook(SYMBOL);
  await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 42000);
  assert.equal((await next).bids.length, 3);
  const ticker = await until(
    () => watcher.watchTicker(SYMBOL),
    ({ last }) => last !== undefined,
  );
  assert.equal(ticker.last, 50000);
});

test("watchTrades tells each trade once, of a pair and of a swap", async () => {
  await trade(0.1, 50000);
  const [last] = (await watcher.watchTrades(SYMBOL)).slice(-1);
  holds("trade", last as object);
  assert.deepEqual(fieldsOf(last as object, "price", "amount", "side"), {
    price: 50000,
    amount: 0.1,
    side: "buy",
  });

  await trade(0.2, 50001);
  const next = await watcher.watchTrades(SYMBOL);

  assert.deepEqual(
    next.map(({ price, amount }) => [price, amount]),
    [[50001, 0.2]],
  );
  await openSwap();
  const [ofSwap] = await watcher.watchTrades(SWAP);
  assert.deepEqual(fieldsOf(ofSwap as object, "symbol", "amount"), { symbol: SWAP, amount: 10 });
});

async function openSwap(): Promise<void> {
  for (const user of [ann, bob]) await user.transfer("USDT", 10000, "spot", "swap");
  await bob.createOrder(SWAP, "limit", "sell", 10, 50000);
  await ann.createOrder(SWAP, "limit", "buy", 10, 50000);
}

test("watchTicker and watchOHLCV follow the trades", async () => {
  await trade(0.1, 50000);
  const ticker = await until(
    () => watcher.watchTicker(SYMBOL),
    ({ last }) => last === 50000,
  );
  holds("ticker", ticker);
  const candles = await watcher.watchOHLCV(SYMBOL, "1m");
  areCandles(candles);
  assert.equal(candles.at(-1)?.[4], 50000);

  // A call tells what comes next: both wait before anything is traded.
  const later = until(
    () => watcher.watchTicker(SYMBOL),
    ({ last }) => last === 50500,
  );
  const isHigher = (told: readonly (readonly (number | undefined)[])[]) =>
    told.at(-1)?.[4] === 50500;
  const risen = until(() => watcher.watchOHLCV(SYMBOL, "1m"), isHigher);
  await trade(0.1, 50500);

  assert.equal((await later).symbol, SYMBOL);
  assert.equal((await risen).at(-1)?.[2], 50500);
});

test("watchOrders and watchMyTrades tell what becomes of own orders", async () => {
  const placed = await ann.createOrder(SYMBOL, "limit", "buy", 0.2, 50000);
  const isOpen = (orders: Order[]) => orders.some(({ status }) => status === "open");
  const [open] = await until(() => watcher.watchOrders(SYMBOL), isOpen);
  holds("order", open as object);
  assert.deepEqual([open?.id, open?.filled], [placed.id, 0]);

  const isClosed = (orders: Order[]) => orders.some(({ status }) => status === "closed");
  const closing = until(() => watcher.watchOrders(), isClosed);
  const trades = watcher.watchMyTrades();
  await bob.createOrder(SYMBOL, "limit", "sell", 0.2, 50000);

  const [closed] = await closing;
  assert.deepEqual([closed?.id, closed?.filled, closed?.average], [placed.id, 0.2, 50000]);
  const [trade] = (await trades) as Trade[];
  holds("trade", trade as object);
  assert.deepEqual(fieldsOf(trade as object, "order", "takerOrMaker", "fee"), {
    order: placed.id,
    takerOrMaker: "maker",
    fee: { cost: 0.0002, currency: "BTC" },
  });
});

test("watchBalance of spot, margin and swap", async () => {
  const spot = await watcher.watchBalance();
  holds("balance", spot);
  assert.deepEqual(spot["USDT"], { free: 100000, used: 0, total: 100000 });

  const [margin, swap, rest] = [
    until(
      () => watcher.watchBalance({ type: "margin" }),
      ({ USDT }) => USDT?.free === 100,
    ),
    until(
      () => watcher.watchBalance({ type: "swap" }),
      ({ USDT }) => USDT?.free === 200,
    ),
    until(
      () => watcher.watchBalance(),
      ({ USDT }) => USDT?.free === 99700,
    ),
  ];
  await ann.transfer("USDT", 100, "spot", "margin");
  await ann.transfer("USDT", 200, "spot", "swap");

  for (const balance of [await margin, await swap, await rest]) holds("balance", balance);
});

test("watchPositions tells a position, and its end", async () => {
  const opened = watcher.watchPositions([SWAP]);
  await openSwap();
  const [position] = await opened;
  holds("position", position as object);
  assert.deepEqual(fieldsOf(position as object, "symbol", "side", "contracts"), {
    symbol: SWAP,
    side: "long",
    contracts: 10,
  });

  const ended = until(
    () => watcher.watchPositions([SWAP]),
    ([one]) => one?.contracts === 0,
  );
  await bob.createOrder(SWAP, "limit", "buy", 10, 50000, { reduceOnly: true });
  await ann.createOrder(SWAP, "market", "sell", 10, undefined, { reduceOnly: true });

  assert.equal((await ended)[0]?.side, "long");
});

test("a lost message is noticed, and the book is right again", async () => {
  await ann.createOrder(SYMBOL, "limit", "buy", 0.5, 40000);
  await watcher.watchOrderBook(SYMBOL);
  proxy.loseNext((message) => message.includes('"update"') && message.includes("41000"));

  await ann.createOrder(SYMBOL, "limit", "buy", 0.25, 41000);
  while (proxy.lost.length === 0) await ann.fetchTime();
  await ann.createOrder(SYMBOL, "limit", "buy", 0.1, 42000);

  const book = await until(
    () => watcher.watchOrderBook(SYMBOL),
    ({ bids }) => bids.length === 3,
  );
  assert.deepEqual(
    [...book.bids],
    [
      [42000, 0.1],
      [41000, 0.25],
      [40000, 0.5],
    ],
  );
  assert.equal(proxy.connections, 1);
  const again = proxy.sent.filter((message) => message.includes('"from"'));
  assert.equal(again.length, 1, "the channel is asked for again once");
});

test("a lost connection is an error to who waits, and the next call goes on without a gap", async () => {
  await trade(0.1, 50000);
  await watcher.watchTrades(SYMBOL);
  const waiting = watcher.watchTrades(SYMBOL);
  proxy.cut();
  await assert.rejects(waiting, NetworkError);
  await trade(0.2, 50001);
  await trade(0.3, 50002);

  const missed = await until(
    () => watcher.watchTrades(SYMBOL),
    (trades) => trades.length > 0,
  );

  const prices = missed.map(({ price }) => price);
  while (prices.length < 2)
    prices.push(...(await watcher.watchTrades(SYMBOL)).map(({ price }) => price));
  assert.deepEqual(prices, [50001, 50002]);
  assert.equal(proxy.connections, 2);
});

test("private channels log in again after a lost connection", async () => {
  const placed = await ann.createOrder(SYMBOL, "limit", "buy", 0.2, 40000);
  await watcher.watchOrders();
  const waiting = watcher.watchOrders();
  proxy.cut();
  await assert.rejects(waiting, NetworkError);

  const next = watcher.watchOrders();
  await ann.cancelOrder(placed.id as string, SYMBOL);

  const isOver = (orders: Order[]) => orders.some(({ status }) => status === "canceled");
  const [order] = isOver(await next)
    ? await next
    : await until(() => watcher.watchOrders(), isOver);
  assert.equal(order?.id, placed.id);
});

test("a server that goes to another state begins anew", async () => {
  await venue.operate("/states/save", { name: "empty-book" });
  await ann.createOrder(SYMBOL, "limit", "buy", 0.5, 40000);
  await watcher.watchOrderBook(SYMBOL);
  const lost = assert.rejects(watcher.watchOrderBook(SYMBOL), NetworkError);
  await venue.operate("/states/load", { name: "empty-book" });
  await lost;

  const book = await watcher.watchOrderBook(SYMBOL);

  assert.deepEqual([...book.bids], []);
});

test("a login that is refused is an AuthenticationError, and public streams go on", async () => {
  const stranger = venue.streaming({ ...annsKey, secret: "wrong" });

  await assert.rejects(stranger.watchOrders(), AuthenticationError);
  await trade(0.1, 50000);
  allHold("trade", await stranger.watchTrades(SYMBOL));
  await stranger.close();
});
