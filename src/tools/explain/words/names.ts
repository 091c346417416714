/**
 * Ids and integers of the engine as users know them: names of users, assets, pairs and contracts,
 * prices, quantities and sums as exact decimals.
 */

import type { Asset, AssetId, Catalogue, Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import type { OrderDetails } from "../../../core/engine/orders/order-events.ts";
import { type LockingOrder, lockedAsset, lockOf } from "../../../core/engine/spot/order-value.ts";
import type { Users } from "../../../core/engine/users/users.ts";
import { bigOf } from "../../../core/money/amount.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";

/** A market: a pair, or in futures a contract. */
export interface TradedMarket {
  readonly area: Area;
  readonly market: number;
}

/** What tells how much an open order of any area has set aside. */
type OpenOrder = LockingOrder &
  TradedMarket & { readonly futures: { readonly frozen: bigint } | undefined };

interface Named {
  readonly catalogue: Catalogue;
  readonly users: Users;
}

export class Names {
  readonly #catalogue: Catalogue;
  readonly #users: Users;

  constructor({ catalogue, users }: Named) {
    this.#catalogue = catalogue;
    this.#users = users;
  }

  /** User 0 is the liquidation engine. */
  user(id: number): string {
    if (id === 0) return "the exchange";
    return this.#users.users[id - 1]?.name ?? `user ${id}`;
  }

  asset(id: AssetId): string {
    return this.#asset(id)?.name ?? `asset ${id}`;
  }

  #asset(id: AssetId): Asset | undefined {
    return this.#catalogue.assets[id - 1];
  }

  units(asset: AssetId, units: bigint): string {
    return formatUnits(units, this.#asset(asset)?.scale ?? 0);
  }

  /** A sum with its asset. */
  money(asset: AssetId, units: bigint): string {
    return `${this.units(asset, units)} ${this.asset(asset)}`;
  }

  pair(id: number): Pair | undefined {
    return this.#catalogue.pairs[id - 1];
  }

  contract(id: number): Contract | undefined {
    return this.#catalogue.contracts[id - 1];
  }

  #listed({ area, market: pair }: TradedMarket): Pair | Contract | undefined {
    return area === "futures" ? this.contract(pair) : this.pair(pair);
  }

  symbol(place: TradedMarket): string {
    const what = place.area === "futures" ? "contract" : "symbol";
    return this.#listed(place)?.name ?? `${what} ${place.market}`;
  }

  price(place: TradedMarket, ticks: number): string {
    return formatSteps(ticks, this.#listed(place)?.pricePrecision ?? 0);
  }

  /** In futures contracts, else a quantity of the base. */
  quantity(place: TradedMarket, lots: number): string {
    const precision =
      place.area === "futures" ? 0 : (this.pair(place.market)?.quantityPrecision ?? 0);
    return formatSteps(lots, precision);
  }

  /** What a market order that buys may spend. */
  budget({ area, market: pair, budget }: Pick<Order, "area" | "market" | "budget">): string {
    if (area === "futures") {
      const { marginCoin = 0 } = this.contract(pair) ?? {};
      return this.money(marginCoin, budget);
    }
    const listed = this.pair(pair);
    return listed ? this.money(listed.quote, budget * listed.quoteUnit) : `${budget}`;
  }

  /** `buy 0.5 BTCUSDT at 20000` */
  order(order: OrderDetails): string {
    const { side, kind, ticks, lots, budget, futures } = order;
    const verb = futures ? `${futures.action} ${side}` : side;
    const amount = budget > 0n ? `for ${this.budget(order)} of` : this.quantity(order, lots);
    const at = kind === "limit" ? ` at ${this.price(order, ticks)}` : " at market";
    return `${verb} ${amount} ${this.symbol(order)}${at}`;
  }

  /** What an open order still has set aside. */
  locked(order: OpenOrder): string {
    const { area, market: id, futures } = order;
    if (futures) {
      const { marginCoin = 0 } = this.contract(id) ?? {};
      return this.money(marginCoin, futures.frozen);
    }
    const pair = this.pair(id);
    return pair && area !== "futures"
      ? this.money(lockedAsset(pair, order), bigOf(lockOf(pair, order)))
      : "";
  }
}

export function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
