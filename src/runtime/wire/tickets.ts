/**
 * The commands that a follower has handed over and that wait for their answer. The core says where a command
 * stands in the log; what it did there, the follower's own engine says when it comes to that place. What the core
 * did not say before the wire ended is not known. Rules FOLLOW-SUBMIT-1 to FOLLOW-SUBMIT-3.
 */
import { ByteWriter } from "../../core/base/records/bytes.ts";
import type { Timer } from "../../core/base/timer.ts";
import { type Command, encodeCommand } from "../../core/engine/codec.ts";
import type { EngineOutcome, Submitted } from "../replica/submission.ts";
import { ANSWER_MS } from "../sequencer/sequencer.ts";
import { WAITING_MAX } from "../sequencer/waiting.ts";
import type { Ticket } from "./frames.ts";

type Answer = (submitted: Submitted) => void;

/** What two commands that are the same have alike: their bytes. */
function keyOf(command: Command): string {
  const out = new ByteWriter();
  encodeCommand(out, command);
  return Buffer.from(out.view()).toString("latin1");
}

interface HandedOver {
  readonly command: Command;
  readonly answer: Answer;
  /** CLUSTER-SUBMIT-1: the epoch in which it stands in the log, or never; 0: any. */
  readonly epoch: number;
}

interface Handed extends HandedOver {
  readonly dueMs: number;
}

/** One whose wire ended before the core spoke of it. */
interface Lost {
  /** What it looks like in the log. */
  readonly key: string;
  readonly epoch: number;
}

export interface TicketsOptions {
  /** In ms, of a clock that only goes on. */
  readonly now: () => number;
  readonly timer: Timer;
}

export class Tickets {
  readonly #options: TicketsOptions;
  /** In the order in which they were handed over. */
  readonly #handed = new Map<number, Handed>();
  /** Those whose place is known and has not been reached, by their position. */
  readonly #logged = new Map<number, number>();
  /** What the batch that is being applied has answered: nobody hears of it before its end. */
  #answered: { readonly answer: Answer; readonly submitted: Submitted }[] = [];
  #last = 0;
  readonly #lost = new Map<number, Lost>();
  /** By what it looks like, whether it was met in the log since. */
  readonly #met = new Map<string, boolean>();
  #isTimed = false;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  /** A ticket for a command; undefined when too many wait already. */
  draw(handed: HandedOver): number | undefined {
    if (this.#handed.size >= WAITING_MAX) return undefined;
    const number = ++this.#last;
    const { command, answer, epoch } = handed;
    const dueMs = this.#options.now() + ANSWER_MS;
    this.#handed.set(number, { command, answer, epoch, dueMs });
    if (!this.#isTimed) this.#time(ANSWER_MS);
    return number;
  }

  /** What the core says of a ticket; one that was given up on is passed over. */
  take({ number, answer, position }: Ticket): void {
    if (!this.#handed.has(number)) return;
    if (answer === "logged") this.#logged.set(position, number);
    else this.#end(number, { kind: answer });
  }

  /** The follower has applied the command at `position`. */
  applied(position: number, outcome: EngineOutcome, timeMs: number): void {
    const number = this.#logged.get(position);
    if (number === undefined) return;
    this.#logged.delete(position);
    const handed = this.#handed.get(number);
    this.#handed.delete(number);
    if (!handed) return;
    this.#answered.push({
      answer: handed.answer,
      submitted: { kind: "done", outcome, timeMs, position },
    });
  }

  /** The batch is applied, to its end. */
  settle(): void {
    const answered = this.#answered;
    this.#answered = [];
    for (const { answer, submitted } of answered) answer(submitted);
  }

  /** FOLLOW-SUBMIT-2: the wire ended. What the core spoke of stands in the log, and is reached later. */
  lost(): void {
    for (const [number, { command, epoch }] of this.#unspoken()) {
      if (this.#lost.has(number)) continue;
      const key = keyOf(command);
      this.#lost.set(number, { key, epoch });
      if (!this.#met.has(key)) this.#met.set(key, false);
    }
  }

  /** Those of which the core has said nothing. */
  #unspoken(): (readonly [number, Handed])[] {
    const spoken = new Set(this.#logged.values());
    return [...this.#handed].filter(([number]) => !spoken.has(number));
  }

  /** CLUSTER-SUBMIT-1: what stands in the log may be one that was lost: it looks the same. */
  meets(command: Command): void {
    if (this.#lost.size === 0) return;
    const key = keyOf(command);
    if (this.#met.has(key)) this.#met.set(key, true);
  }

  /**
   * FOLLOW-SUBMIT-2: another wire is there, and nothing comes in over the ones before: what the core has not
   * spoken of waits in the sequencer at most, or is nowhere. Settles, when called, what was lost until now.
   */
  rejoined(): () => void {
    const lost = [...this.#lost.keys()];
    return () => {
      for (const number of lost) this.#end(number, { kind: "unknown" });
    };
  }

  /** CLUSTER-SUBMIT-1: what the leaders before have not put into the log by now never will be in it. */
  claimed(claimed: number): void {
    for (const [number, { key, epoch }] of [...this.#lost]) {
      if (epoch === 0 || epoch >= claimed) continue;
      this.#end(number, { kind: this.#met.get(key) ? "unknown" : "unavailable" });
    }
  }

  #end(number: number, submitted: Submitted): void {
    const handed = this.#handed.get(number);
    this.#handed.delete(number);
    this.#lost.delete(number);
    if (this.#lost.size === 0) this.#met.clear();
    handed?.answer(submitted);
  }

  /** One timer for all: they were handed over in their order. */
  #time(delayMs: number): void {
    this.#isTimed = true;
    this.#options.timer(delayMs, () => {
      this.#isTimed = false;
      const nowMs = this.#options.now();
      for (const [number, { dueMs }] of this.#handed) {
        if (dueMs > nowMs) {
          this.#time(dueMs - nowMs);
          return;
        }
        this.#end(number, { kind: "unknown" });
      }
    });
  }
}
