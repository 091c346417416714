/**
 * The channels of one dialect that have listeners, or had some a while ago. What changed is marked, and
 * told when its time has come: a turn takes those that are due, as many as fit into its time. Bounded
 * (STREAM-LIMIT-6): a new channel takes the place of one without listeners.
 */
import { Channel, type Listener, type MessageFormat, type Moment, type Topic } from "./channel.ts";
import type { FaultyPathTools } from "./faulty-path.ts";
import { KeptBytes } from "./kept-updates.ts";
import type { Missed } from "./missed.ts";
import { compareSeq, type Seq, seqAfter } from "./seq.ts";
import { CHANNELS_MAX, IDLE_CHANNEL_MS, UNKEPT_CHANNEL_MS } from "./socket/limits.ts";

/** Makes a topic; `mark` is to be called when there is something new to tell. */
export type OpenTopic = (mark: () => void) => Topic;

export interface ChannelsOptions {
  readonly format: MessageFormat;
  readonly moment: () => Moment;
  /** There is something to tell. */
  readonly wake: () => void;
  readonly countMax?: number;
  readonly bytes?: KeptBytes;
  /** SANDBOX-FAULT-9: for a sandbox. */
  readonly faults?: Omit<FaultyPathTools, "format"> | undefined;
}

export class Channels {
  readonly #options: ChannelsOptions;
  readonly #bytes: KeptBytes;
  readonly #byKey = new Map<string, Channel>();
  /** The channels that have something to tell: events go first, since they are news. */
  readonly #events = new Set<Channel>();
  readonly #states = new Set<Channel>();
  /** STREAM-SEQ-4: the highest number of those that are closed. */
  #lastSeq: Seq = { position: 0, counter: 0 };

  constructor(options: ChannelsOptions) {
    this.#options = options;
    this.#bytes = options.bytes ?? new KeptBytes();
  }

  get count(): number {
    return this.#byKey.size;
  }

  /** Whether something waits to be told. */
  get isMarked(): boolean {
    return this.#events.size + this.#states.size > 0;
  }

  find(key: string): Channel | undefined {
    return this.#byKey.get(key);
  }

  /** A new channel; undefined when there is no room. `key` tells it from those of other users. */
  open(key: string, name: string, openTopic: OpenTopic): Channel | undefined {
    const { format, moment, wake, faults, countMax = CHANNELS_MAX } = this.#options;
    if (this.#byKey.size >= countMax && !this.#forgetOneIdle()) return undefined;
    let channel: Channel | undefined;
    const mark = () => {
      if (!channel) return;
      (channel.isOfEvents ? this.#events : this.#states).add(channel);
      wake();
    };
    const topic = openTopic(mark);
    const now = moment();
    const begin = this.#beginOf(topic, now);
    const bytes = this.#bytes;
    channel = new Channel({ key, name, topic, format, bytes, now, begin, faults });
    this.#byKey.set(key, channel);
    return channel;
  }

  /**
   * STREAM-SEQ-3: a new listener is shown the state at the time it asked. What is not told yet is told first:
   * at once when there is no other listener, else when it is due. Of events none may be passed over: those
   * that are not told yet come behind the snapshot.
   */
  welcome(channel: Channel, listener: Listener): void {
    if (channel.isOfEvents || !this.#states.has(channel)) {
      channel.enter(listener);
      return;
    }
    const isAlone = channel.listeners === 0;
    channel.attend(listener);
    if (isAlone) this.#publish(channel, this.#options.moment());
  }

  /**
   * STREAM-SEQ-1, STREAM-SEQ-4: a state may be another at the same position. Of events a number says the same whenever it is
   * told, and in every process: counter 0 is all that the position did.
   */
  #beginOf({ everyMs }: Topic, { position }: Moment): Seq {
    return everyMs === 0 ? { position, counter: 0 } : seqAfter(this.#lastSeq, position);
  }

  /** What a client has missed; undefined when that is not known any more. */
  missedSince(channel: Channel, from: Seq): Missed | undefined {
    const kept = channel.keptSince(from);
    if (kept) return kept;
    this.#tellEvents(channel);
    return channel.happenedSince(from);
  }

  /** STREAM-RESUME-5: nothing is left that the client may have been told elsewhere, and would be told again. */
  #tellEvents(channel: Channel): void {
    while (this.#events.has(channel)) this.#publish(channel, this.#options.moment());
  }

  #publish(channel: Channel, now: Moment): void {
    this.#events.delete(channel);
    this.#states.delete(channel);
    if (channel.publish(now)) this.close(channel.key);
  }

  /** Tells what is due; false when the time is up and something due is left. */
  turn(now: Moment, isTimeUp: () => boolean): boolean {
    for (const marked of [this.#events, this.#states]) {
      for (const channel of marked) {
        if (!channel.isDue(now.nowMs)) continue;
        if (isTimeUp()) return false;
        this.#publish(channel, now);
      }
    }
    return true;
  }

  /** STREAM-RESUME-3 */
  forgetIdle(nowMs: number): void {
    const idleMs = this.#options.format.keeps ? IDLE_CHANNEL_MS : UNKEPT_CHANNEL_MS;
    for (const [key, channel] of this.#byKey) {
      if (channel.listeners === 0 && nowMs - channel.idleSinceMs >= idleMs) this.close(key);
    }
  }

  #forgetOneIdle(): boolean {
    let oldest: { readonly key: string; readonly channel: Channel } | undefined;
    for (const [key, channel] of this.#byKey) {
      if (channel.listeners > 0) continue;
      if (!oldest || channel.idleSinceMs < oldest.channel.idleSinceMs) oldest = { key, channel };
    }
    if (oldest) this.close(oldest.key);
    return oldest !== undefined;
  }

  close(key: string): void {
    const channel = this.#byKey.get(key);
    if (!channel) return;
    this.#byKey.delete(key);
    this.#events.delete(channel);
    this.#states.delete(channel);
    if (compareSeq(channel.seq, this.#lastSeq) > 0) this.#lastSeq = channel.seq;
    channel.close();
  }

  closeAll(): void {
    for (const key of [...this.#byKey.keys()]) this.close(key);
  }
}
