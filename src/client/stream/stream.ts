/**
 * The live side of the client: one connection to `/ws` for all subscriptions, made when there is one.
 * Lost, it is made again, after a little while and then after longer ones, and every channel goes on
 * where it stood. Where there are several addresses the next try is at the next of them (CLIENT-ADDR-7). docs/streams.md is what is spoken, docs/client.md tells how to use it.
 */
import type { Addresses } from "../session/addresses.ts";
import { CODES } from "../session/codes.ts";
import { BourseError } from "../session/errors.ts";
import type { ServerClock } from "../session/server-clock.ts";
import type { CarriedRequest, WireReply } from "../session/transport.ts";
import { StreamCalls, unsent } from "./calls.ts";
import type { Channel, ChannelData } from "./channel/channels.ts";
import { Connection } from "./connection.ts";
import { type CancelNames, DisconnectWish } from "./disconnect-wish.ts";
import { type ChannelListener, guarded } from "./followed-channel.ts";
import type { Credentials } from "./login.ts";
import { delayBefore } from "./pace.ts";
import { meansOf, type StreamMeans, type StreamOptions, streamUrl } from "./stream-options.ts";
import { type Subscription, Subscriptions } from "./subscriptions.ts";

/** `waiting`: for the first subscription, or, after a loss, for the next try. */
export type StreamStatus = "connecting" | "open" | "waiting" | "closed";

/** What the stream gets from the client that makes it. */
export interface StreamOrigin {
  readonly addresses: Addresses;
  readonly credentials: Credentials | undefined;
  readonly clock: ServerClock;
  readonly recvWindow: number;
}

/** Why a connection ended, where it makes a difference. */
const OTHER_STATE = 4_001;
const KEY_REVOKED = 4_002;
const NO_WORD = 1_006;
/** A connection that lasted so long was a good one: the next loss is the first again. */
const GOOD_MS = 10_000;
const STATUS_LISTENERS_MAX = 1_000;

export class BourseStream {
  readonly #addresses: Addresses;
  readonly #means: StreamMeans;
  readonly #calls: StreamCalls;
  readonly #wish = new DisconnectWish();
  readonly #hasKey: boolean;
  readonly #subscriptions: Subscriptions;
  readonly #listeners = new Set<{ readonly tell: (status: StreamStatus) => void }>();
  #status: StreamStatus = "waiting";
  #connection: Connection | undefined;
  #cancelRetry: (() => void) | undefined;
  #triesInVain = 0;
  #openedMs: number | undefined;

  /** Made by `client.stream()`. */
  constructor(origin: StreamOrigin, options: StreamOptions) {
    const { addresses, credentials, clock, recvWindow } = origin;
    this.#addresses = addresses;
    this.#means = meansOf(options);
    this.#calls = new StreamCalls(this.#means.alarm);
    this.#hasKey = credentials !== undefined;
    const login = credentials && { credentials, clock, recvWindow };
    this.#subscriptions = new Subscriptions(login, this.#calls, this.#wish);
  }

  get status(): StreamStatus {
    return this.#status;
  }

  /** Told of every change until the returned function is called. */
  onStatus(tell: (status: StreamStatus) => void): () => void {
    if (this.#listeners.size >= STATUS_LISTENERS_MAX) {
      throw new RangeError(`A stream has at most ${STATUS_LISTENERS_MAX} status listeners.`);
    }
    const listener = { tell };
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Throws a `BourseError` for a private channel without a key, and beyond 200 channels. */
  subscribe<C extends Channel>(
    channel: C,
    listener: ChannelListener<ChannelData<C>>,
  ): Subscription {
    if (this.#status === "closed") throw new Error("The stream is closed.");
    const subscription = this.#subscriptions.add(channel, {
      snapshot: (told, at) => listener.snapshot(told as ChannelData<C>, at),
      update: (told, at) => listener.update(told as ChannelData<C>, at),
      resync: (reason) => listener.resync?.(reason),
      error: (error) => listener.error?.(error),
      ended: (reason) => listener.ended?.(reason),
    });
    if (!this.#connection && !this.#cancelRetry) this.#connect();
    return subscription;
  }

  /**
   * All open orders of the user in these markets are cancelled when a connection of this stream ends, also by
   * `close`. It takes the place of what was asked for before, and is asked for again after every loss. Ends
   * when the server has taken it.
   */
  async cancelOnDisconnect(names: CancelNames): Promise<void> {
    if (this.#status === "closed") throw new Error("The stream is closed.");
    if (!this.#hasKey) {
      throw new BourseError("Cancelling needs an apiKey and a secret.", { kind: "credentials" });
    }
    const taken = this.#wish.want(names);
    if (this.#connection) this.#subscriptions.flush();
    else if (!this.#cancelRetry) this.#connect();
    await taken;
  }

  /** For `client.over`: sends a request of the API once, after the login, and gives its reply. */
  carry(request: CarriedRequest): Promise<WireReply> {
    if (this.#status === "closed") return Promise.reject(unsent("the stream is closed"));
    const reply = this.#calls.add(request);
    if (this.#connection) this.#subscriptions.flush();
    else this.#connectNow();
    return reply;
  }

  /** Ends everything: nothing is told any more, and no timer and no connection is left. */
  close(): void {
    if (this.#status === "closed") return;
    this.#cancelRetry?.();
    this.#subscriptions.clear();
    this.#connection?.close();
    this.#connection = undefined;
    this.#become("closed");
    this.#listeners.clear();
  }

  /** An order does not wait for the next try: it fails as soon as this one does. */
  #connectNow(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#connect();
  }

  #connect(): void {
    try {
      const connection = new Connection(streamUrl(this.#addresses.first), this.#means, {
        opened: () => this.#opened(connection),
        reopened: () => this.#subscriptions.flush(),
        heard: (message) => this.#subscriptions.heard(message),
        lost: (code) => this.#lost(code),
      });
      this.#connection = connection;
      this.#become("connecting");
    } catch {
      this.#lost(NO_WORD);
    }
  }

  #opened(connection: Connection): void {
    this.#openedMs = this.#means.now();
    this.#become("open");
    if (this.#status === "open") this.#subscriptions.attach(connection);
  }

  #lost(code: number): void {
    const { now, alarm, random } = this.#means;
    const wasGood = this.#openedMs !== undefined && now() - this.#openedMs >= GOOD_MS;
    if (wasGood || code === OTHER_STATE) this.#triesInVain = 0;
    this.#openedMs = undefined;
    this.#connection = undefined;
    this.#addresses.failed(this.#addresses.first);
    // All addresses are tried before the pause grows.
    const rounds = Math.floor(this.#triesInVain++ / this.#addresses.count);
    // A subscriber that comes while others are told waits for the same try.
    this.#cancelRetry = alarm(delayBefore(rounds, random), () => this.#retry());
    this.#subscriptions.detach();
    this.#become("waiting");
    if (code === OTHER_STATE) this.#subscriptions.forget();
    if (code === KEY_REVOKED) this.#subscriptions.failPrivate(revoked());
  }

  #retry(): void {
    this.#cancelRetry = undefined;
    if (!this.#subscriptions.isEmpty) this.#connect();
  }

  #become(status: StreamStatus): void {
    if (this.#status === status || this.#status === "closed") return;
    this.#status = status;
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) guarded(() => listener.tell(status));
    }
  }
}

function revoked(): BourseError {
  const { code, kind } = CODES.REJECTED_CH_KEY;
  return new BourseError("The key of the login was revoked.", { code, kind });
}
