/**
 * The price levels of one side of a book, sorted so that the best is last. A page has the levels of 32 neighbouring prices, and
 * a bit for each that is there: a level comes and goes without a search, and moves few others. Pages are found by the last bits
 * of their numbers, or else by two binary searches in ladder-pages.ts, so the cost hardly grows with the book, and prices that
 * are chosen to be far apart cost no more than those searches. `naive-book.ts` in the tests is its oracle.
 */
import { assert } from "../../base/assert.ts";
import { insertAt, removeAt } from "../../base/short-list.ts";
import type { PriceLevel, Side } from "../orders/order.ts";
import { NO_ORDER } from "../orders/order-rows.ts";
import {
  addPage,
  bestPage,
  findPage,
  type LadderPage,
  type LadderPages,
  newPages,
  PAGE_PRICES,
  pagesOf,
  removePage,
} from "./ladder-pages.ts";

export interface Ladder {
  readonly side: Side;
  readonly pages: LadderPages;
  /** By their numbers; undefined where a level went and no other has its number yet. The first number is 1. */
  readonly byNumber: (PriceLevel | undefined)[];
  readonly freeNumbers: number[];
  best: PriceLevel | undefined;
  /** What rests at a price and does not show (SPOT-ICE-2): of few prices, and of most books none. */
  readonly hidden: Map<number, bigint>;
}

export function newLadder(side: Side): Ladder {
  const pages = newPages();
  const hidden = new Map<number, bigint>();
  return { side, pages, byNumber: [undefined], freeNumbers: [], best: undefined, hidden };
}

/** The best bid is the highest price, the best ask the lowest: rank turns both into the highest. */
export function rankOf(side: Side, ticks: number): number {
  return side === "buy" ? ticks : 0 - ticks;
}

/** The level at a price, made if there is none. */
export function levelAt(ladder: Ladder, ticks: number): PriceLevel {
  const rank = rankOf(ladder.side, ticks);
  const number = pageNumberOf(rank);
  const page = findPage(ladder.pages, number) ?? addPage(ladder.pages, number);
  const bit = bitOf(number, rank);
  const place = worseThan(page, bit);
  if ((page.bits & bit) !== 0) return levelIn(ladder, page, place);

  const level = newLevel(ladder, ticks, rank);
  enterLevel(page, bit, place, level.number);
  if (!ladder.best || rank > ladder.best.rank) ladder.best = level;
  return level;
}

function pageNumberOf(rank: number): number {
  return Math.floor(rank / PAGE_PRICES);
}

function bitOf(number: number, rank: number): number {
  return 1 << (rank - number * PAGE_PRICES);
}

/** How many levels of the page are worse than the one of this bit. */
function worseThan({ bits }: LadderPage, bit: number): number {
  return bitsIn(bits & (bit - 1));
}

/** Sums of pairs of bits, of fours and eights, then of all bytes at once. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function newLevel(ladder: Ladder, ticks: number, rank: number): PriceLevel {
  const { byNumber, freeNumbers } = ladder;
  const number = freeNumbers.pop() ?? byNumber.push(undefined) - 1;
  const level = { number, ticks, rank, lots: 0, carry: 0, first: NO_ORDER, last: NO_ORDER };
  byNumber[number] = level;
  return level;
}

function enterLevel(page: LadderPage, bit: number, place: number, level: number): void {
  insertAt(page.levels, place, level);
  page.bits |= bit;
}

/** Gives an empty ladder its levels, the best one last. */
export function fillLadder(ladder: Ladder, levels: readonly PriceLevel[]): void {
  let page: LadderPage | undefined;
  for (const _level of levels) ladder.byNumber.push(undefined);
  for (const level of levels) {
    const number = pageNumberOf(level.rank);
    if (page?.number !== number) page = addPage(ladder.pages, number);
    enterLevel(page, bitOf(number, level.rank), page.levels.length, level.number);
    ladder.byNumber[level.number] = level;
  }
  ladder.best = levels.at(-1);
}

/** Takes an empty level out. */
export function dropLevel(ladder: Ladder, level: PriceLevel): void {
  const number = pageNumberOf(level.rank);
  const page = findPage(ladder.pages, number);
  const bit = bitOf(number, level.rank);
  const place = page === undefined ? 0 : worseThan(page, bit);
  const isThere = page?.levels[place] === level.number && ladder.byNumber[level.number] === level;
  assert(isThere, "a level that goes was on the ladder");
  removeAt(page.levels, place);
  page.bits &= ~bit;
  if (page.bits === 0) removePage(ladder.pages, page);
  ladder.byNumber[level.number] = undefined;
  ladder.freeNumbers.push(level.number);
  if (ladder.best === level) ladder.best = bestLevel(ladder);
}

function bestLevel(ladder: Ladder): PriceLevel | undefined {
  const page = bestPage(ladder.pages);
  return page === undefined ? undefined : levelIn(ladder, page, page.levels.length - 1);
}

export function levelIn({ byNumber }: Ladder, { levels }: LadderPage, place: number): PriceLevel {
  return byNumber[levels[place] as number] as PriceLevel;
}

/** The levels, best first. */
export function* levelsOf(ladder: Ladder): Iterable<PriceLevel> {
  for (const page of pagesOf(ladder.pages)) {
    for (let at = page.levels.length - 1; at >= 0; at--) yield levelIn(ladder, page, at);
  }
}
