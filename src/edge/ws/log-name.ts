/**
 * What `log` names: the line of commands that positions count, and behind it the process that told. All processes that follow
 * one line have the first half in common: to each of them a place among events means the same. How often a state was told, and
 * when, only the process itself knows. STREAM-RESUME-5.
 */

export class LogName {
  readonly #lines: () => readonly string[];
  readonly #own: string;

  /** `lines` are the names of the line, the present one first; all have one length. */
  constructor(lines: () => readonly string[], own: string) {
    this.#lines = lines;
    this.#own = own;
  }

  get text(): string {
    return `${this.#lines()[0]}${this.#own}`;
  }

  /** Where a number was told that comes with this name: by this process, by another one of its line, or in another log. */
  tellerOf(log: string): "here" | "elsewhere" | "other_log" {
    for (const line of this.#lines()) {
      if (!log.startsWith(line)) continue;
      return log.slice(line.length) === this.#own ? "here" : "elsewhere";
    }
    return "other_log";
  }
}
