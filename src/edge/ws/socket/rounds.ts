/**
 * When things are sent: a beat every 5 ms while there is something to send. In a beat what is due is
 * made, then a part of the clients have their turn, and each of them gets all that waits for it in one
 * write. When few clients wait, every client has its turn in every beat; the more wait, the longer the
 * round, up to 100 ms, so that the writes of a second stay within bounds and no beat holds the loop for
 * long. A client that has nothing to get makes no round longer. Rules STREAM-PACE-1, STREAM-PACE-2.
 */
import type { Timer } from "../../../core/base/timer.ts";
import { JoinedFrames } from "./joined-frames.ts";

export const BEAT_MS = 5;
/** After so long a beat makes way for others, and goes on behind them. */
export const BEAT_WORK_MS = 2;
/** How many clients' turn it is in a beat, as long as the round is shorter than the longest. */
const CLIENTS_PER_BEAT = 50;
/** In beats. Every length divides the longest, so that each client keeps its place. */
const ROUND_LENGTHS = [1, 2, 4, 5, 10, 20] as const;
const PLACES = 20;

/** A client to which things are sent. */
export interface Client {
  /** 0 to 19: when in a round it is its turn. */
  readonly place: number;
  /** Sends what waits. */
  flush(): void;
}

export interface RoundsOptions {
  readonly now: () => number;
  readonly timer: Timer;
  /** Lets other work of the loop go first, then comes back. */
  readonly makeWay: (goOn: () => void) => void;
  /** Makes what is due; false when it was not done in time. */
  readonly make: (isTimeUp: () => boolean) => boolean;
  /** Whether something waits to be made. */
  readonly hasWork: () => boolean;
  /** STREAM-DUR-1: nothing may be made or sent any more. */
  readonly isSilent: () => boolean;
  /** Called with how long each turn held the loop. */
  readonly worked?: ((ms: number) => void) | undefined;
}

export class Rounds {
  readonly #options: RoundsOptions;
  readonly #waiting = Array.from({ length: PLACES }, () => new Set<Client>());
  /** The clients whose turn it is in this beat. */
  #turn: Client[] = [];
  #beat = 0;
  #places = 0;
  #callOff: (() => void) | undefined;
  #isClosed = false;
  readonly #joined = new JoinedFrames();
  #isSending = false;
  /** The longest that sending held the loop. */
  longestMs = 0;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  /** A place for a new client. */
  enter(): number {
    this.#places = (this.#places + 1) % PLACES;
    return this.#places;
  }

  leave(client: Client): void {
    this.#waiting[client.place]?.delete(client);
  }

  /** Something waits for a client. */
  wait(client: Client): void {
    this.#waiting[client.place]?.add(client);
    this.wake();
  }

  /** STREAM-DUR-1 */
  get isSilent(): boolean {
    return this.#options.isSilent();
  }

  /** There is something to make or to send. */
  wake(): void {
    if (this.#callOff || this.#isClosed) return;
    this.#callOff = this.#options.timer(BEAT_MS, () => this.#onBeat());
  }

  /** STREAM-PACE-2: how many beats a round has for the clients that wait. */
  get length(): number {
    const waiting = this.#waiting.reduce((sum, { size }) => sum + size, 0);
    return ROUND_LENGTHS.find((length) => waiting <= length * CLIENTS_PER_BEAT) ?? PLACES;
  }

  #onBeat(): void {
    if (this.isSilent) return;
    this.#beat++;
    this.#goOn((isTimeUp) => {
      const isMade = this.#options.make(isTimeUp);
      this.#gather();
      return isMade && this.#send(isTimeUp);
    });
  }

  /** The clients whose turn it is in this beat, and for which something waits. */
  #gather(): void {
    const { length } = this;
    for (let place = this.#beat % length; place < PLACES; place += length) {
      const waiting = this.#waiting[place] as Set<Client>;
      this.#turn.push(...waiting);
      waiting.clear();
    }
  }

  #send(isTimeUp: () => boolean): boolean {
    this.#isSending = true;
    try {
      while (this.#turn.length > 0 && !isTimeUp()) this.#turn.pop()?.flush();
    } finally {
      this.#isSending = false;
    }
    const isOver = this.#turn.length === 0;
    if (isOver) this.#joined.forget();
    return isOver;
  }

  /** Frames for one write, joined once for all clients of a beat that wait for the same. */
  join(frames: readonly Buffer[], length: number): Buffer {
    return this.#isSending ? this.#joined.join(frames, length) : Buffer.concat(frames, length);
  }

  /** Works for a while; what is left to send is sent behind others, and then the beat is over. */
  #goOn(work: (isTimeUp: () => boolean) => boolean): void {
    if (this.#isClosed || this.isSilent) return;
    if (!this.#work(work)) {
      this.#options.makeWay(() => this.#goOn((isTimeUp) => this.#send(isTimeUp)));
      return;
    }
    this.#callOff = undefined;
    const isWaiting = this.#waiting.some(({ size }) => size > 0);
    if (isWaiting || this.#options.hasWork()) this.wake();
  }

  #work(work: (isTimeUp: () => boolean) => boolean): boolean {
    const { now, worked } = this.#options;
    const startedAtMs = now();
    const isOver = work(() => now() - startedAtMs >= BEAT_WORK_MS);
    const tookMs = now() - startedAtMs;
    this.longestMs = Math.max(this.longestMs, tookMs);
    worked?.(tookMs);
    return isOver;
  }

  close(): void {
    this.#isClosed = true;
    this.#callOff?.();
    this.#turn = [];
    for (const waiting of this.#waiting) waiting.clear();
  }
}
