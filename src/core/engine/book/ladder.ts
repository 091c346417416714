/**
 * The price levels of one side of a book, sorted so that the best is last. The levels are kept in small
 * chunks: finding a price is two binary searches, and a new or empty level moves at most one chunk,
 * so the cost hardly grows with the book. `naive-book.ts` in the tests is its oracle.
 */
import { assert } from "../../base/assert.ts";
import type { PriceLevel, Side } from "../orders/order.ts";
import { NO_ORDER } from "../orders/order-rows.ts";

const CHUNK_MAX = 32;

interface Chunk {
  readonly ranks: number[];
  readonly levels: PriceLevel[];
}

export interface Ladder {
  readonly side: Side;
  /** Lowest rank of each chunk, in step with `chunks`; never empty but for an empty ladder. */
  readonly floors: number[];
  readonly chunks: Chunk[];
  /** By their numbers; undefined where a level went and no other has its number yet. The first number is 1. */
  readonly byNumber: (PriceLevel | undefined)[];
  readonly freeNumbers: number[];
  best: PriceLevel | undefined;
}

export function newLadder(side: Side): Ladder {
  return {
    side,
    floors: [],
    chunks: [],
    byNumber: [undefined],
    freeNumbers: [],
    best: undefined,
  };
}

/** The best bid is the highest price, the best ask the lowest: rank turns both into the highest. */
export function rankOf(side: Side, ticks: number): number {
  return side === "buy" ? ticks : 0 - ticks;
}

/** The level at a price, made if there is none. */
export function levelAt(ladder: Ladder, ticks: number): PriceLevel {
  const rank = rankOf(ladder.side, ticks);
  if (ladder.best?.rank === rank) return ladder.best;
  const chunkIndex = Math.max(lastAtMost(ladder.floors, rank), 0);
  const chunk = ladder.chunks[chunkIndex] ?? addChunk(ladder);
  const index = lastAtMost(chunk.ranks, rank);
  if (chunk.ranks[index] === rank) return chunk.levels[index] as PriceLevel;

  const level = newLevel(ladder, ticks, rank);
  insertAt(chunk.ranks, index + 1, rank);
  insertAt(chunk.levels, index + 1, level);
  ladder.floors[chunkIndex] = chunk.ranks[0] as number;
  if (chunk.ranks.length > CHUNK_MAX) splitChunk(ladder, chunkIndex);
  if (!ladder.best || rank > ladder.best.rank) ladder.best = level;
  return level;
}

function newLevel(ladder: Ladder, ticks: number, rank: number): PriceLevel {
  const { byNumber, freeNumbers } = ladder;
  const number = freeNumbers.pop() ?? byNumber.push(undefined) - 1;
  const level = { number, ticks, rank, lots: 0, carry: 0, first: NO_ORDER, last: NO_ORDER };
  byNumber[number] = level;
  return level;
}

/** Gives an empty ladder its levels, the best one last, in chunks that have room for as many again. */
export function fillLadder(ladder: Ladder, levels: readonly PriceLevel[]): void {
  const size = CHUNK_MAX / 2;
  for (let at = 0; at < levels.length; at += size) {
    const chunk = levels.slice(at, at + size);
    ladder.chunks.push({ ranks: chunk.map(({ rank }) => rank), levels: chunk });
    ladder.floors.push((chunk[0] as PriceLevel).rank);
  }
  for (const _level of levels) ladder.byNumber.push(undefined);
  for (const level of levels) ladder.byNumber[level.number] = level;
  ladder.best = levels.at(-1);
}

function addChunk(ladder: Ladder): Chunk {
  const chunk: Chunk = { ranks: [], levels: [] };
  ladder.chunks.push(chunk);
  return chunk;
}

function splitChunk(ladder: Ladder, index: number): void {
  const chunk = ladder.chunks[index] as Chunk;
  const half = chunk.ranks.length >> 1;
  const upper: Chunk = { ranks: chunk.ranks.splice(half), levels: chunk.levels.splice(half) };
  ladder.chunks.splice(index + 1, 0, upper);
  ladder.floors.splice(index + 1, 0, upper.ranks[0] as number);
}

/** Takes an empty level out. */
export function dropLevel(ladder: Ladder, level: PriceLevel): void {
  const chunkIndex = lastAtMost(ladder.floors, level.rank);
  const chunk = ladder.chunks[chunkIndex] as Chunk;
  const index = lastAtMost(chunk.ranks, level.rank);
  assert(chunk.levels[index] === level, "a level that goes was on the ladder");
  removeAt(chunk.ranks, index);
  removeAt(chunk.levels, index);
  if (chunk.ranks.length === 0) {
    ladder.chunks.splice(chunkIndex, 1);
    ladder.floors.splice(chunkIndex, 1);
  } else {
    ladder.floors[chunkIndex] = chunk.ranks[0] as number;
  }
  ladder.byNumber[level.number] = undefined;
  ladder.freeNumbers.push(level.number);
  if (ladder.best === level) ladder.best = ladder.chunks.at(-1)?.levels.at(-1);
}

/** What `splice` does for one item, without the list of removed ones that it makes. */
function insertAt<T>(list: T[], index: number, item: T): void {
  list.push(item);
  for (let i = list.length - 1; i > index; i--) list[i] = list[i - 1] as T;
  list[index] = item;
}

function removeAt<T>(list: T[], index: number): void {
  for (let i = index + 1; i < list.length; i++) list[i - 1] = list[i] as T;
  list.pop();
}

/** Index of the last number that is at most `rank`; -1 when all are above. */
function lastAtMost(sorted: readonly number[], rank: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= rank) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The levels, best first. */
export function* levelsOf(ladder: Ladder): Iterable<PriceLevel> {
  for (let c = ladder.chunks.length - 1; c >= 0; c--) {
    const { levels } = ladder.chunks[c] as Chunk;
    for (let i = levels.length - 1; i >= 0; i--) yield levels[i] as PriceLevel;
  }
}
