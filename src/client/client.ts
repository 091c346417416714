/**
 * The typed client of the service, for Node and for browsers: `import { BourseClient } from
 * "bourse/client"`. One method for each endpoint, money as exact decimal text, requests signed at the
 * server's time, orders placed once whatever becomes of the replies. docs/client.md tells how to use it.
 */
import { Futures } from "./api/futures.ts";
import { Margin } from "./api/margin.ts";
import { Spot } from "./api/spot.ts";
import { Wallet } from "./api/wallet.ts";
import type { ClientOptions } from "./session/options.ts";
import { Session } from "./session/session.ts";
import { BourseStream } from "./stream/stream.ts";
import type { StreamOptions } from "./stream/stream-options.ts";

export type * from "./api/futures-account-words.ts";
export type * from "./api/futures-words.ts";
export type * from "./api/market-words.ts";
export type * from "./api/pair-words.ts";
export type { AddressList } from "./session/addresses.ts";
export type { CodeName } from "./session/codes.ts";
export { BourseError, type ErrorKind, OutcomeUnknown } from "./session/errors.ts";
export type { ClientOptions } from "./session/options.ts";
export type { Fetch, FetchInit, FetchReply, Sleep } from "./session/transport.ts";
export type * from "./stream/channel/channels.ts";
export type { RowChannel, RowOf } from "./stream/channel/rows.ts";
export type { CancelNames } from "./stream/disconnect-wish.ts";
export { followDepth, followRows, type OtherNews } from "./stream/follow.ts";
export type { At, ChannelListener } from "./stream/followed-channel.ts";
export { BourseStream, type StreamStatus } from "./stream/stream.ts";
export type {
  StreamOptions,
  StreamSocket,
  StreamTimer as Alarm,
  WebSocketClass,
} from "./stream/stream-options.ts";
export type { Subscription } from "./stream/subscriptions.ts";

/** Where orders are placed and cancelled. */
export interface Trading {
  readonly spot: Spot;
  readonly margin: Margin;
  readonly futures: Futures;
}

export class BourseClient {
  readonly spot: Spot;
  readonly margin: Margin;
  readonly futures: Futures;
  readonly wallet: Wallet;
  readonly #options: ClientOptions;
  readonly #session: Session;
  readonly #streams = new WeakSet<BourseStream>();

  constructor(options: ClientOptions) {
    const session = new Session(options);
    this.#options = options;
    this.#session = session;
    this.spot = new Spot(session);
    this.margin = new Margin(session);
    this.futures = new Futures(session);
    this.wallet = new Wallet(session);
  }

  /** The streams of the same service, as the same user. It connects when something is subscribed to. */
  stream(options: StreamOptions = {}): BourseStream {
    const { apiKey, secret } = this.#options;
    const { clock, now, windowMs: recvWindow } = this.#session;
    const addresses = this.#session.addresses.copy();
    const hasKey = apiKey !== undefined && secret !== undefined;
    const credentials = hasKey ? { apiKey, secret } : undefined;
    const origin = { addresses, credentials, clock, recvWindow };
    const stream = new BourseStream(origin, { now, ...options });
    this.#streams.add(stream);
    return stream;
  }

  /**
   * The same methods, whose orders and cancels go over a stream of this client; all else goes over HTTP. What
   * is promised about lost replies holds as well.
   */
  over(stream: BourseStream): Trading {
    if (!this.#streams.has(stream)) {
      throw new TypeError("The stream was made by another client, and would log in with its key.");
    }
    const session = this.#session.over((request) => stream.carry(request));
    return {
      spot: new Spot(session),
      margin: new Margin(session),
      futures: new Futures(session),
    };
  }
}
