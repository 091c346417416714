/**
 * The other side of a pair: a maker that quotes around a price and moves with it, and a taker that trades there, so
 * that the last price is where the walk has come. What a test wants filled is filled when the price is led past it.
 */
import type { bourse } from "../../src/exchanges.ts";
import type { Venue } from "./venue.ts";

const MONEY = { USDT: "10000000", BTC: "1000" };
/** From the price to either quote. */
const HALF_SPREAD = 5;
/** Of a quote, more than any bot has. */
const DEPTH = 5;
/** What the taker trades: at the rates of the demo its fee is whole steps, and a fill of so much leaves no dust. */
const TAKEN = 0.01;

export class MovingMarket {
  readonly symbol: string;
  readonly #draw: () => number;
  readonly #maker: bourse;
  readonly #taker: bourse;
  price: number;

  private constructor(
    symbol: string,
    price: number,
    users: readonly [bourse, bourse],
    seed: number,
  ) {
    this.symbol = symbol;
    this.price = price;
    [this.#maker, this.#taker] = users;
    this.#draw = seeded(seed);
  }

  static async open(venue: Venue, symbol: string, price: number, seed: number) {
    const users = [await venue.trader(MONEY), await venue.trader(MONEY)] as const;
    const market = new MovingMarket(symbol, price, users, seed);
    await market.#quote("buy");
    return market;
  }

  get users(): readonly bourse[] {
    return [this.#maker, this.#taker];
  }

  /** A step of the walk, of whole units up to `stepMax`; far from `center` it goes back. */
  async walk(center: number, stepMax: number): Promise<void> {
    const pull = (center - this.price) / (10 * stepMax);
    const step = Math.round(stepMax * Math.max(-1, Math.min(1, 2 * this.#draw() - 1 + pull)));
    this.price += step;
    await this.#quote(step < 0 ? "sell" : "buy");
  }

  /** The quotes go to the price, and the last price behind them. */
  async #quote(side: "buy" | "sell"): Promise<void> {
    const [ask, bid] = [this.price + HALF_SPREAD, this.price - HALF_SPREAD];
    await this.#maker.cancelAllOrders(this.symbol);
    await this.#maker.createOrder(this.symbol, "limit", "sell", DEPTH, ask);
    await this.#maker.createOrder(this.symbol, "limit", "buy", DEPTH, bid);
    const price = side === "buy" ? ask : bid;
    const params = { timeInForce: "IOC" };
    await this.#taker.createOrder(this.symbol, "limit", side, TAKEN, price, params);
  }

  async close(): Promise<void> {
    await this.#maker.cancelAllOrders(this.symbol);
  }
}

/** Numbers from 0 up to 1, the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
