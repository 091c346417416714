/**
 * The pages of a ladder, sorted by their numbers in small chunks: a new or empty page moves at most one chunk. Beside them
 * stands a table that remembers a page for the last bits of its number, and is only ever a hint: of pages that share a place
 * one is found at once, the others are searched for.
 */
import { assert } from "../../base/assert.ts";
import { insertAt, removeAt } from "../../base/short-list.ts";

/** As many as a word has bits. */
export const PAGE_PRICES = 32;
const CHUNK_MAX = 32;
/** Places of the table: more than pages, so that neighbours have places of their own. */
const PLACES_MIN = 16;
const PLACES_MAX = 2 ** 12;

export interface LadderPage {
  /** Its lowest rank, in pages. */
  readonly number: number;
  /** Which of its prices have a level. */
  bits: number;
  /** The numbers of the levels that are there, the best one last. */
  readonly levels: number[];
}

interface Chunk {
  readonly numbers: number[];
  readonly pages: LadderPage[];
}

export interface LadderPages {
  /** The lowest number of each chunk, in step with `chunks`; never empty but for an empty ladder. */
  readonly floors: number[];
  readonly chunks: Chunk[];
  places: (LadderPage | undefined)[];
  count: number;
}

export function newPages(): LadderPages {
  return { floors: [], chunks: [], places: newPlaces(PLACES_MIN), count: 0 };
}

function newPlaces(count: number): (LadderPage | undefined)[] {
  return new Array<LadderPage | undefined>(count).fill(undefined);
}

/** Undefined when none of its prices has a level. */
export function findPage(pages: LadderPages, number: number): LadderPage | undefined {
  const { places } = pages;
  const place = number & (places.length - 1);
  const placed = places[place];
  if (placed !== undefined && placed.number === number) return placed;
  const chunk = pages.chunks[lastAtMost(pages.floors, number)];
  if (chunk === undefined) return undefined;
  const found = chunk.pages[lastAtMost(chunk.numbers, number)];
  if (found?.number !== number) return undefined;
  places[place] = found;
  return found;
}

/** The page must be missing. */
export function addPage(pages: LadderPages, number: number): LadderPage {
  const { floors, chunks, places } = pages;
  const page: LadderPage = { number, bits: 0, levels: [] };
  const at = Math.max(lastAtMost(floors, number), 0);
  const chunk = chunks[at] ?? addChunk(pages);
  const index = lastAtMost(chunk.numbers, number) + 1;
  insertAt(chunk.numbers, index, number);
  insertAt(chunk.pages, index, page);
  floors[at] = chunk.numbers[0] as number;
  if (chunk.numbers.length > CHUNK_MAX) splitChunk(pages, at);
  places[number & (places.length - 1)] = page;
  pages.count++;
  // What the smaller table held is found anew.
  if (pages.count > places.length && places.length < PLACES_MAX) {
    pages.places = newPlaces(2 * places.length);
  }
  return page;
}

function addChunk({ chunks }: LadderPages): Chunk {
  const chunk: Chunk = { numbers: [], pages: [] };
  chunks.push(chunk);
  return chunk;
}

function splitChunk({ floors, chunks }: LadderPages, at: number): void {
  const chunk = chunks[at] as Chunk;
  const half = chunk.numbers.length >> 1;
  const upper: Chunk = { numbers: chunk.numbers.splice(half), pages: chunk.pages.splice(half) };
  chunks.splice(at + 1, 0, upper);
  floors.splice(at + 1, 0, upper.numbers[0] as number);
}

/** Takes an empty page out. */
export function removePage(pages: LadderPages, page: LadderPage): void {
  const { floors, chunks, places } = pages;
  const at = lastAtMost(floors, page.number);
  const chunk = chunks[at] as Chunk;
  const index = lastAtMost(chunk.numbers, page.number);
  assert(chunk.pages[index] === page, "a page that goes was on the ladder");
  removeAt(chunk.numbers, index);
  removeAt(chunk.pages, index);
  if (chunk.numbers.length === 0) {
    chunks.splice(at, 1);
    floors.splice(at, 1);
  } else {
    floors[at] = chunk.numbers[0] as number;
  }
  const place = page.number & (places.length - 1);
  if (places[place] === page) places[place] = undefined;
  pages.count--;
}

export function bestPage({ chunks }: LadderPages): LadderPage | undefined {
  return chunks.at(-1)?.pages.at(-1);
}

/** The pages, best first. */
export function* pagesOf({ chunks }: LadderPages): Iterable<LadderPage> {
  for (let at = chunks.length - 1; at >= 0; at--) {
    const { pages } = chunks[at] as Chunk;
    for (let index = pages.length - 1; index >= 0; index--) yield pages[index] as LadderPage;
  }
}

/** Index of the last number that is at most `wanted`; -1 when all are above. */
function lastAtMost(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
