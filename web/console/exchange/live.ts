/**
 * A value that changes, with its followers. Stores of the console are made of these, and a view
 * draws again only when one that it reads has changed: never the whole page for one message.
 */

export interface Live<T> {
  readonly value: T;
  /** Calls the listener after every change, until the returned function is called. */
  follow(listener: () => void): () => void;
}

export class LiveValue<T> implements Live<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
