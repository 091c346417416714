/**
 * Where the columns of a table stand in its rows, worked out from one declaration: the columns in their order, each with its
 * kind. A row is numbers of 64 bits, the same bytes words of 32, and a column is told in the unit of its kind, as
 * the array counts in which it is read. A table takes constants from a layout when its module is loaded, so an
 * accessor is as short as with written ones. The picture of a row is held equal to the comments (test/row-pictures.test.ts).
 */
import { assert } from "../assert.ts";

const BYTES_OF_WORD = 4;
const WORDS_OF_NUMBER = 2;

/** One cell, an amount in two limbs, or as many cells as somebody else shares out. */
export type CellKind =
  | "number"
  | "word"
  | "amount"
  | { readonly numbers: number }
  | { readonly words: number };

declare const kindBrand: unique symbol;
/** Where a column of a kind begins in its row. */
export type ColumnOf<Kind extends CellKind> = number & { readonly [kindBrand]: Kind };

export interface RowLayout<Kinds extends Readonly<Record<string, CellKind>>> {
  readonly bytes: number;
  /** The numbers in a row, and the words. */
  readonly width: number;
  readonly words: number;
  readonly at: { readonly [Name in keyof Kinds]: ColumnOf<Kinds[Name]> };
  /** What stands in each number of a row: `| id | user, market |`. */
  readonly picture: string;
}

/** The row of so many bytes that the columns fill, in the order in which they are named. */
export function layOutRow<const Kinds extends Readonly<Record<string, CellKind>>>(
  bytes: number,
  kinds: Kinds,
): RowLayout<Kinds> {
  const at: Record<string, number> = {};
  /** Of what begins in one number of the row. */
  const titles: string[][] = [];
  /** In words. */
  let end = 0;
  for (const [name, kind] of Object.entries(kinds)) {
    const isAligned = end % WORDS_OF_NUMBER === 0;
    assert(isAligned || isOfWords(kind), `the column ${name} begins with a number`);
    at[name] = isOfWords(kind) ? end : end / WORDS_OF_NUMBER;
    if (isAligned) titles.push([]);
    titles.at(-1)?.push(titleOf(name, kind));
    end += wordsOf(kind);
  }
  assert(end * BYTES_OF_WORD === bytes, `the columns fill a row of ${bytes} bytes`);
  const width = end / WORDS_OF_NUMBER;
  assert(Number.isInteger(width), "a row is whole numbers");
  const picture = `| ${titles.map((begun) => begun.join(", ")).join(" | ")} |`;
  return { bytes, width, words: end, at: at as RowLayout<Kinds>["at"], picture };
}

function isOfWords(kind: CellKind): boolean {
  return kind === "word" || (typeof kind === "object" && "words" in kind);
}

function wordsOf(kind: CellKind): number {
  if (kind === "word") return 1;
  if (kind === "number") return WORDS_OF_NUMBER;
  if (kind === "amount") return 2 * WORDS_OF_NUMBER;
  return "words" in kind ? kind.words : kind.numbers * WORDS_OF_NUMBER;
}

/** `expectedLock` is shown as "expected lock", and of what is more than a cell, what it is made of. */
function titleOf(name: string, kind: CellKind): string {
  const title = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  if (kind === "amount") return `${title}: low, high`;
  if (typeof kind === "string") return title;
  return "words" in kind ? `${title}: ${kind.words} words` : `${title}: ${kind.numbers} numbers`;
}

/**
 * How far a row is shifted to find its cells, where it has a power of two of them: `(row << bits) | cell` is worked out without a
 * look for an overflow, in code that is shorter.
 */
export function bitsOf(cells: number): number {
  let bits = 0;
  while (2 ** bits < cells) bits++;
  assert(2 ** bits === cells, "the cells of a row that is shifted are a power of two");
  return bits;
}
