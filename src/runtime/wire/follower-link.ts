/**
 * One follower as the core sees it. Its first frame says who it is and from where it goes on; from then on it is
 * fed. A command that it hands over waits in the sequencer like any other; one whose follower is gone stays what
 * it is, in the log or not: nobody hears of it any more.
 */
import type { ByteReader } from "../../core/base/records/bytes.ts";
import { type Command, decodeCommand } from "../../core/engine/codec.ts";
import type { FoundRows } from "../history/history.ts";
import type { Archive } from "../history/joined-history.ts";
import type { Submitted } from "../replica/submission.ts";
import { isOfPublicSide, isTick } from "../sequencer/command-kinds.ts";
import type { Core } from "../sequencer/core.ts";
import {
  type FaultCounts,
  type MessageQuestion,
  NO_FAULTS,
  readMessageStrike,
  readNote,
  readStrike,
  type StrikeNote,
  type StrikeQuestion,
  type StrikingRule,
  writeFaults,
  writeStruck,
} from "./fault-frames.ts";
import { FrameQueue } from "./frame-queue.ts";
import { FrameReader, WrongFrame } from "./frame-reader.ts";
import {
  type CoreStatus,
  type Hello,
  type HistoryQuestion,
  readHello,
  readQuestion,
  readRest,
  type TicketAnswer,
  TO_CORE,
  TO_CORE_LIMITS,
  TO_FOLLOWER,
  WIRE_VERSION,
  writeAt,
  writeCursor,
  writeFound,
  writeLines,
  writeStatus,
  writeTicket,
  writeWelcome,
} from "./frames.ts";
import type { RecentBatches } from "./recent-batches.ts";
import type { MakeWay, WireEnd, WireListener } from "./wire.ts";

/** FOLLOW-FEED-3: a follower with more than this before it does not keep up. */
export const UNSENT_BYTES_MAX = 32 * 1024 * 1024;

/** SANDBOX-FAULT-1: the rules of a sandbox, as followers ask them. */
export interface FaultJudge {
  readonly counts: FaultCounts;
  /** The rule that strikes a request; the route by its place in the table. */
  strike(asked: StrikeQuestion): StruckBy | undefined;
  strikeMessage(asked: MessageQuestion): StruckBy | undefined;
  note(note: StrikeNote): void;
}

interface StruckBy extends Pick<StrikingRule, "id" | "kind" | "route"> {
  readonly delayMs?: number | undefined;
  readonly by?: number | undefined;
}

export interface FollowerLinkOptions {
  readonly recent: RecentBatches;
  readonly status: () => CoreStatus;
  /** HIST-OWN-1: where pages of history are asked for, and how far it is. */
  readonly archive: Archive;
  readonly archived: () => number;
  /** SANDBOX-FAULT-1 */
  readonly faults: () => FaultJudge | undefined;
  readonly core: Pick<Core, "state" | "lines" | "current" | "enter">;
  readonly program: string;
  /** It is another node of the cluster, not a gateway of this one. */
  readonly isOfNode: boolean;
  /** CLUSTER-SUBMIT-1: the epoch in which alone it takes commands; 0 for a gateway. */
  readonly epoch: number;
  readonly makeWay: MakeWay;
  /** Sends the commands of this turn. */
  readonly flush: () => void;
  /** FOLLOW-LIMIT-1: tells all others what it has counted. */
  readonly passOn: (counts: Uint8Array, from: FollowerLink) => void;
  /** FOLLOW-SUBMIT-2: ends earlier wires of the same follower; what is still under way over them never comes in. */
  readonly supersede: (number: number) => void;
  readonly onClosed: () => void;
  readonly onDiffers: (sentence: string) => void;
  readonly report: (sentence: string) => void;
}

export class FollowerLink implements WireListener {
  readonly #wire: WireEnd;
  readonly #options: FollowerLinkOptions;
  readonly #frames: FrameReader;
  readonly #queue: FrameQueue;
  /** Which follower it is, once it has said so; 0 where none is told from another. */
  number = 0;
  #isFed = false;
  #isClosed = false;

  constructor(wire: WireEnd, options: FollowerLinkOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#frames = new FrameReader(TO_CORE_LIMITS, (kind, body) => this.#take(kind, body));
    this.#queue = new FrameQueue(wire, options.makeWay);
  }

  get isOfNode(): boolean {
    return this.#options.isOfNode;
  }

  bytes(chunk: Uint8Array): void {
    if (this.#isClosed) return;
    try {
      this.#frames.push(chunk);
    } catch (error) {
      this.#options.report(`a follower is cut off: ${(error as Error).message}`);
      this.close();
    }
  }

  closed(): void {
    this.#isClosed = true;
    this.#isFed = false;
    this.#options.onClosed();
  }

  close(): void {
    if (this.#isClosed) return;
    this.closed();
    this.#wire.close();
  }

  /** Says why, and ends it. */
  refuse(sentence: string): void {
    this.#queue.add(TO_FOLLOWER.REFUSED, (out) => out.text(sentence));
    this.#queue.flush();
    this.closed();
    this.#wire.end();
  }

  /** Ends it when what it was told has left; nothing comes in over it any more. */
  dismiss(): void {
    this.#queue.flush();
    this.closed();
    this.#wire.end();
  }

  /** FOLLOW-FEED-1 */
  feed(frame: Uint8Array): void {
    if (!this.#isFed) return;
    this.#queue.addShared(frame);
    if (this.#queue.waiting <= UNSENT_BYTES_MAX) return;
    this.#options.report("a follower does not keep up; it is cut off and may come back");
    this.close();
  }

  /** The history has everything up to here. A node has its own. */
  archived(position: number): void {
    if (this.#isFed && !this.#options.isOfNode)
      this.#queue.add(TO_FOLLOWER.ARCHIVED, (out) => out.uint(position));
  }

  /** SANDBOX-FAULT-1: how many rules there are. */
  tellFaults(): void {
    const counts = this.#options.faults()?.counts ?? NO_FAULTS;
    if (!this.#isFed || this.#options.isOfNode) return;
    this.#queue.add(TO_FOLLOWER.FAULTS, (out) => writeFaults(out, counts));
  }

  #answerStrike(number: number, struck: StruckBy | undefined): void {
    const rule = struck && { ...struck, delayMs: struck.delayMs ?? 0, by: struck.by ?? 0 };
    this.#queue.add(TO_FOLLOWER.STRUCK, (out) => writeStruck(out, { number, rule }));
  }

  tell(status: CoreStatus): void {
    if (this.#isFed) this.#queue.add(TO_FOLLOWER.STATUS, (out) => writeStatus(out, status));
  }

  /** STREAM-RESUME-5 */
  tellLines(): void {
    const { lines } = this.#options.core;
    if (this.#isFed) this.#queue.add(TO_FOLLOWER.LINES, (out) => writeLines(out, lines));
  }

  #take(kind: number, body: ByteReader): void {
    if (this.#isClosed) return;
    if (kind !== TO_CORE.HELLO && !this.#isFed) throw new WrongFrame("a follower says hello first");
    switch (kind) {
      case TO_CORE.HELLO:
        this.#greet(readHello(body));
        break;
      case TO_CORE.COMMAND:
        this.#takeCommand(body);
        break;
      case TO_CORE.ASK:
        this.#answerAsk(body.uint());
        break;
      case TO_CORE.HISTORY:
        this.#askHistory(readQuestion(body));
        break;
      case TO_CORE.STRIKE: {
        const asked = readStrike(body);
        this.#answerStrike(asked.number, this.#options.faults()?.strike(asked));
        break;
      }
      case TO_CORE.STRIKE_MESSAGE: {
        const asked = readMessageStrike(body);
        this.#answerStrike(asked.number, this.#options.faults()?.strikeMessage(asked));
        break;
      }
      case TO_CORE.NOTE:
        this.#options.faults()?.note(readNote(body));
        break;
      case TO_CORE.COUNTS:
        this.#options.passOn(readRest(body), this);
        break;
      case TO_CORE.DIFFERS:
        this.#options.onDiffers(body.text());
        break;
    }
    if (!body.isAtEnd()) throw new WrongFrame(`a frame of kind ${kind} has bytes too many`);
  }

  /** FOLLOW-FEED-2: feeds it from where it is, or says how far it has to read the log by itself. */
  #greet({ wire, program, number, cursor }: Hello): void {
    const { recent, status } = this.#options;
    this.#options.supersede(number);
    this.number = number;
    if (this.#isFed) throw new WrongFrame("a follower says hello once");
    if (wire !== WIRE_VERSION || program !== this.#options.program) {
      const here = `${this.#options.program} (wire ${WIRE_VERSION})`;
      this.refuse(`This is version ${here}, the follower is of ${program} (wire ${wire}).`);
      return;
    }
    const frames = recent.framesFrom(cursor);
    if (frames === "ahead" && this.#options.isOfNode) {
      // It has read a batch of which this core has no answer yet.
      this.close();
      return;
    }
    if (frames === "other" || frames === "ahead") {
      this.refuse(`The follower has position ${cursor.position} of another log.`);
      return;
    }
    if (frames === "behind") {
      this.#queue.add(TO_FOLLOWER.BEHIND, (out) => writeCursor(out, recent.end));
      return;
    }
    this.#isFed = true;
    this.#queue.add(TO_FOLLOWER.WELCOME, (out) =>
      writeWelcome(out, { status: status(), epoch: this.#options.epoch }),
    );
    this.tellLines();
    for (const frame of frames) this.#queue.addShared(frame);
    this.archived(this.#options.archived());
    this.tellFaults();
  }

  /** The answer goes out the moment it comes, before more is said to be archived. */
  #askHistory({ number, position, query }: HistoryQuestion): void {
    const answer = (found: FoundRows | undefined) => {
      if (this.#isClosed) return;
      this.#queue.add(TO_FOLLOWER.FOUND, (out) => writeFound(out, { number, found }));
    };
    const join = (found: FoundRows): true => {
      answer(found);
      return true;
    };
    void this.#options.archive.ask(query, position, join).then((isAnswered) => {
      if (!isAnswered) answer(undefined);
    });
  }

  #takeCommand(body: ByteReader): void {
    const number = body.uint();
    const notAfterMs = body.uint() || Number.POSITIVE_INFINITY;
    const command = decodeCommand(body);
    if (!this.#mayHandOver(command)) throw new WrongFrame(`a follower hands over ${command.type}`);
    this.#options.core.enter({
      command,
      notAfterMs,
      answer: (submitted) => this.#answer(number, submitted),
    });
    this.#options.flush();
  }

  /** FOLLOW-SUBMIT-4: a node may lead itself, so it may say what an operator says to it; what is due is the leader's. */
  #mayHandOver(command: Command): boolean {
    return this.#options.isOfNode ? !isTick(command) : isOfPublicSide(command);
  }

  #answer(number: number, submitted: Submitted): void {
    if (this.#isClosed) return;
    const position = submitted.kind === "done" ? submitted.position : 0;
    const answer: TicketAnswer = submitted.kind === "done" ? "logged" : submitted.kind;
    this.#queue.add(TO_FOLLOWER.TICKET, (out) => writeTicket(out, { number, answer, position }));
  }

  /** FOLLOW-READ-1: stands behind all batches that are durable now; who follows itself asks first. */
  #answerAsk(number: number): void {
    const current = this.#options.core.current();
    if (current) void current.then((isCurrent) => this.#tellAt(number, isCurrent));
    else this.#tellAt(number, true);
  }

  #tellAt(number: number, isCurrent: boolean): void {
    if (this.#isClosed) return;
    const position = isCurrent ? this.#options.core.state.position : undefined;
    this.#queue.add(TO_FOLLOWER.AT, (out) => writeAt(out, { number, position }));
  }
}
