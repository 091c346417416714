/**
 * The referee's own accounts: what every user must have in each area, and what the house accounts
 * must have, worked out from events alone by the letter of rulebook 1.2, 2.5 and 3, and compared
 * with the ledger after every command. Spot money changes here by a movement, a trade of a spot
 * order or a transfer, and by nothing else: so nothing of margin ever reached it (MARG-ACC-1). What
 * a user has in futures is one number here, margins included; futures-watch.ts splits it.
 */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Area } from "../../../src/core/engine/ledger/area.ts";
import {
  balancesIn,
  findBalance,
  type HouseAccounts,
  type Ledger,
} from "../../../src/core/engine/ledger/ledger.ts";
import type { Movement } from "../../../src/core/engine/ledger/movements.ts";
import type { Insured, LossCovered, Transferred } from "../../../src/core/engine/margin/margin.ts";
import type { Borrowed, Repaid } from "../../../src/core/engine/spot/settlement-account.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { claim } from "./claim.ts";

const ONE = 100_000_000n;
const NOTHING = { free: 0n, locked: 0n };

const HOUSE_ACCOUNTS = [
  "external",
  "fee",
  "interest",
  "loanPool",
  "marginInsurance",
  "marginBadDebt",
  "futuresInsurance",
  "futuresBadDebt",
  "funding",
] as const satisfies readonly (keyof HouseAccounts)[];

const FUNDS = {
  loan_pool: "loanPool",
  margin_insurance: "marginInsurance",
  futures_insurance: "futuresInsurance",
} as const;

export interface Party {
  readonly area: Area;
  readonly user: number;
  readonly rate: number;
}

export interface Parties {
  readonly buyer: Party;
  readonly seller: Party;
}

/** The fee on what was received (NUM-ROUND-2, NUM-ROUND-3); `held` is what FEE can pay back. */
export function feeDue(received: bigint, rate: number, held: bigint): bigint {
  const share = received * BigInt(Math.abs(rate));
  if (rate >= 0) return (share + ONE - 1n) / ONE;
  return share / ONE < held ? -(share / ONE) : -held;
}

export class Accounts {
  /** By area, user and asset: free and locked together; the locks are I-3's business. */
  private readonly users: Readonly<Record<Area, bigint[][]>> = {
    spot: [],
    margin: [],
    futures: [],
  };
  /** By asset id less one. */
  private readonly houses: HouseAccounts[] = [];

  totalOf(area: Area, user: number, asset: number): bigint {
    return this.users[area][user]?.[asset] ?? 0n;
  }

  houseOf(asset: number): HouseAccounts {
    while (this.houses.length < asset) {
      const lending = { interest: 0n, loanPool: 0n, marginInsurance: 0n, marginBadDebt: 0n };
      const futures = { futuresInsurance: 0n, futuresBadDebt: 0n, funding: 0n };
      this.houses.push({ external: 0n, fee: 0n, ...lending, ...futures });
    }
    return this.houses[asset - 1] as HouseAccounts;
  }

  give(area: Area, user: number, asset: number, amount: bigint): void {
    const before = this.totalOf(area, user, asset);
    const row = this.users[area][user] ?? [];
    this.users[area][user] = row;
    row[asset] = before + amount;
  }

  move({ direction, user, asset, amount, place }: Movement): void {
    const change = direction === "in" ? amount : -amount;
    const house = this.houseOf(asset);
    house.external -= change;
    if (place === "spot") this.give("spot", user, asset, change);
    else house[FUNDS[place]] += change;
  }

  transfer({ user, from, to, asset, amount }: Transferred): void {
    this.give(from, user, asset, -amount);
    this.give(to, user, asset, amount);
  }

  borrow({ user, asset, amount }: Borrowed): void {
    this.houseOf(asset).loanPool -= amount;
    this.give("margin", user, asset, amount);
    claim(this.houseOf(asset).loanPool >= 0n, `MARG-BORROW-3 the pool of asset ${asset} has it`);
  }

  repay({ user, asset, interest, principal }: Repaid): void {
    this.give("margin", user, asset, -interest - principal);
    this.houseOf(asset).interest += interest;
    this.houseOf(asset).loanPool += principal;
  }

  insure({ user, asset, amount }: Insured): void {
    this.give("margin", user, asset, -amount);
    this.houseOf(asset).marginInsurance += amount;
  }

  /** MARG-LOSS-1: the insurance as far as it reaches, then bad debt. */
  cover({ asset, principal, insured }: LossCovered): void {
    const house = this.houseOf(asset);
    const due = principal < house.marginInsurance ? principal : house.marginInsurance;
    claim(insured === due, `MARG-LOSS-1 insurance pays ${due} of ${principal}, not ${insured}`);
    house.marginInsurance -= insured;
    house.marginBadDebt -= principal - insured;
    house.loanPool += principal;
  }

  /** I-6: moves the money of a trade, and says what was remarkable about its fees. */
  settle(pair: Pair, trade: Traded, { buyer, seller }: Parties): string[] {
    const { ticks, lots, buyerFee, sellerFee } = trade;
    const value = BigInt(ticks) * BigInt(lots) * pair.quoteUnit;
    const bought = BigInt(lots) * pair.baseUnit;
    const seen = [
      ...this.checkFee({ received: bought, rate: buyer.rate, asset: pair.base }, buyerFee),
      ...this.checkFee({ received: value, rate: seller.rate, asset: pair.quote }, sellerFee),
    ];
    this.give(seller.area, seller.user, pair.quote, value - sellerFee);
    this.give(buyer.area, buyer.user, pair.base, bought - buyerFee);
    this.give(buyer.area, buyer.user, pair.quote, -value);
    this.give(seller.area, seller.user, pair.base, -bought);
    this.houseOf(pair.quote).fee += sellerFee;
    this.houseOf(pair.base).fee += buyerFee;
    return seen;
  }

  private checkFee(
    { received, rate, asset }: { received: bigint; rate: number; asset: number },
    fee: bigint,
  ): string[] {
    const held = this.houseOf(asset).fee;
    const due = feeDue(received, rate, held);
    if (fee !== due) throw new Error(`I-6 the fee on ${received} at ${rate} is ${due}, not ${fee}`);
    if (rate > 0 && fee === received) return ["fee of everything received"];
    if (rate >= 0) return [];
    const isCapped = (received * BigInt(-rate)) / ONE > held;
    return [...(fee < 0n ? ["rebate paid"] : []), ...(isCapped ? ["rebate capped by FEE"] : [])];
  }

  compare({ ledger, catalogue }: ExchangeState): void {
    this.compareArea("spot", ledger);
    this.compareArea("margin", ledger);
    for (const { id, name } of catalogue.assets) {
      const house = this.houseOf(id);
      const held = ledger.houses[id - 1];
      for (const account of HOUSE_ACCOUNTS) {
        if ((held?.[account] ?? 0n) === house[account]) continue;
        throw new Error(`I-6 ${account} of ${name} is ${house[account]}, not ${held?.[account]}`);
      }
    }
  }

  /** `apart` is what a user has in the area that is not in the wallet. */
  compareArea(
    area: Area,
    ledger: Ledger,
    apart: (user: number, asset: number) => bigint = () => 0n,
  ): void {
    const own = this.users[area];
    const check = (user: number, asset: number, held: bigint) => {
      const due = (own[user]?.[asset] ?? 0n) - apart(user, asset);
      if (held === due) return;
      throw new Error(`I-6 ${area} ${user} has ${due} of asset ${asset}, not ${held}`);
    };
    for (const { user, asset, free, locked } of balancesIn(ledger, area)) {
      check(user, asset, free + locked);
    }
    for (let user = 1; user < own.length; user++) {
      for (let asset = 1; asset < (own[user]?.length ?? 0); asset++) {
        const { free, locked } = findBalance(ledger, area, user, asset) ?? NOTHING;
        check(user, asset, free + locked);
      }
    }
  }
}
