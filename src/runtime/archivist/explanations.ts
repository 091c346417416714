/**
 * Explanations on their way: the archivist makes one at a time, since each holds a replica of its own, so a second one is refused with a
 * sentence. One that takes longer than a request should is answered with how far it is, and goes on: who asks again gets it when it is
 * made. One that nobody asks for any more makes way. Rules EXPLAIN-PACE-1, EXPLAIN-SOON-1.
 */
import type { Timer } from "../../core/base/timer.ts";

/** EXPLAIN-SOON-1: after so long an asker is told how far it is. */
export const EXPLAIN_PATIENCE_MS = 2_000;
/** One that was asked for no more for so long makes way for another, and is forgotten when it is made. */
export const EXPLAIN_WANTED_MS = 10_000;

/** `text` is the explanation as JSON. */
export type Explained =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly sentence: string };

export interface ExplanationsOptions {
  /** Hands the request to the archivist; false when there is none. What it made before is given up. */
  readonly send: (number: number, id: string) => boolean;
  readonly timer: Timer;
}

type Answer = (explained: Explained) => void;

/** The one that is being made, or was made and not fetched yet. */
interface Current {
  readonly id: string;
  readonly number: number;
  done: number;
  of: number;
  explained: Explained | undefined;
  /** Those who wait now. */
  readonly askers: Answer[];
  isWanted: boolean;
  forgetLater: () => void;
}

export class Explanations {
  readonly #options: ExplanationsOptions;
  #number = 0;
  #current: Current | undefined;

  constructor(options: ExplanationsOptions) {
    this.#options = options;
  }

  ask(id: string): Promise<Explained> {
    const current = this.#current;
    if (current?.id === id) return this.#wait(current);
    const isBusy = current?.isWanted && !current.explained;
    if (isBusy) return Promise.resolve(no("Another explanation is being made; ask again."));
    const number = ++this.#number;
    if (!this.#options.send(number, id)) return Promise.resolve(no(GONE));
    current?.forgetLater();
    const askers: Answer[] = [];
    const begun = { id, number, done: 0, of: 0, explained: undefined, askers, isWanted: true };
    this.#current = { ...begun, forgetLater: () => undefined };
    return this.#wait(this.#current);
  }

  #wait(current: Current): Promise<Explained> {
    current.forgetLater();
    current.isWanted = true;
    if (current.explained) {
      this.#current = undefined;
      return Promise.resolve(current.explained);
    }
    return new Promise((resolve) => {
      const callOff = this.#options.timer(EXPLAIN_PATIENCE_MS, () => {
        current.askers.splice(current.askers.indexOf(answer), 1);
        this.#awaitNextAsk(current);
        resolve(underway(current));
      });
      const answer: Answer = (explained) => {
        callOff();
        resolve(explained);
      };
      current.askers.push(answer);
    });
  }

  #awaitNextAsk(current: Current): void {
    if (current.askers.length > 0) return;
    current.forgetLater = this.#options.timer(EXPLAIN_WANTED_MS, () => {
      current.isWanted = false;
      if (current.explained && this.#current === current) this.#current = undefined;
    });
  }

  /** How far the archivist says it is. */
  progressed(number: number, { done, of }: { readonly done: number; readonly of: number }): void {
    const current = this.#current;
    if (current?.number !== number) return;
    current.done = done;
    current.of = of;
  }

  /** It is kept for who asks again, unless it is waited for. An answer to what was given up is passed over. */
  explained(number: number, explained: Explained): void {
    const current = this.#current;
    if (current?.number !== number) return;
    current.explained = explained;
    const askers = current.askers.splice(0);
    for (const answer of askers) answer(explained);
    if (askers.length > 0 || !current.isWanted) {
      current.forgetLater();
      this.#current = undefined;
    }
  }

  /** The archivist has ended. */
  lost(): void {
    const current = this.#current;
    if (!current || current.explained) return;
    this.explained(current.number, no(GONE));
  }
}

const GONE = "The archivist, who explains, is not running now; ask again in a few seconds.";

function no(sentence: string): Explained {
  return { ok: false, sentence };
}

/** In the words of an explanation. */
function underway({ id, done, of }: Current): Explained {
  return { ok: true, text: JSON.stringify({ found: "underway", id, done, of, notes: [] }) };
}
