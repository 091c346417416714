/**
 * A bot that knows nothing but unified calls trades spot and a swap for a while of engine time, against the
 * demo's market: it buys what fell, sells what rose, turns its position when that turns, and ends flat.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Exchange } from "ccxt";
import { assertBooks } from "./support/books.ts";
import { Venue } from "./support/venue.ts";

/** An hour of the demo's market costs a quarter of a minute of a core; BOURSE_RUNS=long plays it. */
const MINUTES = process.env["BOURSE_RUNS"] === "long" ? 60 : 20;
const SPOT = "BTC/USDT";
const SWAP = "BTC/USDT:USDT";

let venue: Venue;

before(async () => {
  venue = await Venue.open(["--no-limits"]);
  await venue.operate("/clock/freeze");
});
after(() => venue.close());

class Bot {
  readonly #exchange: Exchange;
  readonly orders: string[] = [];

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  async start(): Promise<void> {
    await this.#exchange.loadMarkets();
    await this.#exchange.transfer("USDT", 20000, "spot", "swap");
    await this.#exchange.setLeverage(5, SWAP);
    // Whether one of its quotes is met later is the market's affair; this one is.
    const order = await this.#exchange.createOrder(SPOT, "market", "sell", 0.01);
    this.orders.push(order.id as string);
  }

  /** One minute: above the average of twenty candles it sells, below it buys. */
  async step(): Promise<void> {
    const candles = await this.#exchange.fetchOHLCV(SPOT, "1m", undefined, 20);
    const closes = candles.map((candle) => Number(candle[4]));
    const average = closes.reduce((sum, close) => sum + close, 0) / closes.length;
    const side = (closes.at(-1) ?? 0) > average ? "sell" : "buy";
    await this.#quote(side);
    await this.#swing(side);
  }

  /** Spot: an order at the best price of its side, in the place of the one before. */
  async #quote(side: "buy" | "sell"): Promise<void> {
    await this.#exchange.cancelAllOrders(SPOT);
    const { bids, asks } = await this.#exchange.fetchOrderBook(SPOT, 5);
    const price = side === "buy" ? bids[0]?.[0] : asks[0]?.[0];
    const order = await this.#exchange.createOrder(SPOT, "limit", side, 0.01, price);
    this.orders.push(order.id as string);
  }

  /** Swap: a position of the side, turned when the side turns. */
  async #swing(side: "buy" | "sell"): Promise<void> {
    const wanted = side === "buy" ? "long" : "short";
    const [position] = await this.#exchange.fetchPositions([SWAP]);
    if (position?.side === wanted) return;
    if (position !== undefined) await this.#close();
    const order = await this.#exchange.createOrder(SWAP, "market", side, 50);
    this.orders.push(order.id as string);
  }

  async #close(): Promise<void> {
    for (const { side, contracts } of await this.#exchange.fetchPositions([SWAP])) {
      const away = side === "long" ? "sell" : "buy";
      await this.#exchange.createOrder(SWAP, "market", away, contracts as number, undefined, {
        reduceOnly: true,
      });
    }
  }

  async stop(): Promise<void> {
    await this.#exchange.cancelAllOrders(SPOT);
    await this.#close();
  }
}

test("the bot trades for a while, and its books add up", async () => {
  const exchange = await venue.trader({ USDT: "100000", BTC: "1" });
  const bot = new Bot(exchange);
  await bot.start();

  for (let minute = 0; minute < MINUTES; minute++) {
    await venue.advance(60_000);
    await bot.step();
  }
  await bot.stop();

  const trades = await exchange.fetchMyTrades(SPOT);
  const closed = await exchange.fetchClosedOrders(SWAP);
  assert.ok(trades.length > 0, "no trade in spot");
  assert.ok(closed.length >= 2, `${closed.length} orders of the swap were filled`);
  assert.deepEqual(await exchange.fetchPositions([SWAP]), []);
  assert.deepEqual(await exchange.fetchOpenOrders(SPOT), []);
  await assertBooks(exchange, trades, { base: 1, quote: 80_000 });
});
