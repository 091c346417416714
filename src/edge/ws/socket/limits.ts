/** The bounds of streams: what one client may have, what is kept for clients that come back, and the pace. */

export const STREAM_LIMITS = {
  /** STREAM-LIMIT-1: of one address, or of one /64 of IPv6. */
  connectionsPerAddress: 1_000,
  /** STREAM-LIMIT-2: new connections of an address. */
  opening: { count: 1_000, perMs: 10_000 },
  /** STREAM-LIMIT-3 */
  subscriptions: 200,
  /** STREAM-LIMIT-4: a request is a few dozen bytes, the longest batch of orders below three thousand. */
  messageBytes: 4_096,
  /** STREAM-LIMIT-5: messages, pings and pongs of a connection. */
  messages: { count: 200, perMs: 2_000 },
  /** STREAM-LIMIT-7: the same of an address, over all of its connections. */
  messagesPerAddress: { count: 10_000, perMs: 2_000 },
  /** STREAM-ORDER-6: of a connection, under way at a time. */
  calls: 64,
  /** STREAM-SLOW-1: made for a client, and not taken by it. */
  unsentBytes: 1_048_576,
  /** STREAM-SLOW-2: what a client has asked for and not taken, */
  owedBytes: 32 * 1_048_576,
  /** in frames, */
  owedFrames: 20_000,
  /** and all clients together. */
  owedBytesInAll: 256 * 1_048_576,
  /** STREAM-PING-1 */
  pingMs: 10_000,
  silenceMs: 30_000,
} as const;

export type StreamLimits = { readonly [K in keyof typeof STREAM_LIMITS]: Widened<K> };
type Widened<K extends keyof typeof STREAM_LIMITS> = (typeof STREAM_LIMITS)[K] extends number
  ? number
  : { readonly count: number; readonly perMs: number };

/** STREAM-RESUME-1: of a channel. */
export const KEPT_UPDATES_MAX = 10_000;
/** STREAM-RESUME-2: of all channels together; a channel that wants more gives up its oldest. */
export const KEPT_BYTES_MAX = 128 * 1024 * 1024;
/** STREAM-RESUME-3: a channel without listeners is kept for clients that lost their connection. */
export const IDLE_CHANNEL_MS = 300_000;
/** STREAM-RESUME-6: the events of all users and markets that are kept for clients of other processes; some 35 MB. */
export const RECENT_EVENTS_MAX = 100_000;
/** STREAM-RESUME-6: those of a channel that are written anew for one client: some 20 ms of work. */
export const REWRITTEN_EVENTS_MAX = 10_000;
/** STREAM-RESUME-7: so long a client waits for this process to come to where it was. */
export const ARRIVAL_MS = 2_000;
/** No client resumes a channel whose updates are not kept, but it is not made anew for each client. */
export const UNKEPT_CHANNEL_MS = 10_000;
/** STREAM-LIMIT-6: of one address path, those without listeners included. */
export const CHANNELS_MAX = 8_192;
