/**
 * When the archivist is told how far the log is durable. Each telling costs both processes as much as some dozens of orders, so while
 * the log moves by little it is told only at every fourth tick; at once when much has come, when the log rests, or when somebody waits.
 */

/** So many positions are told at the next tick. */
export const WORTH_TELLING = 512;
const TICKS_PASSED_OVER = 3;
const TICKS_OF_REST = 2;

export class TellingPace {
  #told = -1;
  /** Ticks since it was told. */
  #passedOver = 0;
  /** The end of the log at the last tick, and for how many ticks it has been there. */
  #seen = -1;
  #resting = 0;

  /** Asked at every tick. */
  isDue(position: number, isAwaited: boolean): boolean {
    this.#resting = position === this.#seen ? this.#resting + 1 : 0;
    this.#seen = position;
    if (this.#resting >= TICKS_OF_REST || isAwaited) return true;
    return position - this.#told >= WORTH_TELLING || ++this.#passedOver > TICKS_PASSED_OVER;
  }

  told(position: number): void {
    this.#told = position;
    this.#passedOver = 0;
  }
}
