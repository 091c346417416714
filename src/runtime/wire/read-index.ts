/**
 * Read your own writes at a follower: before it answers from its state it asks the core, and the answer comes
 * behind every batch that was durable by then. One question is for all that ask in the same turn of the loop.
 * Rule FOLLOW-READ-1.
 */
import { assert } from "../../core/base/assert.ts";
import type { Timer } from "../../core/base/timer.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { ANSWER_MS } from "../sequencer/sequencer.ts";
import { TO_CORE, type Whereabouts } from "./frames.ts";
import type { ToCore } from "./to-core.ts";

/** CORE-BOUND-1: questions without an answer. */
export const QUESTIONS_MAX = 1_024;

interface Question {
  readonly asked: Promise<boolean>;
  readonly answer: (isCurrent: boolean) => void;
  readonly dueMs: number;
}

export interface ReadIndexOptions {
  readonly now: () => number;
  readonly timer: Timer;
  readonly core: ToCore;
  /** What is answered from. */
  readonly state: Pick<ExchangeState, "position">;
}

export class ReadIndex {
  readonly #options: ReadIndexOptions;
  readonly #questions = new Map<number, Question>();
  #last = 0;
  /** The question of this turn, as long as it has not left. */
  #open: Question | undefined;
  #isTimed = false;

  constructor(options: ReadIndexOptions) {
    this.#options = options;
  }

  /** True when the state has all that was durable at the time of the call; false when that is not to be had in time. */
  current(): Promise<boolean> {
    return this.#options.core.isOpen() ? this.ask() : Promise.resolve(false);
  }

  /** The same, as soon as there is a wire. */
  ask(): Promise<boolean> {
    if (this.#open) return this.#open.asked;
    if (this.#questions.size >= QUESTIONS_MAX) return Promise.resolve(false);
    const question = this.#begin();
    this.#open = question;
    return question.asked;
  }

  #begin(): Question {
    const number = ++this.#last;
    let answer: Question["answer"] = () => undefined;
    const asked = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const question = { asked, answer, dueMs: this.#options.now() + ANSWER_MS };
    this.#questions.set(number, question);
    if (!this.#isTimed) this.#time(ANSWER_MS);
    // It leaves at the end of this turn.
    this.#options.core.send(TO_CORE.ASK, (out) => out.uint(number));
    return question;
  }

  /** The turn is over: who asks from now on asks another question. */
  left(): void {
    this.#open = undefined;
  }

  /** The core has said how far the log is durable, or that it cannot know. */
  at({ number, position }: Whereabouts): void {
    const isFed = position === undefined || position <= this.#options.state.position;
    assert(isFed, "all that is durable was fed before it is spoken of");
    const question = this.#questions.get(number);
    this.#questions.delete(number);
    question?.answer(position !== undefined);
  }

  /** The wire ended. */
  lost(): void {
    this.#open = undefined;
    for (const { answer } of this.#questions.values()) answer(false);
    this.#questions.clear();
  }

  #time(delayMs: number): void {
    this.#isTimed = true;
    this.#options.timer(delayMs, () => {
      this.#isTimed = false;
      const nowMs = this.#options.now();
      for (const [number, { dueMs, answer }] of this.#questions) {
        if (dueMs > nowMs) {
          this.#time(dueMs - nowMs);
          return;
        }
        this.#questions.delete(number);
        answer(false);
      }
    });
  }
}
