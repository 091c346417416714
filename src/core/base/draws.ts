/**
 * Chance from a seed: the numbers of one step depend on the seed and the step and on nothing else,
 * so that the same two give the same draws, in any process and after any restart.
 */

/** The fractions of three irrational numbers in 32 bits: odd, and without a pattern. */
const GOLDEN = 0x9e37_79b9;
const ROOT_OF_TWO = 0x6a09_e667;
const ROOT_OF_THREE = 0xbb67_ae85;

export class Draws {
  #word: number;

  constructor(seed: number, step: number) {
    const high = Math.trunc(step / 2 ** 32);
    this.#word = stir(stir(stir(seed) ^ step) + high);
  }

  /** A whole number from 0 to `limit` - 1. For limits far below 2^32 each is as likely. */
  below(limit: number): number {
    this.#word = (this.#word + GOLDEN) | 0;
    return (stir(this.#word) >>> 0) % limit;
  }
}

/** Spreads every bit of a 32-bit word over all of them; no two words give the same. */
function stir(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, ROOT_OF_TWO);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, ROOT_OF_THREE);
  return mixed ^ (mixed >>> 16);
}
