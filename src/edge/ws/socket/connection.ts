/**
 * One client on its socket: what waits for it, what it may do, and how it ends. What is sent to a client
 * waits for its turn and leaves in one write. A client that does not read is cut off before much is held
 * for it, and one that says too much as well. Rules STREAM-SLOW-1, STREAM-SLOW-2, STREAM-LIMIT-5,
 * STREAM-PING-1.
 */
import { CLOSINGS, type CloseReason } from "../../../contract/streams/closings.ts";
import { passingFrame, textFrame } from "./frame.ts";
import type { StreamLimits } from "./limits.ts";
import type { Client, Rounds } from "./rounds.ts";

/** The part of a socket that is needed. */
export interface Wire {
  /** Bytes that it was given and that have not left. */
  readonly writableLength: number;
  /** So many messages, one behind the other; the letters of a text are bytes. */
  write(bytes: Buffer | string, messages: number): unknown;
  /** Sends a closing frame and ends, whether the client answers or not. */
  close(code: number, reason: string): void;
  /** Ends at once, without a closing frame. */
  cut(): void;
}

/** A client that has logged in. */
export interface Member {
  readonly user: number;
  readonly key: number;
  /** By which the key is looked up again at every call. */
  readonly apiKey: string;
}

/** The dialect's side of a client. */
export interface Peer {
  readonly member?: Member | undefined;
  hear(text: string): void;
  /** What is sent every now and then, to hear whether the client is there. */
  heartbeat(nowMs: number): Buffer;
  /** Calls `act` once, when the client waits for no reply; without it no client ever does. */
  whenIdle?(act: () => void): void;
  leave(): void;
}

export interface ConnectionOptions {
  readonly wire: Wire;
  readonly rounds: Rounds;
  readonly limits: StreamLimits;
  readonly address: string;
  readonly nowMs: number;
  /** STREAM-LIMIT-7: counts so many messages of its address; false when they are too many. */
  readonly mayHear?: ((nowMs: number, count: number) => boolean) | undefined;
  /** The bytes that all clients are owed together. */
  readonly owed?: { bytes: number } | undefined;
  /** Called once, however the connection ended. */
  readonly onEnd: (connection: Connection, closing: CloseReason | undefined) => void;
}

/** How much of what a client has asked for waits in its socket at a time. */
const OWED_PIECE_BYTES = 128 * 1024;

export class Connection implements Client {
  readonly place: number;
  readonly address: string;
  readonly #options: ConnectionOptions;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  /** What the client has asked for: sent before all that is queued. */
  #owed: Buffer[] = [];
  #owedBytes = 0;
  /** The index of the first frame of it that has not left. */
  #owedAt = 0;
  /** Whether there was some at the last ping, whether some left since, and whether the wire holds it. */
  #wasOwed = false;
  #hasTaken = false;
  #isOwedGiven = false;
  /** Whether the client waits for its turn. */
  #isWaiting = false;
  #isOver = false;
  /** SANDBOX-FAULT-11: nothing is sent or heard any more, as where a network is gone. */
  #isHalfOpen = false;
  #heardAtMs: number;
  #windowEndsMs = 0;
  #windowCount = 0;
  /** Set once, before anything is heard. */
  peer: Peer | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.address = options.address;
    this.#heardAtMs = options.nowMs;
    this.place = options.rounds.enter();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Waits for the client's turn. */
  send(frame: Buffer): void {
    if (this.#isOver || this.#isHalfOpen) return;
    if (!this.#isWaiting) this.#wait();
    this.#enqueue(frame);
  }

  #enqueue(frame: Buffer): void {
    this.#queue.push(frame);
    this.#queuedBytes += frame.length;
    // STREAM-SLOW-2: what the client has asked for does not count.
    const given = this.#isOwedGiven ? 0 : this.#options.wire.writableLength;
    const unsent = this.#queuedBytes + given;
    if (unsent > this.#options.limits.unsentBytes) this.close("slow_reader"); // STREAM-SLOW-1
  }

  /** STREAM-ORDER-7: for a reply that its client waits for; it leaves behind what waits, and with it. */
  sendAtOnce(text: string): void {
    if (this.#isOver || this.#isHalfOpen) return;
    if (this.#isFree && text.length < this.#options.limits.unsentBytes) {
      this.#write(passingFrame(text), 1);
      return;
    }
    this.#enqueue(textFrame(text));
    if (this.#isWaiting) this.#options.rounds.leave(this);
    this.flush();
  }

  /** Whether nothing waits, and what was written before has left. */
  get #isFree(): boolean {
    return this.#queue.length === 0 && this.#isTaking && !this.#options.rounds.isSilent;
  }

  get #isTaking(): boolean {
    return this.#owed.length === 0 && this.#options.wire.writableLength === 0;
  }

  /**
   * What the client has asked for: it may be much, and leaves as fast as the client reads, behind what
   * waits and before what comes. STREAM-SLOW-2: a client that asks for more and does not read is cut off.
   */
  owe(frames: readonly Buffer[]): void {
    if (this.#isOver || this.#isHalfOpen) return;
    if (!this.mayOwe(frames)) {
      this.close("slow_reader");
      return;
    }
    if (!this.#isWaiting) this.#wait();
    for (const frame of this.#queue) this.#owed.push(frame);
    for (const frame of frames) this.#owed.push(frame);
    this.#addOwed(this.#queuedBytes + bytesOf(frames));
    this.#queue = [];
    this.#queuedBytes = 0;
  }

  /** Whether there is room for so much more of what the client asks for. */
  mayOwe(frames: readonly Buffer[]): boolean {
    const { limits, owed } = this.#options;
    const bytes = this.#queuedBytes + bytesOf(frames);
    const count = this.#owed.length - this.#owedAt + this.#queue.length + frames.length;
    if (owed && owed.bytes + bytes > limits.owedBytesInAll) return false;
    return this.#owedBytes + bytes <= limits.owedBytes && count <= limits.owedFrames;
  }

  #addOwed(bytes: number): void {
    const { owed } = this.#options;
    this.#owedBytes += bytes;
    if (owed) owed.bytes += bytes;
  }

  #wait(): void {
    this.#isWaiting = true;
    this.#options.rounds.wait(this);
  }

  /**
   * STREAM-PACE-1: all that waits, in one write. A client that does not take what it was given gets nothing
   * more: until it is written a frame is shared by all clients, and then it is a copy for one.
   */
  flush(): void {
    this.#isWaiting = false;
    if (this.#isOver || this.#options.rounds.isSilent) return; // STREAM-DUR-1
    if (this.#owed.length > 0) this.#flushOwed();
    if (this.#queue.length > 0 && this.#isTaking) this.#flushQueue();
    else if (this.#queue.length + this.#owed.length > 0) this.#wait();
  }

  #flushQueue(): void {
    const { length, 0: first } = this.#queue;
    const { rounds } = this.#options;
    const bytes = length === 1 && first ? first : rounds.join(this.#queue, this.#queuedBytes);
    this.#write(bytes, length);
    this.#queue = [];
    this.#queuedBytes = 0;
  }

  #write(bytes: Buffer | string, messages: number): void {
    this.#options.wire.write(bytes, messages);
    this.#isOwedGiven = false;
  }

  /** No more than the client takes: the frames are shared by all clients until they are written. */
  #flushOwed(): void {
    const { wire } = this.#options;
    const first = this.#owedAt;
    let bytes = 0;
    while (this.#owedAt < this.#owed.length && wire.writableLength + bytes < OWED_PIECE_BYTES) {
      bytes += this.#owed[this.#owedAt]?.length ?? 0;
      this.#owedAt++;
    }
    if (this.#owedAt === first) return;
    const piece = this.#owed.slice(first, this.#owedAt);
    wire.write(Buffer.concat(piece, bytes), piece.length);
    this.#isOwedGiven = true;
    this.#hasTaken = true;
    this.#addOwed(-bytes);
    if (this.#owedAt < this.#owed.length) return;
    this.#owed = [];
    this.#owedAt = 0;
  }

  /** STREAM-LIMIT-5: notes that something came; false when it was too much. */
  heard(nowMs: number, count = 1): boolean {
    if (this.#isOver || this.#isHalfOpen) return false;
    this.#heardAtMs = nowMs;
    if (this.spend(nowMs, count)) return true;
    this.close("too_many_messages");
    return false;
  }

  /** A request that costs as much as many messages counts as many; false when that is too much. */
  spend(nowMs: number, count: number): boolean {
    const { limits, mayHear } = this.#options;
    if (nowMs >= this.#windowEndsMs) {
      this.#windowEndsMs = nowMs + limits.messages.perMs;
      this.#windowCount = 0;
    }
    if (this.#windowCount + count > limits.messages.count) return false;
    this.#windowCount += count;
    return mayHear?.(nowMs, count) ?? true;
  }

  /** STREAM-PING-1, STREAM-SLOW-2: a client that takes what it has asked for is there, one that takes none is not. */
  beat(nowMs: number): void {
    const isOwed = this.#owed.length > 0;
    const isStuck = isOwed && this.#wasOwed && !this.#hasTaken;
    if (this.#hasTaken) this.#heardAtMs = nowMs;
    this.#wasOwed = isOwed;
    this.#hasTaken = false;
    if (isStuck) this.close("slow_reader");
    else if (nowMs - this.#heardAtMs >= this.#options.limits.silenceMs) this.close("silent");
    else if (this.peer) this.send(this.peer.heartbeat(nowMs));
  }

  /** SANDBOX-FAULT-11: what was sent before leaves; STREAM-PING-1 ends the connection as any other. */
  fallSilent(): void {
    this.flush();
    this.#isHalfOpen = true;
    this.#drop();
  }

  /** SANDBOX-FAULT-9: what was sent before leaves. */
  cut(): void {
    if (this.#isOver) return;
    this.flush();
    this.ended();
    this.#options.wire.cut();
  }

  /** Says why, behind what waits; to a client that does not read, instead of it. */
  close(closing: CloseReason): void {
    if (this.#isOver) return;
    if (this.#isHalfOpen) {
      this.ended(closing);
      this.#options.wire.cut();
      return;
    }
    if (closing !== "slow_reader") this.flush();
    this.ended(closing);
    const [code, reason] = CLOSINGS[closing];
    this.#options.wire.close(code, reason);
  }

  /** The socket is gone, or is going. */
  ended(closing?: CloseReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#drop();
    this.peer?.leave();
    this.#options.onEnd(this, closing);
  }

  /** What waits is given up. */
  #drop(): void {
    this.#addOwed(-this.#owedBytes);
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#owed = [];
    this.#owedAt = 0;
    this.#options.rounds.leave(this);
  }
}

export function bytesOf(frames: readonly Buffer[]): number {
  return frames.reduce((sum, { length }) => sum + length, 0);
}
