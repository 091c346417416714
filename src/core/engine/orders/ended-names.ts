/**
 * Names of ended orders, each a row: found by the first hash, and linked in the order in which they ended, so that the oldest
 * goes first. client-ids.ts says how long they count.
 *
 *   | order | ended at | first hash, second hash | user, next |
 */
import { RowIndex } from "../../base/rows/row-index.ts";
import { layOutRow } from "../../base/rows/row-layout.ts";
import { NONE, type Room, RowSpace } from "../../base/rows/row-space.ts";
import type { OrderId } from "./order.ts";

export interface EndedName {
  readonly low: number;
  readonly high: number;
  readonly order: OrderId;
  readonly endedAt: number;
  /** Hashes can be made to collide on purpose; no user may take another's names that way. */
  readonly user: number;
}

export const NAME_ROW = layOutRow(32, {
  order: "number",
  endedAt: "number",
  firstHash: "word",
  secondHash: "word",
  user: "word",
  next: "word",
});
const { width: WIDTH, words: WORDS } = NAME_ROW;
const { order: ORDER, endedAt: ENDED_AT } = NAME_ROW.at;
const { firstHash: FIRST_HASH, secondHash: SECOND_HASH, user: USER, next: NEXT } = NAME_ROW.at;

export class EndedNames {
  readonly countMax: number;
  count = 0;
  private readonly space: RowSpace;
  private readonly index = new RowIndex();
  private numbers: Float64Array = new Float64Array(0);
  private words: Int32Array = new Int32Array(0);
  private oldest = NONE;
  private newest = NONE;
  /** Free rows are linked like the others. */
  private firstFree = NONE;

  constructor(countMax: number, room?: Room) {
    this.countMax = countMax;
    this.space = new RowSpace({
      rowsMax: countMax,
      widths: [NAME_ROW.bytes],
      ...(room && { room }),
    });
    this.look();
  }

  private look(): void {
    const [part] = this.space.parts as readonly [ArrayBufferLike];
    this.numbers = new Float64Array(part);
    this.words = new Int32Array(part);
  }

  /** As the newest; there must be room. */
  push({ low, high, order, endedAt, user }: EndedName): void {
    const row = this.take();
    const { numbers, words } = this;
    numbers[row * WIDTH + ORDER] = order;
    numbers[row * WIDTH + ENDED_AT] = endedAt;
    words[row * WORDS + FIRST_HASH] = low;
    words[row * WORDS + SECOND_HASH] = high;
    words[row * WORDS + USER] = user;
    words[row * WORDS + NEXT] = NONE;
    if (this.newest === NONE) this.oldest = row;
    else words[this.newest * WORDS + NEXT] = row;
    this.newest = row;
    this.index.add(low, row);
    this.count++;
  }

  private take(): number {
    const free = this.firstFree;
    if (free !== NONE) {
      this.firstFree = this.words[free * WORDS + NEXT] as number;
      return free;
    }
    const isMoving = this.space.isFull;
    const row = this.space.take();
    if (isMoving) this.look();
    return row;
  }

  dropOldest(): void {
    const { words, oldest: row } = this;
    this.index.remove(words[row * WORDS + FIRST_HASH] as number, row);
    this.oldest = words[row * WORDS + NEXT] as number;
    if (this.oldest === NONE) this.newest = NONE;
    words[row * WORDS + NEXT] = this.firstFree;
    this.firstFree = row;
    this.count--;
  }

  /** When the oldest ended; there must be one. */
  oldestEndedAt(): number {
    return this.numbers[this.oldest * WIDTH + ENDED_AT] as number;
  }

  /** The first row with a hash, and the next; 0 when there is no more. */
  first(low: number): number {
    return this.index.first(low);
  }

  next(): number {
    return this.index.next();
  }

  orderOf(row: number): OrderId {
    return this.numbers[row * WIDTH + ORDER] as number;
  }

  endedAt(row: number): number {
    return this.numbers[row * WIDTH + ENDED_AT] as number;
  }

  /** Whether it is a name of this user with this second hash. */
  isOf(row: number, user: number, high: number): boolean {
    const { words } = this;
    return words[row * WORDS + USER] === user && words[row * WORDS + SECOND_HASH] === high;
  }

  /** All of them, oldest first: for snapshots. */
  *all(): Iterable<EndedName> {
    const { words } = this;
    for (let row = this.oldest; row !== NONE; row = words[row * WORDS + NEXT] as number) {
      yield {
        low: words[row * WORDS + FIRST_HASH] as number,
        high: words[row * WORDS + SECOND_HASH] as number,
        order: this.orderOf(row),
        endedAt: this.endedAt(row),
        user: words[row * WORDS + USER] as number,
      };
    }
  }
}
