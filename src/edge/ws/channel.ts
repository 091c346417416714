/**
 * A channel: its topic, its listeners, and what was told last. A message is made and framed once for all
 * listeners. A new listener gets what was told last and from then on what all listeners get, so that
 * the numbers go on without a gap. Rules STREAM-SEQ-1, STREAM-SEQ-2, STREAM-RESUME-1.
 */

import type { Written } from "../../contract/field.ts";
import type { CloseReason } from "../../contract/streams/closings.ts";
import { FaultyPaths, type FaultyPathTools, type FaultyUpdate } from "./faulty-path.ts";
import type { KeptBytes } from "./kept-updates.ts";
import { KeptUpdates } from "./kept-updates.ts";
import { type Missed, type MissedEvents, missedEvents, missedFrames } from "./missed.ts";
import { compareSeq, type Seq, seqAfter } from "./seq.ts";

/** What a channel tells. The topic remembers what it told last, and goes on from there when asked. */
export interface Topic {
  /** At most so often; 0 for events, each of which is told at the next beat. */
  readonly everyMs: number;
  /** The whole as it was told last; undefined when there is nothing to begin with. */
  told(): Written<unknown> | undefined;
  /** What happened since then; undefined when nothing did. Afterwards it has been told. */
  advance(): Advance | "over" | undefined;
  /** What happened after a place in the log, once all is told; undefined when that is not known any more. */
  since?(from: Seq): MissedEvents | undefined;
  /** The topic is not asked any more. */
  close(): void;
}

export interface Advance {
  readonly data: Written<unknown>;
  /** The last event in it, where it is made of events; else it is known up to the log's end. */
  readonly seq?: Seq;
  /** The message is the whole, in place of what was told before. */
  readonly isWhole?: boolean;
}

/** A client that listens to channels. */
export interface Listener {
  send(frame: Buffer): void;
  /** Sends frames that the listener has asked for. */
  owe(frames: readonly Buffer[]): void;
  /** The channel has ended. */
  over(channel: Channel): void;
  /** The user that it has logged in as; 0, or none, without a login. */
  readonly user?: number;
  readonly line?: ListenerLine;
}

/** A client's connection, as far as a sandbox's fault rules go (SANDBOX-FAULT-9). */
export interface ListenerLine {
  /** Stays open, and carries nothing any more, in either direction. */
  fallSilent(): void;
  /** Ends without a closing frame. */
  cut(): void;
  close(reason: CloseReason): void;
}

export interface Message {
  readonly channel: string;
  readonly seq: Seq;
  readonly timeMs: number;
  readonly data: Written<unknown>;
}

/** How a dialect writes messages. */
export interface MessageFormat {
  snapshot(message: Message): Buffer | undefined;
  update(message: Message & { readonly prev: Seq }): Buffer;
  /** Whether updates are kept for clients that come back. */
  readonly keeps: boolean;
}

/** When something is told: the clock that only goes on, the log's end and engine time. */
export interface Moment {
  readonly nowMs: number;
  readonly position: number;
  readonly timeMs: number;
}

export interface ChannelOptions {
  /** Tells the channel from those of other users. */
  readonly key: string;
  /** The name that clients use. */
  readonly name: string;
  readonly topic: Topic;
  readonly format: MessageFormat;
  readonly bytes: KeptBytes;
  readonly now: Moment;
  /** The number of what is told to the first listener. */
  readonly begin: Seq;
  /** SANDBOX-FAULT-9: for a sandbox. */
  readonly faults?: Omit<FaultyPathTools, "format"> | undefined;
}

export class Channel {
  readonly key: string;
  readonly name: string;
  readonly #topic: Topic;
  readonly #format: MessageFormat;
  readonly #listeners = new Set<Listener>();
  readonly #newcomers = new Set<Listener>();
  /** Listeners that came from another process, until the next update: what they were told last. */
  readonly #placed = new Map<Listener, Seq>();
  readonly #kept: KeptUpdates | undefined;
  readonly #faulty: FaultyPaths | undefined;
  #head: Seq;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #timeMs: number;
  /** The frame of what was told last, made when a listener needs it. */
  #snapshot: Buffer | undefined;
  /** When the last listener left. */
  idleSinceMs: number;

  constructor({ key, name, topic, format, bytes, now, begin, faults }: ChannelOptions) {
    this.key = key;
    this.name = name;
    this.#topic = topic;
    this.#format = format;
    this.#head = begin;
    this.#timeMs = now.timeMs;
    this.idleSinceMs = now.nowMs;
    this.#faulty = faults && new FaultyPaths({ ...faults, format });
    if (format.keeps) this.#kept = new KeptUpdates(this.#head, bytes);
  }

  /** Including those that wait for the snapshot. */
  get listeners(): number {
    return this.#listeners.size + this.#newcomers.size;
  }

  /** Whether the channel tells events, and not a state. */
  get isOfEvents(): boolean {
    return this.#topic.everyMs === 0;
  }

  get seq(): Seq {
    return this.#head;
  }

  isDue(nowMs: number): boolean {
    return nowMs - this.#toldAtMs >= this.#topic.everyMs;
  }

  /** Tells all listeners what happened since the last time; true when the channel has ended. */
  publish({ nowMs, position, timeMs }: Moment): boolean {
    this.#toldAtMs = nowMs; // Also when there is nothing to tell: a look has its price.
    const advance = this.#topic.advance();
    if (advance === "over") return true;
    if (advance) this.#tell(advance, position, timeMs);
    for (const listener of this.#newcomers) this.enter(listener);
    return false;
  }

  #tell(advance: Advance, position: number, timeMs: number): void {
    const prev = this.#head;
    this.#head = advance.seq ?? seqAfter(prev, position);
    this.#timeMs = timeMs;
    this.#snapshot = undefined;
    if (this.#listeners.size === 0 && !this.#kept) return;
    const message = { channel: this.name, seq: this.#head, timeMs, data: advance.data };
    if (advance.isWhole) this.#kept?.restart(this.#head);
    const frame = advance.isWhole
      ? this.#format.snapshot(message)
      : this.#format.update({ ...message, prev });
    if (!frame) return;
    if (advance.isWhole) {
      this.#placed.clear();
      for (const listener of this.#listeners) {
        this.#faulty?.forget(listener);
        listener.owe([frame]);
      }
      return;
    }
    this.#kept?.push(this.#head, frame);
    this.#send({ ...message, prev, frame });
  }

  #send(update: FaultyUpdate): void {
    const faulty = this.#faulty?.isClear === false ? this.#faulty : undefined;
    for (const listener of this.#listeners) {
      const own = this.#placed.size > 0 ? this.#ownOf(listener, update) : update;
      if (faulty) faulty.take(listener, own);
      else listener.send(own.frame);
    }
  }

  /** STREAM-RESUME-5: the first update of a listener from another process names what that told it last. */
  #ownOf(listener: Listener, update: FaultyUpdate): FaultyUpdate {
    const prev = this.#placed.get(listener);
    if (!prev) return update;
    this.#placed.delete(listener);
    return { ...update, prev, frame: this.#format.update({ ...update, prev }) };
  }

  /** STREAM-RESUME-1: what was sent after the last message that a client has; undefined when that is unknown. */
  keptSince(from: Seq): Missed | undefined {
    const frames = this.#kept?.after(from);
    return frames && missedFrames(frames, this.#head);
  }

  /** STREAM-RESUME-5: the same where it was another process that sent it; all is told here. */
  happenedSince(from: Seq): Missed | undefined {
    const events = this.#topic.since?.(from);
    const about = { channel: this.name, timeMs: this.#timeMs };
    return events && missedEvents(events, from, this.#format, about);
  }

  /** From now on, for a listener that knows what was told up to `at`. */
  join(listener: Listener, at = this.#head): void {
    this.#forget(listener);
    this.#newcomers.delete(listener);
    this.#listeners.add(listener);
    if (compareSeq(at, this.#head) !== 0) this.#placed.set(listener, at);
  }

  #forget(listener: Listener): void {
    this.#faulty?.forget(listener);
    this.#placed.delete(listener);
  }

  /** From now on, beginning with what was told last. */
  enter(listener: Listener): void {
    this.join(listener);
    listener.owe(this.#greeting());
  }

  /** After the next update: the listener is to hear of what has happened and is not told yet. */
  attend(listener: Listener): void {
    this.#forget(listener);
    this.#listeners.delete(listener);
    this.#newcomers.add(listener);
  }

  /** Made once for all listeners that come before the next update. */
  #greeting(): readonly Buffer[] {
    if (!this.#snapshot) {
      const data = this.#topic.told();
      const told = { channel: this.name, seq: this.#head, timeMs: this.#timeMs };
      this.#snapshot = data === undefined ? undefined : this.#format.snapshot({ ...told, data });
    }
    return this.#snapshot ? [this.#snapshot] : [];
  }

  leave(listener: Listener, nowMs: number): void {
    this.#forget(listener);
    if (this.#newcomers.delete(listener) || this.#listeners.delete(listener)) {
      this.idleSinceMs = nowMs;
    }
  }

  close(): void {
    this.#topic.close();
    this.#kept?.clear();
    const listeners = [...this.#listeners, ...this.#newcomers];
    this.#listeners.clear();
    this.#newcomers.clear();
    for (const listener of listeners) {
      this.#forget(listener);
      listener.over(this);
    }
  }
}
