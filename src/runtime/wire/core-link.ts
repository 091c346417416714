/**
 * The core as a follower sees it: a wire that is opened again when it ends, over which it says where it is and is
 * fed from there. What it brings is told to the follower in the order in which it came.
 */
import type { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import type { Timer } from "../../core/base/timer.ts";
import type { Cursor } from "../../log/log.ts";
import { type FaultCounts, readFaults, readStruck, type StrikeAnswer } from "./fault-frames.ts";
import type { FollowedLog } from "./followed-log.ts";
import { FrameQueue } from "./frame-queue.ts";
import { FrameReader, WrongFrame } from "./frame-reader.ts";
import {
  type CoreStatus,
  type HistoryFound,
  readAt,
  readCursor,
  readFound,
  readLines,
  readRest,
  readStatus,
  readTicket,
  readWelcome,
  type Ticket,
  TO_CORE,
  TO_FOLLOWER,
  TO_FOLLOWER_LIMITS,
  type Welcomed,
  type Whereabouts,
  WIRE_VERSION,
  writeHello,
} from "./frames.ts";
import type { MakeWay, WireEnd, WireListener } from "./wire.ts";

/** Between two tries to reach the core. */
export const RECONNECT_MS = 100;

/** Opens a wire to the core; it may end at once. */
export type OpenWire = (listener: WireListener) => WireEnd;

/** What a follower is told by the core. */
export interface CoreListener {
  /** From where it goes on, what it has to read by itself (FOLLOW-FEED-2), and what it is fed then. */
  readonly log: Pick<FollowedLog, "cursor" | "readTo" | "feed">;
  welcomed(welcome: Welcomed): void;
  ticket(ticket: Ticket): void;
  /** FOLLOW-READ-1: the follower has been fed all that was durable, or cannot know. */
  at(whereabouts: Whereabouts): void;
  status(status: CoreStatus): void;
  /** STREAM-RESUME-5: how the line of commands is called. */
  named(lines: readonly string[]): void;
  found(found: HistoryFound): void;
  /** The history has everything up to here. */
  archived(position: number): void;
  /** FOLLOW-LIMIT-1: what another follower has counted. */
  counted(counts: Uint8Array): void;
  /** SANDBOX-FAULT-1: how many fault rules there are, and of which sort. */
  faults(counts: FaultCounts): void;
  struck(answer: StrikeAnswer): void;
  /** The core will have nothing to do with this follower. */
  refused(sentence: string): void;
  /** The wire ended; another is opened. */
  lost(): void;
  /** The frames of this turn are on their way. */
  left(): void;
}

export interface CoreLinkOptions {
  readonly open: OpenWire;
  /** Whether there is a core to be reached, and it is the moment for it; always, without this. */
  readonly mayOpen?: (() => boolean) | undefined;
  readonly listener: CoreListener;
  readonly program: string;
  /** FOLLOW-SUBMIT-2: which follower it is; 0 where none is told from another. */
  readonly number: number;
  /** In ms, of a clock that only goes on. */
  readonly now: () => number;
  readonly makeWay: MakeWay;
  readonly timer: Timer;
  readonly report: (sentence: string) => void;
}

export class CoreLink {
  readonly #options: CoreLinkOptions;
  #connection: Connection | undefined;
  #isClosed = false;

  constructor(options: CoreLinkOptions) {
    this.#options = options;
    this.#open();
  }

  /** Whether the follower is fed. */
  get isFed(): boolean {
    return this.#connection?.isFed ?? false;
  }

  /** Puts a frame on its way; without a wire it is lost. */
  send(kind: number, write: (out: ByteWriter) => void): void {
    this.#connection?.queue.add(kind, write);
  }

  /** For how long nothing has come over the wire. */
  get silentMs(): number {
    return this.#connection ? this.#options.now() - this.#connection.heardMs : 0;
  }

  /** Whether there is a wire, fed or not. */
  get hasWire(): boolean {
    return this.#connection !== undefined;
  }

  #open(): void {
    if (this.#options.mayOpen?.() === false) this.#openLater();
    else this.#connection = new Connection(this.#options, () => this.#ended());
  }

  #ended(): void {
    this.#connection = undefined;
    this.#options.listener.lost();
    this.#openLater();
  }

  #openLater(): void {
    if (!this.#isClosed) this.#options.timer(RECONNECT_MS, () => this.#isClosed || this.#open());
  }

  /** Ends the present wire; another is opened. */
  drop(): void {
    this.#connection?.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.close();
  }
}

/** One wire, from its opening to its end. */
class Connection implements WireListener {
  readonly #options: CoreLinkOptions;
  readonly #onEnd: () => void;
  readonly #wire: WireEnd;
  readonly #frames: FrameReader;
  readonly queue: FrameQueue;
  isFed = false;
  heardMs: number;
  #isOver = false;

  constructor(options: CoreLinkOptions, onEnd: () => void) {
    const { open, makeWay, listener } = options;
    this.#options = options;
    this.#onEnd = onEnd;
    this.heardMs = options.now();
    this.#frames = new FrameReader(TO_FOLLOWER_LIMITS, (kind, body) => this.#take(kind, body));
    this.#wire = open(this);
    this.queue = new FrameQueue(this.#wire, (goOn) =>
      makeWay(() => {
        listener.left();
        goOn();
      }),
    );
    this.#greet();
  }

  #greet(): void {
    const { program, number, listener } = this.#options;
    const hello = { wire: WIRE_VERSION, program, number, cursor: listener.log.cursor };
    this.queue.add(TO_CORE.HELLO, (out) => writeHello(out, hello));
  }

  async #readTo(end: Cursor): Promise<void> {
    await this.#options.listener.log.readTo(end);
    if (!this.#isOver) this.#greet();
  }

  bytes(chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.heardMs = this.#options.now();
    try {
      this.#frames.push(chunk);
    } catch (error) {
      this.#options.report(`the core sent what is not understood: ${(error as Error).message}`);
      this.close();
    }
  }

  closed(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.isFed = false;
    this.#onEnd();
  }

  close(): void {
    this.#wire.close();
    this.closed();
  }

  #take(kind: number, body: ByteReader): void {
    if (this.#isOver) return;
    const { listener } = this.#options;
    switch (kind) {
      case TO_FOLLOWER.WELCOME:
        this.isFed = true;
        listener.welcomed(readWelcome(body));
        break;
      case TO_FOLLOWER.REFUSED:
        listener.refused(body.text());
        break;
      case TO_FOLLOWER.BEHIND:
        void this.#readTo(readCursor(body));
        break;
      case TO_FOLLOWER.BATCH:
        listener.log.feed(readRest(body));
        break;
      case TO_FOLLOWER.TICKET:
        listener.ticket(readTicket(body));
        break;
      case TO_FOLLOWER.AT:
        listener.at(readAt(body));
        break;
      case TO_FOLLOWER.STATUS:
        listener.status(readStatus(body));
        break;
      case TO_FOLLOWER.LINES:
        listener.named(readLines(body));
        break;
      case TO_FOLLOWER.FOUND:
        listener.found(readFound(body));
        break;
      case TO_FOLLOWER.ARCHIVED:
        listener.archived(body.uint());
        break;
      case TO_FOLLOWER.COUNTS:
        listener.counted(readRest(body));
        break;
      case TO_FOLLOWER.FAULTS:
        listener.faults(readFaults(body));
        break;
      case TO_FOLLOWER.STRUCK:
        listener.struck(readStruck(body));
        break;
    }
    if (!body.isAtEnd()) throw new WrongFrame(`a frame of kind ${kind} has bytes too many`);
  }
}
