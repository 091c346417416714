/**
 * The streams over the real engine, on a clock that moves only when told and wires that end in a list:
 * what a client of `/ws` says and hears, without a socket. A frame is read as a client would read it.
 */

import { Refusal } from "../../src/contract/refusal.ts";
import { MARKET_WORDS } from "../../src/edge/public/streams-of.ts";
import { Arrivals } from "../../src/edge/ws/arrivals.ts";
import { Channels } from "../../src/edge/ws/channels.ts";
import { Feed } from "../../src/edge/ws/feed.ts";
import type { KeptBytes } from "../../src/edge/ws/kept-updates.ts";
import { LogName } from "../../src/edge/ws/log-name.ts";
import { Markets } from "../../src/edge/ws/markets.ts";
import type { MessageFaults } from "../../src/edge/ws/message-fault.ts";
import type { CallOrder } from "../../src/edge/ws/own/calls.ts";
import { OWN_FORMAT } from "../../src/edge/ws/own/message-format.ts";
import { OwnPeer, type OwnTools } from "../../src/edge/ws/own/own-peer.ts";
import { publicTopicNamed } from "../../src/edge/ws/own/public-topics.ts";
import type { PrivateStreams } from "../../src/edge/ws/private/private-streams.ts";
import { Connection } from "../../src/edge/ws/socket/connection.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { Rounds } from "../../src/edge/ws/socket/rounds.ts";
import { type Exchange, engineTimeOf } from "../../src/runtime/replica/submission.ts";
import { VirtualTime } from "./virtual-time.ts";
import "./judged-apis.ts";

export interface Heard {
  readonly type: string;
  readonly channel?: string;
  readonly seq?: string;
  readonly prev?: string;
  readonly [field: string]: unknown;
}

export interface StreamDeskOptions {
  readonly bytes?: KeptBytes;
  readonly channelsMax?: number;
  readonly subscriptionsMax?: number;
  readonly callsMax?: number;
  /** Without them no client logs in, and no call is taken. */
  readonly login?: OwnTools["login"];
  readonly callOrder?: CallOrder;
  readonly cancels?: OwnTools["cancels"];
  readonly isClosing?: () => boolean;
  readonly faults?: MessageFaults;
  readonly log?: LogName;
  /** So many events are kept for clients of other processes. */
  readonly recentMax?: number;
  /** Without them there are no private channels. */
  readonly members?: PrivateStreams;
}

function noLogin(): never {
  throw new Refusal("REJECTED_CH_KEY");
}

function noCall(): never {
  throw new Refusal("DISCONNECTED");
}

const NO_CANCELS = { wishOf: noLogin, run: () => undefined };

export class StreamDesk {
  readonly time = new VirtualTime(0);
  readonly feed: Feed;
  readonly channels: Channels;
  readonly arrivals: Arrivals;
  isSilent = false;
  readonly #rounds: Rounds;
  readonly #tools: OwnTools;

  constructor(exchange: Exchange, options: StreamDeskOptions = {}) {
    const { bytes, channelsMax, subscriptionsMax = STREAM_LIMITS.subscriptions } = options;
    const { callsMax = STREAM_LIMITS.calls, login = noLogin, callOrder = noCall } = options;
    const { cancels = NO_CANCELS, isClosing = () => false, faults } = options;
    const { log = new LogName(() => ["the-"], "log"), recentMax, members } = options;
    const now = () => this.time.monotonicMs();
    this.feed = new Feed(() => exchange.state.position, recentMax);
    exchange.onEvent((event) => {
      const seq = this.feed.fold(event);
      members?.fold(event, seq);
    });
    const moment = () => ({
      nowMs: now(),
      position: exchange.state.position,
      timeMs: engineTimeOf(exchange),
    });
    const wake = () => this.#rounds.wake();
    this.arrivals = new Arrivals(moment, wake);
    this.channels = new Channels({
      format: OWN_FORMAT,
      moment,
      wake,
      ...(bytes && { bytes }),
      ...(channelsMax && { countMax: channelsMax }),
      faults: faults && {
        faults,
        now,
        timer: this.time.timer,
        bytesMax: STREAM_LIMITS.unsentBytes,
      },
    });
    this.#rounds = new Rounds({
      now,
      timer: this.time.timer,
      makeWay: (goOn) => goOn(),
      isSilent: () => this.isSilent,
      make: (isTimeUp) => {
        this.arrivals.turn(moment());
        return this.channels.turn(moment(), isTimeUp);
      },
      hasWork: () => this.channels.isMarked || this.arrivals.isWaiting,
    });
    const markets = new Markets(exchange, MARKET_WORDS);
    const tools = { feed: this.feed, markets };
    this.#tools = {
      channels: this.channels,
      log,
      arrivals: this.arrivals,
      now,
      subscriptionsMax,
      callsMax,
      callOrder,
      cancels,
      isClosing,
      isTalkative: false,
      engineNow: () => engineTimeOf(exchange),
      publicTopic: (name) => publicTopicNamed(name, tools),
      privateTopic: (name, user) => members?.topicNamed(name, user, this.feed.recent),
      login,
      report: (error) => {
        throw error;
      },
    };
  }

  connect(): StreamDeskClient {
    return new StreamDeskClient(this.#rounds, this.#tools, () => this.time.monotonicMs());
  }

  /** Lets time go on, and with it what is due. */
  wait(ms: number): Promise<void> {
    return this.time.pass(ms);
  }
}

export class StreamDeskClient {
  readonly connection: Connection;
  readonly #peer: OwnPeer;
  readonly #heard: Heard[] = [];
  /** Every message as it was written. */
  readonly texts: string[] = [];
  /** Told of every message. */
  onText: ((text: string) => void) | undefined;
  closedWith: number | undefined;
  isCut = false;

  constructor(rounds: Rounds, tools: OwnTools, now: () => number) {
    const wire = {
      writableLength: 0,
      write: (bytes: Buffer | string) => {
        const texts = [...textsIn(Buffer.from(bytes as string, "latin1"))];
        this.texts.push(...texts);
        for (const text of texts) this.onText?.(text);
        this.#heard.push(...texts.map((text) => JSON.parse(text) as Heard));
      },
      close: (code: number) => {
        this.closedWith = code;
      },
      cut: () => {
        this.isCut = true;
      },
    };
    const onEnd = () => undefined;
    this.connection = new Connection({
      wire,
      rounds,
      limits: STREAM_LIMITS,
      address: "127.0.0.1",
      nowMs: now(),
      onEnd,
    });
    this.#peer = new OwnPeer(this.connection, tools);
    this.connection.peer = this.#peer;
  }

  say(message: unknown): void {
    this.#peer.hear(typeof message === "string" ? message : JSON.stringify(message));
  }

  subscribe(channel: string, resume: { from?: string; log?: string } = {}): void {
    this.say({ op: "subscribe", channel, ...resume });
  }

  /** What was heard since it was last asked. */
  take(): Heard[] {
    this.connection.flush();
    return this.#heard.splice(0);
  }
}

/** The texts of the frames in some bytes: heads of 2, 4 or 10 bytes, nothing masked. */
export function* textsIn(bytes: Buffer): Iterable<string> {
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt8(at + 1);
    const headBytes = short < 126 ? 2 : short === 126 ? 4 : 10;
    const length =
      short < 126
        ? short
        : short === 126
          ? bytes.readUInt16BE(at + 2)
          : Number(bytes.readBigUInt64BE(at + 2));
    if (bytes.readUInt8(at) === 0x81)
      yield bytes.toString("utf8", at + headBytes, at + headBytes + length);
    at += headBytes + length;
  }
}
