/**
 * The referee's own accounts: what everyone must have, worked out from movements and trades alone
 * by the letter of rulebook 1.2 and 2.5, and compared with the ledger after every command.
 */
import type { Pair } from "../../src/engine/catalogue/catalogue.ts";
import type { Movement } from "../../src/engine/ledger/movements.ts";
import type { Traded } from "../../src/engine/spot/spot.ts";
import type { ExchangeState } from "../../src/engine/state.ts";

const ONE = 100_000_000n;

export interface Parties {
  readonly buyer: number;
  readonly seller: number;
  readonly buyerRate: number;
  readonly sellerRate: number;
}

export class Accounts {
  /** By `user/asset`: free and locked together; the locks are I-3's business. */
  private readonly users = new Map<string, bigint>();
  private readonly fee = new Map<number, bigint>();
  private readonly external = new Map<number, bigint>();

  move({ direction, user, asset, amount }: Movement): void {
    const change = direction === "in" ? amount : -amount;
    this.change(user, asset, change);
    this.external.set(asset, (this.external.get(asset) ?? 0n) - change);
  }

  private change(user: number, asset: number, amount: bigint): void {
    const key = `${user}/${asset}`;
    this.users.set(key, (this.users.get(key) ?? 0n) + amount);
  }

  /** I-6: moves the money of a trade, and says what was remarkable about its fees. */
  settle(pair: Pair, { ticks, lots, buyerFee, sellerFee }: Traded, parties: Parties): string[] {
    const value = BigInt(ticks) * BigInt(lots) * pair.quoteUnit;
    const bought = BigInt(lots) * pair.baseUnit;
    const seen = [
      ...this.checkFee({ received: bought, rate: parties.buyerRate, asset: pair.base }, buyerFee),
      ...this.checkFee({ received: value, rate: parties.sellerRate, asset: pair.quote }, sellerFee),
    ];
    this.change(parties.buyer, pair.quote, -value);
    this.change(parties.seller, pair.quote, value - sellerFee);
    this.change(parties.seller, pair.base, -bought);
    this.change(parties.buyer, pair.base, bought - buyerFee);
    this.fee.set(pair.quote, (this.fee.get(pair.quote) ?? 0n) + sellerFee);
    this.fee.set(pair.base, (this.fee.get(pair.base) ?? 0n) + buyerFee);
    return seen;
  }

  /** NUM-ROUND-2, NUM-ROUND-3 */
  private checkFee(
    { received, rate, asset }: { received: bigint; rate: number; asset: number },
    fee: bigint,
  ): string[] {
    const share = received * BigInt(Math.abs(rate));
    const held = this.fee.get(asset) ?? 0n;
    const rebate = share / ONE < held ? share / ONE : held;
    const due = rate >= 0 ? (share + ONE - 1n) / ONE : -rebate;
    if (fee !== due) throw new Error(`I-6 the fee on ${received} at ${rate} is ${due}, not ${fee}`);
    if (rate > 0 && fee === received) return ["fee of everything received"];
    if (rate >= 0) return [];
    return [
      ...(fee < 0n ? ["rebate paid"] : []),
      ...(share / ONE > held ? ["rebate capped by FEE"] : []),
    ];
  }

  compare({ ledger, catalogue }: ExchangeState): void {
    for (const wallets of ledger.spot) {
      for (const wallet of wallets) {
        if (!wallet) continue;
        const { user, asset, free, locked } = wallet;
        const due = this.users.get(`${user}/${asset}`) ?? 0n;
        if (free + locked !== due) {
          throw new Error(`I-6 user ${user} has ${due} of asset ${asset}, not ${free + locked}`);
        }
      }
    }
    for (const { id, name } of catalogue.assets) {
      const { fee = 0n, external = 0n } = ledger.houses[id - 1] ?? {};
      const isDue = fee === (this.fee.get(id) ?? 0n) && external === (this.external.get(id) ?? 0n);
      if (!isDue) throw new Error(`I-6 the house has what it was paid of ${name}`);
    }
  }
}
