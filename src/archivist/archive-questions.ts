/**
 * Questions on their way to the archivist. One that needs more than the archive has waits until it
 * has caught up; one that a dead archivist took with it is asked again; none waits longer than five
 * seconds, and no more than a few hundred wait at all. Rule HIST-BOUND-1.
 */
import type { FoundRows, Question } from "../history/history.ts";
import type { Archive } from "../history/joined-history.ts";
import type { Alarm } from "../log/segment/segment-supply.ts";

export const PATIENCE_MS = 5_000;
export const QUESTIONS_MAX = 256;

interface Waiting {
  readonly question: Question;
  /** The archive must have come this far. */
  readonly position: number;
  readonly answer: (found: FoundRows | undefined) => void;
}

export interface ArchiveQuestionsOptions {
  /** Hands a question to the archivist; one that is not there loses it. */
  readonly send: (number: number, question: Question) => void;
  readonly alarm: Alarm;
}

export class ArchiveQuestions implements Archive {
  readonly #options: ArchiveQuestionsOptions;
  readonly #waiting = new Map<number, Waiting>();
  #numberLast = 0;
  #archived = 0;

  constructor(options: ArchiveQuestionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  ask(question: Question, position: number): Promise<FoundRows | undefined> {
    if (this.#waiting.size >= QUESTIONS_MAX) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const number = ++this.#numberLast;
      const callOff = this.#options.alarm(PATIENCE_MS, () => this.#end(number, undefined));
      const answer = (found: FoundRows | undefined) => {
        callOff();
        resolve(found);
      };
      this.#waiting.set(number, { question, position, answer });
      if (position <= this.#archived) this.#options.send(number, question);
    });
  }

  #end(number: number, found: FoundRows | undefined): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    waiting?.answer(found);
  }

  /** An answer that comes too late, or twice, is nobody's any more. */
  found(number: number, found: FoundRows): void {
    const position = this.#waiting.get(number)?.position ?? 0;
    if (found.position >= position) this.#end(number, found);
  }

  /** The archive has come to `position`: whoever waited for that is sent. */
  archived(position: number): void {
    const before = this.#archived;
    if (position <= before) return;
    this.#archived = position;
    for (const [number, waiting] of this.#waiting) {
      const isNow = waiting.position > before && waiting.position <= position;
      if (isNow) this.#options.send(number, waiting.question);
    }
  }

  /** A new archivist knows nothing of what the one before it was asked. */
  sendAgain(): void {
    for (const [number, { question, position }] of this.#waiting) {
      if (position <= this.#archived) this.#options.send(number, question);
    }
  }
}
