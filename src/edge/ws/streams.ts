/**
 * The streams of an exchange: both dialects on one listener, fed by the sequencer's events and sent in
 * rounds. Nothing is made or sent that is not durable and checked: events come when they are, and while
 * the sequencer is broken nothing leaves. Rules STREAM-DUR-1, STREAM-LOGIN-2, STREAM-BAN-1.
 */

import type { CloseReason } from "../../contract/streams/closings.ts";
import { blockOf } from "../../core/base/address.ts";
import type { Timer } from "../../core/base/timer.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { type Exchange, engineTimeOf } from "../../runtime/replica/submission.ts";
import { Arrivals } from "./arrivals.ts";
import type { Moment } from "./channel.ts";
import { Channels } from "./channels.ts";
import type { Dialect } from "./dialect.ts";
import { Feed } from "./feed.ts";
import { KeptBytes } from "./kept-updates.ts";
import { Markets, type MarketWords } from "./markets.ts";
import type { MessageFaults } from "./message-fault.ts";
import type { Seq } from "./seq.ts";
import { STREAM_LIMITS, type StreamLimits } from "./socket/limits.ts";
import { Rounds } from "./socket/rounds.ts";
import {
  type Greet,
  type NotTaken,
  StreamApi,
  type StreamMeter,
  type Upgrade,
} from "./socket/stream-api.ts";

/** Takes everything that happens to users. */
export interface UserEventSink {
  /** Every event with its place in the log. */
  fold(event: ExchangeEvent, seq: Seq): void;
  /** Every second: prices move, interest accrues. */
  second(): void;
}

export interface StreamsOptions {
  readonly exchange: Exchange;
  readonly words: MarketWords;
  readonly userEvents: UserEventSink;
  readonly dialects: readonly Dialect[];
  /** The applied state may not be shown: it did not add up. */
  readonly isSilent: () => boolean;
  readonly isBanned?: ((address: string) => boolean) | undefined;
  readonly hasLimits: boolean;
  readonly limits?: StreamLimits;
  readonly meter?: StreamMeter | undefined;
  readonly report: (error: unknown) => void;
  readonly clockwork: Clockwork;
  /** STREAM-RESUME-6: how many events are kept for clients of other processes; 0 where there are none. */
  readonly recentMax?: number | undefined;
  /** SANDBOX-FAULT-9: for a sandbox. */
  readonly faults?: MessageFaults | undefined;
}

export interface Clockwork {
  /** In ms, of a clock that only goes on. */
  readonly now: () => number;
  readonly timer: Timer;
  readonly makeWay: (goOn: () => void) => void;
}

const SECOND_MS = 1_000;

export class Streams {
  readonly #options: StreamsOptions;
  readonly #limits: StreamLimits;
  readonly #feed: Feed;
  readonly #rounds: Rounds;
  readonly #arrivals = new Arrivals(
    () => this.#moment(),
    () => this.#rounds.wake(),
  );
  /** The channels of each dialect, in the order in which they are served next. */
  readonly #paths: Channels[] = [];
  readonly #api: StreamApi;
  /** The work of the next beat: as many acts as a batch has commands. */
  #acts: (() => void)[] = [];
  #callOff: () => void = () => undefined;
  #pingedAtMs: number;
  #isClosed = false;

  constructor(options: StreamsOptions) {
    const { exchange, clockwork, limits = STREAM_LIMITS } = options;
    this.#options = options;
    this.#limits = limits;
    this.#feed = new Feed(() => exchange.state.position, options.recentMax);
    this.#rounds = new Rounds({
      ...clockwork,
      isSilent: options.isSilent,
      make: (isTimeUp) => this.#make(isTimeUp),
      hasWork: () => this.#hasWork,
      worked: (ms) => options.meter?.worked(ms),
    });
    this.#api = this.#openApi();
    this.#pingedAtMs = clockwork.now();
    exchange.onEvent((event) => this.#fold(event));
    this.#tick();
  }

  #openApi(): StreamApi {
    const { exchange, words, clockwork, meter, report } = this.#options;
    const { now } = clockwork;
    const bytes = new KeptBytes();
    const wake = () => this.#rounds.wake();
    const given = this.#options.faults;
    const faults = given && { ...clockwork, faults: given, bytesMax: this.#limits.unsentBytes };
    const shared = {
      arrivals: this.#arrivals,
      feed: this.#feed,
      markets: new Markets(exchange, words),
      now,
      report,
      subscriptionsMax: this.#limits.subscriptions,
      callsMax: this.#limits.calls,
      isClosing: () => this.#isClosed,
    };
    const dialects = new Map<string, Greet>();
    for (const { path, format, greet } of this.#options.dialects) {
      const channels = new Channels({ format, moment: () => this.#moment(), wake, bytes, faults });
      this.#paths.push(channels);
      dialects.set(path, greet({ ...shared, channels }));
    }
    const { isBanned, hasLimits } = this.#options;
    return new StreamApi({
      dialects,
      rounds: this.#rounds,
      now,
      isBanned,
      hasLimits,
      meter,
      limits: this.#limits,
    });
  }

  #moment(): Moment {
    const { exchange, clockwork } = this.#options;
    const { position } = exchange.state;
    return { nowMs: clockwork.now(), position, timeMs: engineTimeOf(exchange) };
  }

  /** A failure here must not stop the exchange: all clients start anew. */
  #fold(event: ExchangeEvent): void {
    if (this.#isClosed) return;
    try {
      const seq = this.#feed.fold(event);
      this.#options.userEvents.fold(event, seq);
      if (event.type === "KeyChanged" && event.isRevoked) this.#revoke(event.id);
      if (event.type === "AddressBanned") this.#ban(event.block);
    } catch (error) {
      this.#options.report(error);
      this.#later(() => this.#startAnew());
    }
  }

  /** STREAM-LOGIN-2 */
  #revoke(key: number): void {
    this.#later(() => {
      for (const connection of this.#api.connections) {
        if (connection.peer?.member?.key === key) connection.close("key_revoked");
      }
    });
  }

  /** STREAM-BAN-1 */
  #ban(block: string): void {
    if (!this.#options.isBanned) return;
    this.#later(() => {
      for (const connection of this.#api.connections) {
        if (blockOf(connection.address) === block) connection.close("banned");
      }
    });
  }

  /** STREAM-DUR-1: at the next beat, when the batch has been looked at. */
  #later(act: () => void): void {
    this.#acts.push(act);
    this.#rounds.wake();
  }

  #startAnew(): void {
    this.#api.closeAll("anew");
    for (const channels of this.#paths) channels.closeAll();
  }

  get #hasWork(): boolean {
    if (this.#acts.length > 0 || this.#arrivals.isWaiting) return true;
    return this.#paths.some(({ isMarked }) => isMarked);
  }

  #make(isTimeUp: () => boolean): boolean {
    for (const act of this.#acts.splice(0)) act();
    const now = this.#moment();
    this.#arrivals.turn(now);
    this.#paths.reverse();
    return this.#paths.every((channels) => channels.turn(now, isTimeUp));
  }

  #tick(): void {
    const { clockwork } = this.#options;
    this.#callOff = clockwork.timer(SECOND_MS, () => {
      this.#feed.second();
      this.#options.userEvents.second();
      const nowMs = clockwork.now();
      if (nowMs - this.#pingedAtMs >= this.#limits.pingMs) {
        this.#pingedAtMs = nowMs;
        this.#api.beat();
        for (const channels of this.#paths) channels.forgetIdle(nowMs);
      }
      this.#tick();
    });
  }

  /** A client that comes after the close would never be told so. */
  take(upgrade: Upgrade): NotTaken | undefined {
    return this.#isClosed ? "closed" : this.#api.take(upgrade);
  }

  /** How many clients there are, and the longest that sending held the loop. */
  get figures(): { readonly connections: number; readonly longestMs: number } {
    return { connections: this.#api.connections.size, longestMs: this.#rounds.longestMs };
  }

  /** STREAM-ORDER-7: before a stop, so that calls are answered whose outcome is known soon. */
  async settle(patienceMs: number): Promise<void> {
    let callOff: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      callOff = this.#options.clockwork.timer(patienceMs, resolve);
    });
    await Promise.race([this.#api.idle(), patience]);
    callOff();
  }

  close(closing: Extract<CloseReason, "stopping" | "anew">): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#callOff();
    this.#api.closeAll(closing);
    this.#rounds.close();
    for (const channels of this.#paths) channels.closeAll();
  }
}
