/** A live market of the demo, step by step on the real engine, and what it looks like after every second. */

import { MINUTE_STEPS } from "../../src/app/demo/live/paired-walk.ts";
import { Volatility } from "../../src/app/demo/live/volatility.ts";
import { LiveMarket } from "../../src/app/demo/live-traders/live-market.ts";
import type { Book } from "../../src/core/engine/book/book.ts";
import { levelsOf } from "../../src/core/engine/book/ladder.ts";
import { dueTicks } from "../../src/runtime/sequencer/ticks.ts";
import { MarketDesk } from "../support/market-desk.ts";

const STEP_MS = 200;
const SECOND_STEPS = 5;
const TICKS_MAX = 100;

/** Prices in ticks of the market. */
export interface Look {
  readonly spread: number;
  /** Between the best of both sides, in ticks of the pair. */
  readonly price: number;
  /** The fewer of both sides. */
  readonly levels: number;
}

export interface Second {
  readonly BTCUSDT: Look;
  readonly "E-BTC-USDT": Look;
}

export interface Minute {
  readonly lots: number;
  readonly activity: number;
  /** The mean of its seconds. */
  readonly spread: number;
}

export class WatchedMarket {
  readonly seconds: Second[] = [];
  readonly minutes: Minute[] = [];
  readonly refused: string[] = [];
  readonly #desk: MarketDesk;
  readonly #market: LiveMarket;
  readonly #volatility: Volatility;
  #steps: number;
  #lots = 0;

  private constructor(desk: MarketDesk, seed: number) {
    const { exchange } = desk;
    const [near, far, taker] = ["maker1", "maker2", "taker1"].map((name) => desk.trader(name));
    if (!near || !far || !taker) throw new Error("a trader is missing");
    this.#desk = desk;
    this.#steps = exchange.state.position;
    const traders = { near, far, taker };
    this.#market = new LiveMarket({ state: exchange.state, traders, seed });
    this.#volatility = new Volatility(seed);
    exchange.onEvent((event) => {
      if (event.type === "Traded" && event.pair === desk.pair().id) this.#lots += event.lots;
    });
  }

  static async open(seed: number): Promise<WatchedMarket> {
    const desk = await MarketDesk.live(seed);
    await desk.stop();
    return new WatchedMarket(desk, seed);
  }

  goMinute(): void {
    this.#lots = 0;
    const from = this.seconds.length;
    for (let step = 1; step <= MINUTE_STEPS; step++) {
      this.#step();
      if (step % SECOND_STEPS === 0) this.seconds.push(this.#look());
    }
    const spreads = this.seconds.slice(from).map(({ BTCUSDT }) => BTCUSDT.spread);
    const spread = spreads.reduce((sum, each) => sum + each, 0) / spreads.length;
    const activity = this.#volatility.at(this.#steps - MINUTE_STEPS / 2);
    this.minutes.push({ lots: this.#lots, activity, spread });
  }

  #step(): void {
    const { exchange } = this.#desk;
    this.#steps++;
    exchange.nowMs += STEP_MS;
    const due = dueTicks(exchange.state, exchange.nowMs, TICKS_MAX);
    for (const command of [...due, ...this.#market.next()]) {
      const outcome = exchange.do(command);
      if (!outcome.ok) this.refused.push(`${command.type} ${outcome.reason}`);
    }
    exchange.commands.length = 0;
  }

  #look(): Second {
    const { state } = this.#desk.exchange;
    const pair = lookAt(state.books[this.#desk.pair().id - 1], 1);
    return { BTCUSDT: pair, "E-BTC-USDT": lookAt(this.#desk.market("E-BTC-USDT").book, 10) };
  }
}

function lookAt(book: Book | undefined, tickRatio: number): Look {
  const { bids, asks } = book ?? {};
  if (!bids?.best || !asks?.best) return { spread: Number.NaN, price: Number.NaN, levels: 0 };
  const [bid, ask] = [bids.best.ticks * tickRatio, asks.best.ticks * tickRatio];
  const levels = Math.min([...levelsOf(bids)].length, [...levelsOf(asks)].length);
  return { spread: ask - bid, price: (bid + ask) / 2, levels };
}
