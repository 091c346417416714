/** The messages of the kline-api: JSON compressed by gzip, in binary frames. STREAM-FAM-2. */
import type { Message, MessageFormat } from "../channel.ts";
import { gzipFrame } from "../frame.ts";

/** There are no numbers by which a gap could be seen, so that nothing is kept. */
export const KLINE_API_FORMAT: MessageFormat = {
  keeps: false,
  snapshot: tickFrame,
  update: tickFrame,
};

function tickFrame({ channel, timeMs, data }: Message): Buffer {
  return gzipFrame(`{"channel":"${channel}","ts":${timeMs},"tick":${data}}`);
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
    if (nowMs !== this.#atMs) this.#frame = gzipFrame(`{"ping":${this.#seconds()}}`);
    this.#atMs = nowMs;
    return this.#frame;
  }
}
