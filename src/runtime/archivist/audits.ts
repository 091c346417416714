/**
 * Audits on their way: one is made at a time, since each looks at all accounts, and requests that come
 * meanwhile get the same. One that the archivist took with it when it died, or that takes too
 * long, is answered with a sentence. Rule CORE-AUDIT-3.
 */
import type { Timer } from "../../core/base/timer.ts";

export const AUDIT_PATIENCE_MS = 26_000;
export const ASKERS_MAX = 64;

/** `text` is the audit as JSON. */
export type Audited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly sentence: string };

export interface AuditsOptions {
  /** Asks the archivist; false when there is none. */
  readonly send: (number: number) => boolean;
  readonly timer: Timer;
}

export class Audits {
  readonly #options: AuditsOptions;
  readonly #askers: ((audited: Audited) => void)[] = [];
  #number = 0;
  #callOff: () => void = () => undefined;

  constructor(options: AuditsOptions) {
    this.#options = options;
  }

  ask(): Promise<Audited> {
    if (this.#askers.length >= ASKERS_MAX) return Promise.resolve(no("Too many ask at once."));
    if (this.#askers.length === 0 && !this.#begin()) return Promise.resolve(no(GONE));
    return new Promise((resolve) => this.#askers.push(resolve));
  }

  #begin(): boolean {
    if (!this.#options.send(++this.#number)) return false;
    const late = no("The archivist is busy, and no audit came in time; ask again.");
    this.#callOff = this.#options.timer(AUDIT_PATIENCE_MS, () => this.#end(late));
    return true;
  }

  #end(audited: Audited): void {
    this.#callOff();
    for (const answer of this.#askers.splice(0)) answer(audited);
  }

  /** An answer that no request waits for any more is passed over. */
  audited(number: number, audited: Audited): void {
    if (number === this.#number) this.#end(audited);
  }

  /** The archivist has ended. */
  lost(): void {
    this.#end(no(GONE));
  }
}

const GONE =
  "The archivist, who looks at everybody, is not running now; ask again in a few seconds.";

function no(sentence: string): Audited {
  return { ok: false, sentence };
}
