/**
 * One channel as its subscribers see it: where they stand, and what they know. They are told a message
 * only if it is the very next one, so what they have been told always adds up to what the server had at
 * that number. A subscriber that joins late is told all of it at once.
 */
import type { BourseError } from "../session/errors.ts";
import { type Fold, foldOf } from "./channel/fold.ts";
import { isEarlier, type Snapshot, type Update } from "./messages.ts";

/** Where a message stands: its number, and engine time. */
export interface At {
  readonly seq: string;
  readonly time: number;
}

/** What a subscriber is told. After `error` and `ended` the subscription is over. */
export interface ChannelListener<Told> {
  /** The whole state: it replaces what was told before. */
  snapshot(told: Told, at: At): void;
  update(told: Told, at: At): void;
  /** Something was missed, and a snapshot follows: `too_old`, `other_log`. */
  resync?: ((reason: string) => void) | undefined;
  error?: ((error: BourseError) => void) | undefined;
  /** Ended by the server: `delisted`. */
  ended?: ((reason: string) => void) | undefined;
}

export interface Subscriber {
  readonly listener: ChannelListener<unknown>;
  /** Whether the subscriber has been told anything: the first thing is a snapshot. */
  isTold: boolean;
}

interface Known {
  readonly told: unknown;
  readonly at: At;
  /** The log that the number belongs to. */
  readonly log: string;
}

/**
 * Not asked for on this connection; asked for and not answered; answered, and a snapshot is due; or the
 * next update is awaited.
 */
type Phase = "idle" | "asked" | "due" | "live";

const SUBSCRIBERS_MAX = 1_000;

export class FollowedChannel {
  readonly name: string;
  readonly #fold: Fold;
  readonly #subscribers = new Set<Subscriber>();
  #known: Known | undefined;
  #phase: Phase = "idle";
  /** A gap was found, and nothing has been told since. */
  #isMending = false;
  #requestId = 0;

  constructor(name: string) {
    this.name = name;
    this.#fold = foldOf(name);
  }

  /** The number of the last request for the channel on this connection; 0: there was none. */
  get requestId(): number {
    return this.#requestId;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0;
  }

  /** What a request carries to go on from there. */
  get place(): { from?: string; log?: string } {
    return this.#known ? { from: this.#known.at.seq, log: this.#known.log } : {};
  }

  add(listener: ChannelListener<unknown>): Subscriber {
    if (this.#subscribers.size >= SUBSCRIBERS_MAX) {
      throw new RangeError(`A channel has at most ${SUBSCRIBERS_MAX} subscriptions.`);
    }
    const subscriber = { listener, isTold: false };
    this.#subscribers.add(subscriber);
    if (this.#known) queueMicrotask(() => this.#catchUp(subscriber));
    return subscriber;
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** No subscriber is told anything any more. */
  clear(): void {
    this.#subscribers.clear();
  }

  /** A message may have been quicker. */
  #catchUp(subscriber: Subscriber): void {
    const known = this.#known;
    if (!known || subscriber.isTold) return;
    this.#tell(subscriber, ({ snapshot }) => snapshot(known.told, known.at));
  }

  asked(requestId: number): void {
    this.#requestId = requestId;
    this.#phase = "asked";
  }

  /** The connection is gone. */
  lost(): void {
    this.#requestId = 0;
    this.#phase = "idle";
  }

  /** True: a snapshot is due. */
  answered(isResumed: boolean): boolean {
    this.#phase = isResumed && this.#known ? "live" : "due";
    return this.#phase === "due";
  }

  /** The server cannot go on from there. False: no snapshot is due, so it must be asked for again. */
  resync(reason: string): boolean {
    if (this.#phase !== "due" && this.#phase !== "live") return true;
    const isDue = this.#phase === "due";
    if (!isDue) this.#phase = "idle";
    this.forget(reason);
    return isDue;
  }

  /** The known state is worth nothing any more; a snapshot will replace it. */
  forget(reason: string): void {
    if (!this.#known) return;
    this.#known = undefined;
    for (const subscriber of [...this.#subscribers]) {
      if (subscriber.isTold) this.#tell(subscriber, ({ resync }) => resync?.(reason));
    }
  }

  /** False: it is neither awaited nor news, and no subscriber is told. */
  takeSnapshot({ data, seq, time }: Snapshot, log: string): boolean {
    // One that was not asked for replaces what could not be told one by one.
    const isNews = this.#phase === "live" && !this.#isOld(seq);
    if (this.#phase !== "due" && !isNews) return false;
    this.forget("too_old");
    this.#phase = "live";
    this.#isMending = false;
    const at = { seq, time };
    this.#known = { told: data, at, log };
    for (const subscriber of [...this.#subscribers]) {
      this.#tell(subscriber, ({ snapshot }) => snapshot(data, at));
    }
    return true;
  }

  /** False: something is missing before the update, so the channel must be asked for again. */
  takeUpdate({ data, seq, prev, time }: Update, log: string): boolean {
    const known = this.#known;
    if (this.#phase !== "live" || !known) return true;
    if (prev !== known.at.seq) return this.#isOld(seq) || this.#missing();
    const at = { seq, time };
    const told = this.#fold(known.told, data);
    this.#known = { told, at, log };
    this.#isMending = false;
    for (const subscriber of [...this.#subscribers]) {
      if (subscriber.isTold) this.#tell(subscriber, ({ update }) => update(data, at));
      else this.#tell(subscriber, ({ snapshot }) => snapshot(told, at));
    }
    return true;
  }

  #isOld(seq: string): boolean {
    return this.#known !== undefined && !isEarlier(this.#known.at.seq, seq);
  }

  /** Updates that are missing even after a request for them cannot be had. */
  #missing(): false {
    this.#phase = "idle";
    if (this.#isMending) this.forget("too_old");
    this.#isMending = true;
    return false;
  }

  fail(error: BourseError): void {
    this.#tellLast((listener) => listener.error?.(error));
  }

  end(reason: string): void {
    this.#tellLast((listener) => listener.ended?.(reason));
  }

  #tellLast(say: (listener: ChannelListener<unknown>) => void): void {
    const last = [...this.#subscribers];
    this.#subscribers.clear();
    for (const { listener } of last) guarded(() => say(listener));
  }

  /** One subscriber may have left while another was told. */
  #tell(subscriber: Subscriber, say: (listener: ChannelListener<unknown>) => void): void {
    if (!this.#subscribers.has(subscriber)) return;
    subscriber.isTold = true;
    guarded(() => say(subscriber.listener));
  }
}

/** A listener that throws is its owner's trouble: not the stream's, and not the other listeners'. */
export function guarded(call: () => void): void {
  try {
    call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
