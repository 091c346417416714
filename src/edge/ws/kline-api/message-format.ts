/** The messages of the kline-api: JSON compressed by gzip, in binary frames. STREAM-FAM-2. */
import { SERVER_PING, tickOf } from "../../../contract/streams/kline-api.ts";
import { writerAround, writerOf } from "../../../contract/writer.ts";
import type { Message, MessageFormat } from "../channel.ts";
import { gzipFrame } from "../socket/frame.ts";

/** There are no numbers by which a gap could be seen, so that nothing is kept. */
export const KLINE_API_FORMAT: MessageFormat = {
  keeps: false,
  snapshot: tickFrame,
  update: tickFrame,
};

/** What is told is written already, by its channel. */
const tickText = writerAround(tickOf({}), "tick");
const pingText = writerOf(SERVER_PING);

function tickFrame({ channel, timeMs: ts, data: tick }: Message): Buffer {
  return gzipFrame(tickText({ channel, ts, tick }));
}

/** Asks whether the client is there. Made once for all clients that are asked at a time. */
export class Heartbeat {
  readonly #seconds: () => number;
  #atMs = Number.NEGATIVE_INFINITY;
  #frame: Buffer = Buffer.alloc(0);

  constructor(seconds: () => number) {
    this.#seconds = seconds;
  }

  /** `nowMs` tells one time from another. */
  frameAt(nowMs: number): Buffer {
    if (nowMs !== this.#atMs) this.#frame = gzipFrame(pingText({ ping: this.#seconds() }));
    this.#atMs = nowMs;
    return this.#frame;
  }
}
