/**
 * The events of one command, in a list that is used again for the next: a new one for each command costs
 * as much memory as the events in it. As long as the longest command has made it.
 */
import type { Sink } from "./command-context.ts";

export class EventList<Event> implements Sink<Event> {
  readonly #events: (Event | undefined)[] = [];
  #count = 0;

  push(event: Event): void {
    this.#events[this.#count] = event;
    this.#count++;
  }

  /** Hands over each event in its order. The list is empty then, and holds none of them back. */
  drain(take: (event: Event) => void): void {
    const count = this.#count;
    this.#count = 0;
    for (let at = 0; at < count; at++) {
      const event = this.#events[at] as Event;
      this.#events[at] = undefined;
      take(event);
    }
  }
}
