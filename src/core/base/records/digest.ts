/**
 * The running digest: a 64-bit number, kept as two signed 32-bit halves, into which every effect
 * on the state is folded. Two replays that differ anywhere differ here at the next batch
 * (LOG-DIGEST-1). It finds mistakes, not attackers: the log's SHA-256 chain is for those.
 */

/** [low, high]; an Int32Array so that folding never allocates. */
export type Digest = Int32Array;

export function newDigest(): Digest {
  return new Int32Array([0x6a09e667, 0x3c6ef372]);
}

function foldWord(digest: Digest, word: number): void {
  let low = Math.imul((digest[0] as number) ^ word, 0x2c1b3c6d);
  low ^= low >>> 15;
  let high = Math.imul((digest[1] as number) + low, 0x297a2d39);
  high ^= high >>> 16;
  digest[0] = low + Math.imul(high, 0x01000193);
  digest[1] = high;
}

/** Folds a whole number up to 2^53 in size, of either sign. */
export function foldNumber(digest: Digest, value: number): void {
  foldWord(digest, value | 0);
  if (value > 0x7fffffff || value < -0x80000000)
    foldWord(digest, Math.floor(value / 0x1_0000_0000));
}

const big = new BigInt64Array(1);
const halves = new Int32Array(big.buffer);

/** Folds the lowest 64 bits of a bigint: amounts that differ by 2^64 units do not happen by bug. */
export function foldBig(digest: Digest, value: bigint): void {
  big[0] = value;
  foldWord(digest, halves[0] as number);
  foldWord(digest, halves[1] as number);
}

/** The same of a bigint, or of the whole number that it is. */
export function foldAmount(digest: Digest, amount: number | bigint): void {
  if (typeof amount === "bigint") {
    foldBig(digest, amount);
    return;
  }
  foldWord(digest, amount | 0);
  foldWord(digest, Math.floor(amount / 0x1_0000_0000));
}

/** Folds the first `count` words, as each would be by itself; the digest is read and written once. */
export function foldWords(digest: Digest, words: Int32Array, count: number): void {
  let low = digest[0] as number;
  let high = digest[1] as number;
  for (let at = 0; at < count; at++) {
    low = Math.imul(low ^ (words[at] as number), 0x2c1b3c6d);
    low ^= low >>> 15;
    high = Math.imul(high + low, 0x297a2d39);
    high ^= high >>> 16;
    low = (low + Math.imul(high, 0x01000193)) | 0;
  }
  digest[0] = low;
  digest[1] = high;
}

export function foldText(digest: Digest, value: string): void {
  foldWord(digest, value.length);
  for (let i = 0; i < value.length; i++) foldWord(digest, value.charCodeAt(i));
}

export function foldBytes(digest: Digest, value: Uint8Array): void {
  foldWord(digest, value.length);
  for (const byte of value) foldWord(digest, byte);
}
