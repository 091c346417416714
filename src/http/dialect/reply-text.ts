/**
 * The text of a long reply as it grows: ASCII in one buffer that is used again for every reply, so
 * that a depth of two hundred figures makes no garbage but the string that is sent. A reply is
 * written from `begin` to `take` without a pause, so one of these serves all. The buffer grows to
 * the longest reply there is, a thousand trades, and no further.
 */
import { formatUnits } from "../../money/decimal.ts";
import { STEPS_TEXT_MAX, writeSteps } from "../../money/decimal-bytes.ts";

const ROOM_START = 16 * 1024;
const NUMBER_MAX = BigInt(Number.MAX_SAFE_INTEGER);

export class ReplyText {
  #bytes = Buffer.allocUnsafe(ROOM_START);
  #length = 0;

  /** Begins anew, whatever became of the reply before. */
  begin(): this {
    this.#length = 0;
    return this;
  }

  /** Letters that stand in JSON as they are. */
  ascii(text: string): this {
    this.#makeRoom(text.length);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.#length = at;
    return this;
  }

  /** A number of ticks or lots as a decimal; with precision 0 any whole number. */
  steps(steps: number, precision: number): this {
    this.#makeRoom(STEPS_TEXT_MAX);
    this.#length = writeSteps(this.#bytes, this.#length, { steps, precision });
    return this;
  }

  /** The same for a sum that may be beyond 2^53. */
  units(units: bigint, scale: number): this {
    if (units > NUMBER_MAX) return this.ascii(formatUnits(units, scale));
    return this.steps(Number(units), scale);
  }

  /** What rests at a level: a bigint only where no number holds it. */
  lots(lots: number | bigint, precision: number): this {
    return typeof lots === "number" ? this.steps(lots, precision) : this.units(lots, precision);
  }

  take(): string {
    return this.#bytes.toString("latin1", 0, this.#length);
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
