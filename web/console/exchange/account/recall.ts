/**
 * Asking the histories what has happened: when the user signs in, when the connection is there again,
 * when something was done by force. One question is under way at a time; what comes meanwhile is one
 * more afterwards. Without an answer nothing is told, and the next occasion asks again.
 */
import type { Past } from "./past.ts";

export interface RecallOptions {
  /** Undefined while no user is signed in. */
  load(): Promise<Past> | undefined;
  take(past: Past): void;
}

export class Recall {
  readonly #options: RecallOptions;
  #isUnderWay = false;
  #isAskedAgain = false;
  /** Another number is another user. */
  #turn = 0;

  constructor(options: RecallOptions) {
    this.#options = options;
  }

  ask(): void {
    if (this.#isUnderWay) this.#isAskedAgain = true;
    else void this.#work();
  }

  /** The question under way is about a user that has signed out. */
  forget(): void {
    this.#turn += 1;
    this.#isUnderWay = false;
    this.#isAskedAgain = false;
  }

  async #work(): Promise<void> {
    const turn = this.#turn;
    const loading = this.#options.load();
    if (!loading) return;
    this.#isUnderWay = true;
    const past = await loading.catch(() => undefined);
    if (turn !== this.#turn) return;
    this.#isUnderWay = false;
    if (past) this.#options.take(past);
    if (!this.#isAskedAgain) return;
    this.#isAskedAgain = false;
    await this.#work();
  }
}
