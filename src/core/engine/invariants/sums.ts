/**
 * Amounts added up by user and by an asset or a contract of the user. The check of the
 * invariants adds up what every account should have and takes each sum out when it reads the account; what is
 * left belongs to no account.
 */

/** More than there may be of assets, pairs or contracts; with 8,000,000 users far below 2^53. */
const PLACES = 2 ** 16;

export class Sums {
  readonly #sums = new Map<number, bigint>();

  add(user: number, place: number, amount: bigint): void {
    const key = user * PLACES + place;
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount);
  }

  take(user: number, place: number): bigint {
    const key = user * PLACES + place;
    const sum = this.#sums.get(key) ?? 0n;
    this.#sums.delete(key);
    return sum;
  }

  get isEmpty(): boolean {
    return this.#sums.size === 0;
  }
}
