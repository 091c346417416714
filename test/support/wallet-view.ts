/** A wallet as an object over its row, for tests that look at what it holds or plant a fault in it. */
import type { Area } from "../../src/core/engine/ledger/area.ts";
import type { Ledger, Wallet } from "../../src/core/engine/ledger/ledger.ts";

export class WalletView {
  readonly #ledger: Ledger;
  readonly wallet: Wallet;

  constructor(ledger: Ledger, wallet: Wallet) {
    this.#ledger = ledger;
    this.wallet = wallet;
  }

  get user(): number {
    return this.#ledger.wallets.userOf(this.wallet);
  }

  get asset(): number {
    return this.#ledger.wallets.assetOf(this.wallet);
  }

  get free(): bigint {
    return this.#ledger.wallets.free(this.wallet);
  }

  set free(free: bigint) {
    this.#ledger.wallets.set(this.wallet, { free });
  }

  get locked(): bigint {
    return this.#ledger.wallets.locked(this.wallet);
  }

  set locked(locked: bigint) {
    this.#ledger.wallets.set(this.wallet, { locked });
  }

  get expectedLock(): bigint {
    return this.#ledger.wallets.expectedLock(this.wallet);
  }

  set expectedLock(expectedLock: bigint) {
    this.#ledger.wallets.set(this.wallet, { expectedLock });
  }
}

/** The wallet of a user, made if there is none. */
export function viewOf(ledger: Ledger, area: Area, user: number, asset: number): WalletView {
  return new WalletView(ledger, ledger.wallets.open(area, user, asset));
}

/** All wallets of an area, by user, then asset. */
export function viewsIn(ledger: Ledger, area: Area): WalletView[] {
  return [...ledger.wallets.in(area)].map((wallet) => new WalletView(ledger, wallet));
}
