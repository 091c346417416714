/**
 * The commands that a follower has handed over and that wait for their answer. The core says where a command
 * stands in the log; what it did there, the follower's own engine says when it comes to that place. What the core
 * did not say before the wire ended is not known. Rules FOLLOW-SUBMIT-1 to FOLLOW-SUBMIT-3.
 */
import type { Timer } from "../base/timer.ts";
import { ANSWER_MS } from "../service/sequencer.ts";
import type { EngineOutcome, Submitted } from "../service/submission.ts";
import { WAITING_MAX } from "../service/waiting.ts";
import type { Ticket } from "./frames.ts";

type Answer = (submitted: Submitted) => void;

interface Handed {
  readonly answer: Answer;
  readonly dueMs: number;
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
  /** All tickets up to this one were drawn for a wire that ended. */
  #lostUpTo = 0;
  #isTimed = false;

  constructor(options: TicketsOptions) {
    this.#options = options;
  }

  /** A ticket for a command; undefined when too many wait already. */
  draw(answer: Answer): number | undefined {
    if (this.#handed.size >= WAITING_MAX) return undefined;
    const number = ++this.#last;
    this.#handed.set(number, { answer, dueMs: this.#options.now() + ANSWER_MS });
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
    this.#lostUpTo = this.#last;
  }

  /**
   * FOLLOW-SUBMIT-2: another wire is there, and nothing comes in over the one before: what the core has not
   * spoken of waits in the sequencer at most, or is nowhere.
   */
  rejoined(): void {
    const known = new Set(this.#logged.values());
    for (const number of [...this.#handed.keys()]) {
      if (number > this.#lostUpTo) break;
      if (!known.has(number)) this.#end(number, { kind: "unknown" });
    }
  }

  #end(number: number, submitted: Submitted): void {
    const handed = this.#handed.get(number);
    this.#handed.delete(number);
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
