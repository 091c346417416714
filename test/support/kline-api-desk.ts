/**
 * `/kline-api/ws` over the real engine with the demo's markets, on a clock that moves only when
 * told and wires that end in a list. Messages are kept as text: figures are to be seen as they were sent.
 */

import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import type { Timer } from "../../src/core/base/timer.ts";
import type { Side } from "../../src/core/engine/orders/order.ts";
import { MARKET_WORDS } from "../../src/edge/public/streams-of.ts";
import { Arrivals } from "../../src/edge/ws/arrivals.ts";
import { Channels } from "../../src/edge/ws/channels.ts";
import { Feed } from "../../src/edge/ws/feed.ts";
import { KLINE_API } from "../../src/edge/ws/kline-api/kline-api-dialect.ts";
import { Markets } from "../../src/edge/ws/markets.ts";
import { Connection, type Peer } from "../../src/edge/ws/socket/connection.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { Rounds } from "../../src/edge/ws/socket/rounds.ts";
import type { Greet } from "../../src/edge/ws/socket/stream-api.ts";
import { engineTimeOf } from "../../src/runtime/replica/submission.ts";
import { MarketDesk } from "./market-desk.ts";
import { VirtualTime } from "./virtual-time.ts";
import "./judged-apis.ts";

/** The head of a binary frame: its kind, and in which byte the message begins. */
const BINARY = 0x82;

export interface KlineApiDeskOptions {
  readonly subscriptionsMax?: number;
  readonly channelsMax?: number;
}

export class KlineApiDesk {
  readonly market: MarketDesk;
  readonly time = new VirtualTime(0);
  readonly feed: Feed;
  readonly channels: Channels;
  readonly markets: Markets;
  readonly reports: unknown[] = [];
  readonly #rounds: Rounds;
  readonly #greet: Greet;
  #keepTime: () => void = () => undefined;

  static async open(options?: KlineApiDeskOptions): Promise<KlineApiDesk> {
    return new KlineApiDesk(await MarketDesk.provisioned(), options);
  }

  private constructor(market: MarketDesk, options: KlineApiDeskOptions = {}) {
    this.market = market;
    const { exchange } = market;
    const { subscriptionsMax = STREAM_LIMITS.subscriptions, channelsMax } = options;
    this.markets = new Markets(exchange, MARKET_WORDS);
    this.feed = new Feed(() => exchange.state.position);
    exchange.onEvent((event) => this.feed.fold(event));
    const now = () => this.time.monotonicMs();
    const moment = () => {
      const { position } = exchange.state;
      return { nowMs: now(), position, timeMs: engineTimeOf(exchange) };
    };
    this.channels = new Channels({
      format: KLINE_API.format,
      moment,
      wake: () => this.#rounds.wake(),
      ...(channelsMax === undefined ? {} : { countMax: channelsMax }),
    });
    this.#rounds = new Rounds({
      now,
      timer: this.#timer,
      makeWay: (goOn) => goOn(),
      isSilent: () => false,
      make: (isTimeUp) => this.channels.turn(moment(), isTimeUp),
      hasWork: () => this.channels.isMarked,
    });
    this.#greet = KLINE_API.greet({
      channels: this.channels,
      arrivals: new Arrivals(moment, () => undefined),
      feed: this.feed,
      markets: this.markets,
      subscriptionsMax,
      callsMax: 0,
      isClosing: () => false,
      now,
      report: (error) => this.reports.push(error),
    });
  }

  readonly #timer: Timer = (delayMs, ring) =>
    this.time.timer(delayMs, () => {
      this.#keepTime();
      ring();
    });

  connect(): KlineApiDeskClient {
    return new KlineApiDeskClient(this.#rounds, this.#greet);
  }

  /** Both clocks go on: that of the streams and engine time. */
  async wait(ms: number): Promise<void> {
    const { exchange } = this.market;
    const aheadMs = exchange.nowMs - this.time.monotonicMs();
    this.#keepTime = () => {
      exchange.nowMs = aheadMs + this.time.monotonicMs();
    };
    await this.time.pass(ms);
    this.#keepTime();
  }

  /** `desk.trade("0.5 @ 50000")`: demo1 buys it of demo2, or on a contract. */
  trade(words: string, contract?: string): void {
    this.order("demo2", `sell ${words}`, contract);
    this.order("demo1", `buy ${words}`, contract);
  }

  /** `desk.order("demo1", "sell 0.5 @ 50000")` */
  order(user: string, words: string, contract?: string): void {
    if (contract === undefined) this.market.order(user, words);
    else this.#contractOrder(user, words, contract);
  }

  #contractOrder(user: string, words: string, name: string): void {
    const { exchange } = this.market;
    const [side = "", quantity = "", , price = ""] = words.split(" ");
    const { id } = present(exchange.state.catalogue.contractsByName.get(name), name);
    const outcome = exchange.do({
      type: "PlaceFuturesOrder",
      ...this.market.trader(user),
      request: 0,
      contract: id,
      side: side as Side,
      kind: "limit",
      quantity,
      price,
      action: "open",
      mode: "cross",
      timeInForce: "gtc",
      clientId: "",
      trigger: "none",
      triggerPrice: "",
    });
    expect(outcome, words).toMatchObject({ ok: true });
  }
}

export class KlineApiDeskClient {
  readonly connection: Connection;
  readonly peer: Peer;
  closedWith: number | undefined;
  #heard: string[] = [];

  constructor(rounds: Rounds, greet: Greet) {
    const wire = {
      writableLength: 0,
      write: (bytes: Buffer) => this.#heard.push(...textsIn(bytes)),
      close: (code: number) => {
        this.closedWith = code;
      },
      cut: () => undefined,
    };
    const options = { wire, rounds, limits: STREAM_LIMITS, address: "127.0.0.1", nowMs: 0 };
    this.connection = new Connection({ ...options, onEnd: () => undefined });
    this.peer = greet(this.connection);
    this.connection.peer = this.peer;
  }

  say(message: unknown): void {
    this.peer.hear(typeof message === "string" ? message : JSON.stringify(message));
  }

  ask(event: "sub" | "unsub" | "req", channel: string, params: object = {}): void {
    this.say({ event, params: { channel, ...params } });
  }

  /** What was heard since it was last asked, as it was sent. */
  take(): string[] {
    this.connection.flush();
    return this.#heard.splice(0);
  }

  /** Only what channels told: each tick as it was sent. */
  takeTicks(): string[] {
    return this.take().flatMap((text) => /"tick":(.*)\}$/.exec(text)?.[1] ?? []);
  }
}

/** The messages in some bytes: heads of 2, 4 or 10 bytes, nothing masked, all of them binary. */
function* textsIn(bytes: Buffer): Iterable<string> {
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    const isTwoBytes = short === 126;
    const length = isTwoBytes ? bytes.readUInt16BE(at + 2) : short;
    const begin = at + (isTwoBytes ? 4 : 2);
    expect(bytes.readUInt8(at)).toBe(BINARY);
    expect(short).toBeLessThan(127);
    yield gunzipSync(bytes.subarray(begin, begin + length)).toString();
    at = begin + length;
  }
}
