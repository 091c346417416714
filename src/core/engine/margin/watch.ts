/**
 * The margin accounts to assess when a price moves or an hour ticks. An account that was assessed keeps
 * risk bounds: prices and sums of hourly rates within which its state cannot change. Only accounts whose bounds
 * are left are assessed again; the outcome is that of assessing all (MARG-WATCH-1). Nothing here is part
 * of the state: it is made anew when a snapshot is loaded.
 */
import { Heap } from "../../base/heap.ts";
import { PriceBounds } from "../../base/price-bounds.ts";
import { SideColumn } from "../../base/rows/side-column.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";

/** What can leave a bound: the price of an asset, the sum of its hourly rates. */
interface AssetBounds {
  readonly price: PriceBounds;
  readonly interest: Heap;
}

export class Watch {
  /** By asset id less one. */
  readonly #byAsset: AssetBounds[] = [];
  /** When the next warning of a warned account is due. */
  readonly #calls: Heap;
  /** By user: only bounds with this stamp count. */
  readonly #stamps = new SideColumn<number>();
  readonly #isCurrent = (user: UserId, stamp: number) => this.#stampOf(user) === stamp;

  constructor() {
    this.#calls = new Heap(this.#isCurrent);
  }

  #boundsOf(asset: AssetId): AssetBounds {
    while (this.#byAsset.length < asset) {
      const [price, interest] = [new PriceBounds(this.#isCurrent), new Heap(this.#isCurrent)];
      this.#byAsset.push({ price, interest });
    }
    return this.#byAsset[asset - 1] as AssetBounds;
  }

  /** How many bounds are kept, void ones included. */
  get size(): number {
    const sizes = this.#byAsset.map(({ price, interest }) => price.size + interest.size);
    return sizes.reduce((sum, size) => sum + size, this.#calls.size);
  }

  /** All bounds of the user are void. */
  forget(user: UserId): void {
    this.#stamps.set(user, this.#stampOf(user) + 1);
  }

  #stampOf(user: UserId): number {
    return this.#stamps.get(user) ?? 0;
  }

  /** Within its bound a price does not fall below `price`. */
  boundFall(user: UserId, asset: AssetId, price: bigint): void {
    this.#boundsOf(asset).price.setLow(user, price, this.#stampOf(user));
  }

  boundRise(user: UserId, asset: AssetId, price: bigint): void {
    this.#boundsOf(asset).price.setHigh(user, price, this.#stampOf(user));
  }

  boundInterest(user: UserId, asset: AssetId, rateSum: bigint): void {
    this.#boundsOf(asset).interest.push(rateSum, user, this.#stampOf(user));
  }

  boundCall(user: UserId, dueMs: number): void {
    this.#calls.push(BigInt(dueMs), user, this.#stampOf(user));
  }

  /** The account waits until the price of the asset is known again. */
  waitFor(user: UserId, asset: AssetId): void {
    this.#boundsOf(asset).price.wait(user);
  }

  /** An asset has a new index: accounts out of bounds are taken, and those that waited for it. */
  priced(asset: AssetId, price: bigint, take: (user: UserId) => void): void {
    const bounds = this.#boundsOf(asset).price;
    bounds.takeOutside(price, take);
    bounds.takeWaiting(take);
  }

  /** An hour has ticked: accounts whose interest is out of bounds, and whose next warning is due. */
  charged(asset: AssetId, rateSum: bigint, take: (user: UserId) => void): void {
    this.#boundsOf(asset).interest.takeBelow(rateSum, take);
  }

  due(timeMs: number, take: (user: UserId) => void): void {
    this.#calls.takeBelow(BigInt(timeMs) + 1n, take);
  }
}
