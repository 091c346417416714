/** A dialect of streams on a path of its own, and what it needs of the streams. */
import type { Arrivals } from "./arrivals.ts";
import type { MessageFormat } from "./channel.ts";
import type { Channels } from "./channels.ts";
import type { Feed } from "./feed.ts";
import type { Markets } from "./markets.ts";
import type { Greet } from "./socket/stream-api.ts";

export interface Dialect {
  readonly path: string;
  readonly format: MessageFormat;
  greet(tools: DialectTools): Greet;
}

export interface DialectTools {
  readonly channels: Channels;
  readonly arrivals: Arrivals;
  readonly feed: Feed;
  readonly markets: Markets;
  readonly subscriptionsMax: number;
  readonly callsMax: number;
  /** Whether all streams are being closed. */
  readonly isClosing: () => boolean;
  /** In ms, of a clock that only goes on. */
  readonly now: () => number;
  /** Takes errors that are no refusal: our own failures. */
  readonly report: (error: unknown) => void;
}
