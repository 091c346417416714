/**
 * Positions as they stand, without the trades that made them: contracts, what user 1 holds of them
 * and has in the margin coin. For figures that are only read.
 */
import { present } from "../../src/core/base/assert.ts";
import { type Asset, enterAsset } from "../../src/core/engine/catalogue/catalogue.ts";
import {
  CONTRACT_DEFAULTS,
  type Contract,
  enterContract,
  type Tier,
} from "../../src/core/engine/catalogue/contract.ts";
import {
  addContractAccount,
  findContractAccount,
  newContractAccount,
  setPosition,
} from "../../src/core/engine/futures/contract-account.ts";
import { newContractMarket } from "../../src/core/engine/futures/contract-market.ts";
import type { AccountFields, PositionFields } from "../../src/core/engine/futures/fields.ts";
import type { ContractMarket, Position } from "../../src/core/engine/futures/futures-state.ts";
import { newPosition } from "../../src/core/engine/futures/position.ts";
import type { MarginMode, Side } from "../../src/core/engine/orders/order.ts";
import { accountFieldsOf } from "../../src/core/engine/read/futures-account.ts";
import { emptyState } from "../../src/core/engine/state.ts";
import { tenTo, unitsOf } from "../../src/core/money/decimal.ts";
import { parseRate } from "../../src/core/money/rate.ts";

const USER = 1;

export interface ContractWords {
  readonly kind?: Contract["kind"];
  readonly multiplier?: string;
  readonly pricePrecision?: number;
  readonly maintenanceRate?: string;
  readonly maxFeeRate?: string;
  readonly tiers?: readonly Tier[];
  readonly mark: string;
}

export interface HeldWords {
  readonly side: Side;
  readonly volume: number;
  readonly mode?: MarginMode;
  readonly leverage?: number;
  /** At this price, or for this many units. */
  readonly price?: string;
  readonly cost?: bigint;
  readonly openPrice?: string;
  readonly margin?: bigint;
}

export class Holdings {
  readonly state = emptyState();
  readonly #coin: Asset;

  constructor(scale = 8) {
    this.#coin = { id: 1, name: "COIN", scale };
    enterAsset(this.state.catalogue, this.#coin);
  }

  /** So many units of the margin coin. */
  units(amount: string): bigint {
    return present(unitsOf(amount, this.#coin.scale), amount);
  }

  rate(written: string): number {
    return present(parseRate(written), written);
  }

  /** A contract margined in the coin, at its mark. */
  list(words: ContractWords): ContractMarket {
    const { catalogue, futures } = this.state;
    const { kind = "linear", multiplier = "1", pricePrecision = 2, mark } = words;
    const id = futures.markets.length + 1;
    const isLinear = kind === "linear";
    const other = { id: catalogue.assets.length + 1, name: `X${id}`, scale: 8 };
    enterAsset(catalogue, other);
    const decimals = multiplier.split(".")[1]?.length ?? 0;
    const maintenanceRate = this.rate(words.maintenanceRate ?? "0.005");
    const contract = enterContract(catalogue, {
      ...CONTRACT_DEFAULTS,
      id,
      status: "trading",
      kind,
      pricePrecision,
      name: isLinear ? `E-${other.name}-COIN` : `E-COIN-${other.name}`,
      base: isLinear ? other.id : this.#coin.id,
      multiplier: present(unitsOf(multiplier, decimals), multiplier),
      multiplierDecimals: decimals,
      marketMoneyMax: tenTo(30),
      limitMoneyMax: tenTo(30),
      impactNotional: 1n,
      maxFeeRate: this.rate(words.maxFeeRate ?? "0"),
      tiers: [...(words.tiers ?? [{ valueMax: tenTo(40), leverageMax: 100, maintenanceRate }])],
    });
    const market = newContractMarket(contract, this.state.orders.byId.rows);
    market.mark = Number(unitsOf(mark, pricePrecision));
    futures.markets.push(market);
    return market;
  }

  hold(market: ContractMarket, words: HeldWords): Position {
    const { futures } = this.state;
    const { side, volume, mode = "cross", leverage = 20, margin = 0n } = words;
    const contractAccount =
      findContractAccount(futures, USER, market.contract.id) ??
      addContractAccount(futures, newContractAccount(USER, market));
    contractAccount.mode = mode;
    contractAccount.leverage = leverage;
    futures.positionIdLast++;
    const position = newPosition(contractAccount, side, { id: futures.positionIdLast, timeMs: 1 });
    position.volume = volume;
    position.cost = words.cost ?? this.#costOf(market.contract, volume, words.price ?? "");
    const { openPrice } = words;
    const openCost = openPrice && this.#costOf(market.contract, volume, openPrice);
    position.openCost = openCost || position.cost;
    position.margin = margin;
    setPosition(contractAccount, side, position);
    futures.positions.add(position);
    return position;
  }

  /** Also of prices that are no whole tick; an inverse cost is cut. */
  #costOf({ kind, unit, pricePrecision }: Contract, volume: number, price: string): bigint {
    const decimals = 8;
    const fine = present(unitsOf(price, decimals), price);
    const shift = tenTo(decimals - pricePrecision);
    const face = BigInt(volume) * unit;
    return kind === "linear" ? (face * fine) / shift : (face * shift) / fine;
  }

  have(normal: string, locked = "0"): void {
    const { wallets } = this.state.ledger;
    const wallet = wallets.open("futures", USER, this.#coin.id);
    wallets.set(wallet, { free: this.units(normal), locked: this.units(locked) });
  }

  account(): AccountFields {
    return accountFieldsOf(this.state, USER, this.#coin.id);
  }

  fieldsOf({ id }: Position): PositionFields {
    const { positions } = this.account();
    return present(
      positions.find(({ position }) => position.id === id),
      `position ${id}`,
    );
  }
}
