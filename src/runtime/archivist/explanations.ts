/**
 * Explanations on their way: the archivist makes one at a time, since each holds a replica of its
 * own, so a second one is refused with a sentence. One that the archivist took with it when it died,
 * or that takes too long, is answered with a sentence as well. Rule EXPLAIN-PACE-1.
 */
import type { Timer } from "../../core/base/timer.ts";

/** For the archivist's work; it gives up by itself. */
export const EXPLAIN_LIMIT_MS = 20_000;
/** For the answer: less than the command line waits, and more than the work may take. */
export const EXPLAIN_PATIENCE_MS = 26_000;

/** `text` is the explanation as JSON. */
export type Explained =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly sentence: string };

export interface ExplanationsOptions {
  /** Hands the request to the archivist; false when there is none. */
  readonly send: (number: number, id: string) => boolean;
  readonly timer: Timer;
}

export class Explanations {
  readonly #options: ExplanationsOptions;
  #number = 0;
  #answer: ((explained: Explained) => void) | undefined;

  constructor(options: ExplanationsOptions) {
    this.#options = options;
  }

  ask(id: string): Promise<Explained> {
    if (this.#answer) return Promise.resolve(no("Another explanation is being made; ask again."));
    const number = ++this.#number;
    if (!this.#options.send(number, id)) return Promise.resolve(no(GONE));
    return new Promise((resolve) => {
      const late = no("The archivist is busy, and no explanation came in time; ask again.");
      const callOff = this.#options.timer(EXPLAIN_PATIENCE_MS, () => this.#end(late));
      this.#answer = (explained) => {
        callOff();
        resolve(explained);
      };
    });
  }

  #end(explained: Explained): void {
    const answer = this.#answer;
    this.#answer = undefined;
    answer?.(explained);
  }

  /** An answer that no request waits for any more is passed over. */
  explained(number: number, explained: Explained): void {
    if (number === this.#number) this.#end(explained);
  }

  /** The archivist has ended. */
  lost(): void {
    this.#end(no(GONE));
  }
}

const GONE = "The archivist, who explains, is not running now; ask again in a few seconds.";

function no(sentence: string): Explained {
  return { ok: false, sentence };
}
