/**
 * Read your own writes at a follower: before it answers from its state it asks the core, and the answer comes
 * behind every batch that was durable by then. One question is for all that ask in the same turn of the loop.
 * Rule FOLLOW-READ-1.
 */
import type { Timer } from "../base/timer.ts";
import { ANSWER_MS } from "../service/sequencer.ts";

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
  /** Sends a question; it leaves at the end of this turn. */
  readonly send: (number: number) => void;
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

  /** True when the state has all that was durable at the time of the call; false when that takes too long. */
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
    this.#options.send(number);
    return question;
  }

  /** The turn is over: who asks from now on asks another question. */
  left(): void {
    this.#open = undefined;
  }

  at(number: number, isCurrent: boolean): void {
    const question = this.#questions.get(number);
    this.#questions.delete(number);
    question?.answer(isCurrent);
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
