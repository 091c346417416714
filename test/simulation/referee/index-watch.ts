/**
 * Keeps the index prices beside the engine's: which source spoke when, which counts, what follows trades.
 * By the rules PRICE-INDEX-1 to PRICE-INDEX-5, as slowly as they read, and compared after every
 * command.
 */
import type { SetIndex, WithdrawIndex } from "../../../src/core/engine/prices/index-prices.ts";
import { indexPriceOf, isIndexStale } from "../../../src/core/engine/prices/index-prices.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { claim } from "./claim.ts";

const ONE = 10n ** 18n;
const SILENT_MS = 10_000;

interface SourcePrice {
  readonly source: string;
  readonly weight: bigint;
  readonly price: bigint;
  readonly atMs: number;
}

interface Index {
  sources: SourcePrice[];
  said: bigint;
  /** Of the last trade of its USDT pair. */
  traded: bigint;
  /** PRICE-INDEX-6: in 10^-8; 0 is anywhere. */
  moveMax: bigint;
  anchor: bigint;
}

export class IndexWatch {
  private readonly indices = new Map<number, Index>();
  /** Trades that have not moved an index yet: price by asset. */
  private readonly trades = new Map<number, bigint>();

  private indexOf(asset: number): Index {
    const found = this.indices.get(asset) ?? {
      sources: [],
      said: 0n,
      traded: 0n,
      moveMax: 0n,
      anchor: 0n,
    };
    this.indices.set(asset, found);
    return found;
  }

  /** After it was accepted. */
  speak({ asset, source, weight, price }: SetIndex, timeMs: number): void {
    const index = this.indexOf(asset);
    const others = index.sources.filter((told) => told.source !== source);
    index.sources = [...others, { source, weight: BigInt(weight), price, atMs: timeMs }];
    index.said = believed(liveAt(index, timeMs));
  }

  withdraw({ asset, source }: WithdrawIndex, timeMs: number): void {
    const index = this.indexOf(asset);
    const stoodAt = this.priceOf(asset, "");
    index.sources = index.sources.filter((told) => told.source !== source);
    if (index.sources.length === 0 && index.moveMax > 0n) index.anchor = stoodAt;
    const live = liveAt(index, timeMs);
    if (live.length > 0) index.said = believed(live);
  }

  /** PRICE-INDEX-3: remembered until the command, or the next one for a forced sale, is over. */
  trade(asset: number, price: bigint): void {
    this.trades.set(asset, price);
  }

  /** What was asked is done: the indices follow the trades. Was there any? */
  follow(): boolean {
    const isMoved = this.trades.size > 0;
    for (const [asset, price] of this.trades) {
      const index = this.indexOf(asset);
      index.traded = price;
      if (index.anchor === 0n && index.moveMax > 0n) index.anchor = price;
    }
    this.trades.clear();
    return isMoved;
  }

  priceOf(asset: number, name: string): bigint {
    if (name === "USDT") return ONE;
    const { sources, said, traded, moveMax, anchor } = this.indexOf(asset);
    if (sources.length > 0) return said;
    if (moveMax === 0n || anchor === 0n) return traded;
    const RATE = 100_000_000n;
    if (traded * RATE > anchor * (RATE + moveMax)) return (anchor * (RATE + moveMax)) / RATE;
    if (traded * RATE >= anchor * (RATE - moveMax)) return traded;
    return (anchor * (RATE - moveMax) + RATE - 1n) / RATE;
  }

  /** PRICE-INDEX-6: new terms. Does the price stand on other ground now? From rules 6 on a bound after a bound moves from where it did. */
  bound(asset: number, moveMax: number, rulesVersion: number): boolean {
    const index = this.indexOf(asset);
    const wasBounded = index.moveMax > 0n;
    const isBounded = moveMax > 0;
    const stoodAt = this.priceOf(asset, "");
    index.moveMax = BigInt(moveMax);
    if (!isBounded && !wasBounded) return false;
    const isKept = isBounded && wasBounded && rulesVersion >= 6;
    if (!isKept) index.anchor = isBounded ? stoodAt : 0n;
    return true;
  }

  /** PRICE-INDEX-6: a full hour has ticked. */
  tick(): void {
    for (const [asset, index] of this.indices) {
      if (index.moveMax > 0n) index.anchor = this.priceOf(asset, "");
    }
  }

  hasSource(asset: number): boolean {
    return this.indexOf(asset).sources.length > 0;
  }

  /** PRICE-INDEX-4 */
  isStale(asset: number, timeMs: number): boolean {
    const index = this.indexOf(asset);
    return index.sources.length > 0 && liveAt(index, timeMs).length === 0;
  }

  compare(state: ExchangeState, timeMs: number): void {
    for (const { id, name } of state.catalogue.assets) {
      const [ours, theirs] = [this.priceOf(id, name), indexPriceOf(state, id)];
      claim(ours === theirs, `PRICE-INDEX-1 the index of ${name} is ${ours}, not ${theirs}`);
      const isSame = this.isStale(id, timeMs) === isIndexStale(state, id, timeMs);
      claim(isSame, `PRICE-INDEX-4 the index of ${name} is stale when all are silent`);
    }
  }
}

/** PRICE-INDEX-5: the operator's price alone, while it stands. */
function liveAt({ sources }: Index, timeMs: number): SourcePrice[] {
  const operator = sources.filter(({ source }) => source === "operator");
  return operator.length > 0 ? operator : sources.filter(({ atMs }) => timeMs - atMs <= SILENT_MS);
}

/** PRICE-INDEX-2 */
function believed(live: readonly SourcePrice[]): bigint {
  const prices = live.map(({ price }) => price).sort((a, b) => (a < b ? -1 : 1));
  const middle = Math.floor((prices.length - 1) / 2);
  const twice = (prices[middle] ?? 0n) + (prices[prices.length - 1 - middle] ?? 0n);
  const isOff = ({ price }: SourcePrice) => {
    const off = 2n * price - twice;
    return (off > 0n ? off : -off) * 100n > 5n * twice;
  };
  const near = live.filter((told) => !isOff(told));
  if (live.length - near.length > 1) return halfUp(twice, 2n);
  const weights = near.reduce((sum, { weight }) => sum + weight, 0n);
  return halfUp(
    near.reduce((sum, { weight, price }) => sum + weight * price, 0n),
    weights,
  );
}

function halfUp(numerator: bigint, divisor: bigint): bigint {
  return ((numerator * 10n) / divisor) % 10n >= 5n ? numerator / divisor + 1n : numerator / divisor;
}
