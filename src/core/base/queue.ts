/** Values in the order in which they came; the oldest leave first. */

/** The queue moves up when half of it, and at least so many, have left. */
const ROOM_MIN = 1024;

export class Queue<Value> {
  private readonly values: Value[] = [];
  /** Where the oldest is: those before it have left. */
  private first = 0;

  get size(): number {
    return this.values.length - this.first;
  }

  get oldest(): Value | undefined {
    return this.values[this.first];
  }

  push(value: Value): void {
    this.values.push(value);
  }

  dropOldest(): void {
    if (this.first === this.values.length) return;
    this.first++;
    if (this.first < ROOM_MIN || this.first * 2 < this.values.length) return;
    this.values.copyWithin(0, this.first);
    this.values.length -= this.first;
    this.first = 0;
  }

  /** Oldest first. */
  all(): readonly Value[] {
    return this.values.slice(this.first);
  }
}
