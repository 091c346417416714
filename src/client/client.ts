/**
 * The typed client of the service, for Node and for browsers: `import { BourseClient } from
 * "bourse/client"`. One method for each endpoint, money as exact decimal text, requests signed at the
 * server's time, orders placed once whatever becomes of the replies. docs/client.md tells how to use it.
 */
import { Futures } from "./api/futures.ts";
import { Margin } from "./api/margin.ts";
import { Spot } from "./api/spot.ts";
import { Wallet } from "./api/wallet.ts";
import type { ClientOptions } from "./wire/options.ts";
import { Session } from "./wire/session.ts";

export type * from "./api/futures-account-words.ts";
export type * from "./api/futures-words.ts";
export type * from "./api/market-words.ts";
export type * from "./api/pair-words.ts";
export { BourseError, type CodeName, type ErrorKind, OutcomeUnknown } from "./wire/errors.ts";
export type { ClientOptions } from "./wire/options.ts";
export type { Fetch, FetchInit, FetchReply, Sleep } from "./wire/transport.ts";

export class BourseClient {
  readonly spot: Spot;
  readonly margin: Margin;
  readonly futures: Futures;
  readonly wallet: Wallet;

  constructor(options: ClientOptions) {
    const session = new Session(options);
    this.spot = new Spot(session);
    this.margin = new Margin(session);
    this.futures = new Futures(session);
    this.wallet = new Wallet(session);
  }
}
