/**
 * I-20: what a replay posted to users, followed entry by entry during a verification. Each entry goes on where the one before it of
 * the same balance ended, and between two batches the last of each is what the state has.
 */
import { assert } from "../../core/base/assert.ts";
import type { PostedRows } from "../../core/engine/ledger/journal.ts";
import type { Wallet } from "../../core/engine/ledger/ledger.ts";
import type { ExchangeState } from "../../core/engine/state.ts";

export class EntryCheck {
  readonly #state: ExchangeState;
  readonly #wallets = new Map<Wallet, bigint>();
  /** Isolated margins by the ids of their positions. */
  readonly #margins = new Map<number, bigint>();
  readonly broken: string[] = [];

  /** Begins at a state whose past is not looked at. */
  constructor(state: ExchangeState) {
    this.#state = state;
    for (const wallet of walletsOf(state)) this.#wallets.set(wallet, totalOf(state, wallet));
    for (const { id, margin } of state.futures.positions.all()) this.#margins.set(id, margin);
  }

  see(rows: PostedRows): void {
    for (let row = 0; row < rows.count; row++) {
      const position = rows.position(row);
      const name = `${rows.user(row)} in ${rows.area(row)}, asset ${rows.asset(row)}`;
      if (position > 0) this.#follow(this.#margins, position, { rows, row, name });
      else this.#follow(this.#wallets, this.#walletOf(rows, row), { rows, row, name });
    }
  }

  #walletOf(rows: PostedRows, row: number): Wallet {
    const { wallets } = this.#state.ledger;
    const wallet = wallets.find(rows.area(row), rows.user(row), rows.asset(row));
    assert(wallet !== undefined, "what was posted to is there");
    return wallet;
  }

  #follow<K>(
    held: Map<K, bigint>,
    key: K,
    { rows, row, name }: { rows: PostedRows; row: number; name: string },
  ): void {
    const balance = rows.balance(row);
    const before = held.get(key) ?? 0n;
    if (before + rows.change(row) !== balance)
      this.broken.push(`I-20 an entry of user ${name} goes on where the one before ended`);
    held.set(key, balance);
  }

  /** Between two batches. A position that ended took its margin with it. */
  compare(): void {
    const state = this.#state;
    for (const wallet of walletsOf(state)) {
      if (totalOf(state, wallet) === (this.#wallets.get(wallet) ?? 0n)) continue;
      const { wallets } = state.ledger;
      const name = `${wallets.userOf(wallet)}, asset ${wallets.assetOf(wallet)}`;
      this.broken.push(`I-20 the entries of user ${name} add up to the balance`);
    }
    for (const { id, margin } of state.futures.positions.all()) {
      if (margin !== (this.#margins.get(id) ?? 0n))
        this.broken.push(`I-20 the entries of position ${id} add up to its margin`);
    }
    this.#forgetEnded();
  }

  #forgetEnded(): void {
    for (const [id, margin] of this.#margins) {
      if (this.#state.futures.positions.get(id)) continue;
      if (margin !== 0n) this.broken.push(`I-20 position ${id} ended without its margin`);
      this.#margins.delete(id);
    }
  }
}

function* walletsOf({ ledger: { wallets } }: ExchangeState): Iterable<Wallet> {
  yield* wallets.in("spot");
  yield* wallets.in("margin");
  yield* wallets.in("futures");
}

function totalOf({ ledger: { wallets } }: ExchangeState, wallet: Wallet): bigint {
  return wallets.free(wallet) + wallets.locked(wallet);
}
