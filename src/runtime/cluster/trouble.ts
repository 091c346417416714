/** What is wrong for a while is met again and again: it is said once, until another thing is wrong or all is well. */
export class Trouble {
  readonly #report: (sentence: string) => void;
  #last: string | undefined;

  constructor(report: (sentence: string) => void) {
    this.#report = report;
  }

  /** A sentence that tells times differs from look to look: what it is about is named besides. */
  say(sentence: string, about = sentence): void {
    if (about !== this.#last) this.#report(sentence);
    this.#last = about;
  }

  /** All is well: what is wrong next is said, also if it is the same again. */
  end(): void {
    this.#last = undefined;
  }
}
