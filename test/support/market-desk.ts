/**
 * The demo's market on the real engine and on virtual time: an hour of it passes in a moment. Every
 * command of the traders is written down with its time; people trade against them in plain words.
 */

import { expect } from "vitest";
import { completeDemo } from "../../src/app/demo/demo-catalogue.ts";
import type { PairName } from "../../src/app/demo/market/demo-prices.ts";
import { type MarketPace, openMarket } from "../../src/app/demo/pace/market-pace.ts";
import { present } from "../../src/core/base/assert.ts";
import { type Book, depthOf, ladderOf } from "../../src/core/engine/book/book.ts";
import { levelsOf } from "../../src/core/engine/book/ladder.ts";
import type { Pair } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { findContractAccount } from "../../src/core/engine/futures/contract-account.ts";
import type { FuturesPlaced } from "../../src/core/engine/futures/futures-commands.ts";
import type { ContractMarket } from "../../src/core/engine/futures/futures-state.ts";
import { freeOf } from "../../src/core/engine/ledger/ledger.ts";
import type { Order, Side } from "../../src/core/engine/orders/order.ts";
import { openOrdersOf } from "../../src/core/engine/read/orders.ts";
import type { Placement } from "../../src/core/engine/spot/spot.ts";
import { formatSteps } from "../../src/core/money/decimal.ts";
import { dueTicks } from "../../src/runtime/sequencer/ticks.ts";
import { askedFor } from "./desk.ts";
import { DirectExchange } from "./direct-exchange.ts";
import { VirtualTime } from "./virtual-time.ts";

export const TRADERS = ["maker1", "maker2", "taker1"] as const;
export const PAIRS = ["BTCUSDT", "ETHUSDT", "ETHBTC"] as const;
/** Those that the traders keep. */
export const CONTRACTS = ["E-BTC-USDT", "E-ETH-USDT"] as const;
export type ContractName = (typeof CONTRACTS)[number];

/** More than fall due between two steps. */
const TICKS_MAX = 100;

export interface Sent {
  readonly atMs: number;
  readonly command: Command;
}

/** Keys that are as good as drawn ones, and the same in every run. */
export function countedKeys() {
  let count = 0;
  const draw = () => ({ apiKey: `key-${++count}`, secret: `secret-${count}` });
  const seal = () => Uint8Array.of(1, 2, 3);
  return { draw, seal };
}

/** Nothing is kept of the demo users' keys. */
export const NO_FILES = { read: () => undefined, create: () => undefined };

export class MarketDesk {
  readonly exchange = new DirectExchange();
  readonly time = new VirtualTime(this.exchange.nowMs);
  readonly sent: Sent[] = [];
  readonly reports: unknown[] = [];
  readonly #keys = countedKeys();
  #market: MarketPace | undefined;
  #check: () => void = () => undefined;

  /** With the demo's catalogue and users, and no traders yet. */
  static async provisioned(): Promise<MarketDesk> {
    const desk = new MarketDesk();
    await completeDemo({ exchange: desk.exchange, files: NO_FILES, ...desk.#keys });
    return desk;
  }

  static async open(seed?: number): Promise<MarketDesk> {
    const desk = await MarketDesk.provisioned();
    await desk.start(seed);
    return desk;
  }

  /** SANDBOX-MARKET-2: one that moves as a live one does. */
  static async live(seed?: number): Promise<MarketDesk> {
    const desk = await MarketDesk.provisioned();
    await desk.start(seed, { isLive: true });
    return desk;
  }

  /** A market on whatever the exchange holds; a second one is what a restart makes. */
  async start(seed?: number, changes: { isLive?: boolean } = {}): Promise<void> {
    await this.#market?.stop();
    this.time.forgetTimers();
    const watched = Object.create(this.exchange, { submit: { value: this.#submit } });
    this.#market = await openMarket({
      exchange: watched,
      ...this.#keys,
      timer: (delayMs, ring) => this.time.timer(delayMs, () => this.#ring(ring)),
      report: (sentence) => this.reports.push(sentence),
      ...(seed === undefined ? {} : { seed }),
      ...changes,
    });
    this.#market.start();
  }

  stop(): Promise<void> {
    return present(this.#market, "a market that was started").stop();
  }

  readonly #submit: DirectExchange["submit"] = (command, notAfterMs) => {
    this.sent.push({ atMs: this.time.monotonicMs(), command });
    return this.exchange.submit(command, notAfterMs);
  };

  /** What a step sends has been carried out when `ring` returns. Seconds tick as in the sequencer. */
  #ring(ring: () => void): void {
    const { exchange } = this;
    exchange.nowMs = this.time.wallMs();
    for (const tick of dueTicks(exchange.state, exchange.nowMs, TICKS_MAX)) exchange.do(tick);
    ring();
    this.#check();
  }

  /** Lets time pass; `check` is called after every step of the market. */
  async pass(ms: number, check: () => void = () => undefined): Promise<void> {
    this.#check = check;
    await this.time.pass(ms);
  }

  /** `desk.order("demo1", "buy 0.1 @ 51000 on ETHBTC")`, accepted. */
  order(user: string, words: string): Placement {
    const { pairName, ...asked } = askedFor(words);
    const outcome = this.exchange.do({
      type: "PlaceOrder",
      ...this.trader(user),
      request: 0,
      pair: this.pair(pairName as PairName | undefined).id,
      ...asked,
    });
    expect(outcome, words).toMatchObject({ ok: true });
    return (outcome as { answer: Placement }).answer;
  }

  trader(name: string): { user: number; key: number } {
    const { byName, keys } = this.exchange.state.users;
    const user = present(byName.get(name), `the user ${name}`).id;
    const key = keys.find((own) => own.user === user)?.id ?? 0;
    return { user, key };
  }

  pair(name: PairName = "BTCUSDT"): Pair {
    return present(this.exchange.state.catalogue.pairsByName.get(name), `the pair ${name}`);
  }

  /** The price levels of one side, best first. */
  levels(name: PairName, side: Side): { ticks: number; lots: bigint }[] {
    return depthOf(ladderOf(this.#book(name), side), 100);
  }

  #book(name: PairName): Book {
    return present(this.exchange.state.books[this.pair(name).id - 1], `the book of ${name}`);
  }

  /** The fewest levels on any side of these pairs. Counted only: an hour asks 18,000 times. */
  fewestLevels(names: readonly PairName[] = PAIRS): number {
    return fewestIn(names.map((name) => this.#book(name)));
  }

  market(name: ContractName = "E-BTC-USDT"): ContractMarket {
    const { catalogue, futures } = this.exchange.state;
    const { id } = present(catalogue.contractsByName.get(name), `the contract ${name}`);
    return present(futures.markets[id - 1], `the market of ${name}`);
  }

  fewestContractLevels(names: readonly ContractName[] = CONTRACTS): number {
    return fewestIn(names.map((name) => this.market(name).book));
  }

  /** How many contracts a user holds long, and how many short. */
  held(user: string, name: ContractName): { buy: number; sell: number } {
    const { id } = this.market(name).contract;
    const contractAccount = findContractAccount(
      this.exchange.state.futures,
      this.trader(user).user,
      id,
    );
    return { buy: contractAccount?.long?.volume ?? 0, sell: contractAccount?.short?.volume ?? 0 };
  }

  futuresOrders(user: string, name: ContractName): Order[] {
    const owner = { area: "futures", user: this.trader(user).user } as const;
    const open = openOrdersOf(this.exchange.state.orders, owner);
    return [...open].filter(({ market: pair }) => pair === this.market(name).contract.id);
  }

  /** A user opens at whatever price the book has, as far as 5% from its best. */
  takeContract(user: string, name: ContractName, side: Side, lots: number): FuturesPlaced {
    const outcome = this.exchange.do({
      type: "PlaceFuturesOrder",
      ...this.trader(user),
      request: 0,
      contract: this.market(name).contract.id,
      side,
      kind: "limit",
      action: "open",
      mode: "cross",
      timeInForce: "ioc",
      quantity: `${lots}`,
      price: this.#farPrice(name, side),
      clientId: "",
      trigger: "none",
      triggerPrice: "",
    });
    expect(outcome).toMatchObject({ ok: true });
    return (outcome as { answer: FuturesPlaced }).answer;
  }

  #farPrice(name: ContractName, side: Side): string {
    const { book, contract } = this.market(name);
    const best = present((side === "buy" ? book.asks : book.bids).best, "somebody to trade with");
    const ticks = Math.trunc((best.ticks * (side === "buy" ? 105 : 95)) / 100);
    return formatSteps(ticks, contract.pricePrecision);
  }

  lastTicks(name: PairName = "BTCUSDT"): number {
    return this.exchange.state.prices.last[this.pair(name).id - 1] ?? 0;
  }

  /** The open orders of a user on a pair. */
  openOrders(user: string, name: PairName): Order[] {
    const open = openOrdersOf(this.exchange.state.orders, {
      area: "spot",
      user: this.trader(user).user,
    });
    return [...open].filter(({ market: pair }) => pair === this.pair(name).id);
  }

  free(user: string, asset: string): bigint {
    const { ledger, catalogue } = this.exchange.state;
    const id = present(catalogue.assetsByName.get(asset), `the asset ${asset}`).id;
    return freeOf(ledger, "spot", this.trader(user).user, id);
  }
}

function fewestIn(books: readonly Book[]): number {
  let fewest = Number.POSITIVE_INFINITY;
  for (const { bids, asks } of books) {
    for (const ladder of [bids, asks]) fewest = Math.min(fewest, [...levelsOf(ladder)].length);
  }
  return fewest;
}
