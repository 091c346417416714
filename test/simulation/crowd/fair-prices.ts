/**
 * What everything is worth for the moment, as the crowd sees it: one number for each asset, about
 * which orders are placed and sources speak. It drifts a little and now and then leaps by tens of
 * percent, up or down, as prices do that ruin people.
 */
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { Dice } from "../dice.ts";
import { ASSETS } from "./market.ts";

/** Millionths of a USDT. */
const ONE = 1_000_000;
const LEAPS = [0.4, 0.55, 0.65, 0.75, 0.85, 0.93, 1.08, 1.2, 1.35, 1.6, 1.9, 2.4] as const;
/** How far it goes from where it began, each way. */
const FAR = 4;

export class FairPrices {
  private readonly dice: Dice;
  /** By asset id less one. */
  private readonly prices: number[] = ASSETS.map(({ worth }) => worth * ONE);

  constructor(dice: Dice) {
    this.dice = dice;
  }

  /** In millionths of a USDT. */
  of(asset: number): number {
    return this.prices[asset - 1] ?? ONE;
  }

  /** USDT for so many units of an asset, roughly. */
  worthOf(asset: number, units: bigint): number {
    const scale = ASSETS[asset - 1]?.scale ?? 0;
    return (Number(units) / 10 ** scale) * (this.of(asset) / ONE);
  }

  /** About so many USDT worth of an asset, in its units; at least one. */
  unitsWorth(asset: number, usdt: number): bigint {
    const scale = ASSETS[asset - 1]?.scale ?? 0;
    const millionths = Math.floor((usdt / (this.of(asset) / ONE)) * ONE);
    const units = (BigInt(millionths) * 10n ** BigInt(scale)) / BigInt(ONE);
    return units > 0n ? units : 1n;
  }

  leap(asset: number): void {
    this.leapBy(asset, this.dice.pick(LEAPS));
  }

  drift(asset: number): void {
    this.leapBy(asset, 1 + this.dice.between(-20, 20) / 10_000);
  }

  leapBy(asset: number, factor: number): void {
    const { worth } = ASSETS[asset - 1] ?? { worth: 1 };
    const moved = this.of(asset) * factor;
    const isFar = moved > worth * ONE * FAR || moved < (worth * ONE) / FAR;
    if (asset <= this.prices.length) {
      this.prices[asset - 1] = Math.floor(isFar ? this.of(asset) / factor : moved);
    }
  }

  /** As far as it goes, and not back from there. */
  push(asset: number, factor: number): void {
    const { worth } = ASSETS[asset - 1] ?? { worth: 1 };
    const least = Math.floor((worth * ONE) / FAR);
    const moved = Math.floor(this.of(asset) * factor);
    if (asset > this.prices.length) return;
    this.prices[asset - 1] = Math.min(Math.max(moved, least), worth * ONE * FAR);
  }

  /** The price of a pair in ticks. */
  ticksOf({ base, quote, pricePrecision }: Pair): number {
    return Math.max(1, Math.floor((this.of(base) / this.of(quote)) * 10 ** pricePrecision));
  }

  /** The price of a contract in ticks; a quote that is no asset counts as USDT. */
  contractTicks({ base, quote, pricePrecision }: Contract): number {
    const at = ASSETS.findIndex(({ name }) => name === quote);
    const unit = at < 0 ? ONE : this.of(at + 1);
    return Math.max(1, Math.floor((this.of(base) / unit) * 10 ** pricePrecision));
  }

  /** Lots of a pair that are worth so many USDT; at least one. */
  lotsWorth({ base, quantityPrecision }: Pair, usdt: number): number {
    return Math.max(1, Math.floor((usdt / (this.of(base) / ONE)) * 10 ** quantityPrecision));
  }
}
