/**
 * What the size of an order is typed in. A number never crosses units: what was typed in one is turned into another at the price in
 * sight, cut down to what can be sent, and taken away where there is no price. The arithmetic is exact.
 */
import { formatUnits, tenTo, unitsOf } from "../../../../src/core/preview/exact-decimals.ts";
import type { VisibleBook } from "../../../../src/core/preview/visible-book.ts";
import { decimalsOf, typedDecimal } from "../../text/exact.ts";

/** A coin of the market, or contracts. */
export type SizeUnit = "base" | "quote" | "contracts";
type Coin = Exclude<SizeUnit, "contracts">;

/** What sizes are on a market. */
export interface SizeTerms {
  /** A contract is so much of one of the coins. */
  readonly contract?: { readonly multiplier: string; readonly of: Coin };
  /** To which a size is cut. */
  readonly decimals: Readonly<Record<Coin, number>>;
}

/** An exact share: numerator and denominator. */
type Share = readonly [top: bigint, bottom: bigint];

/** Undefined where it cannot be told: no size, or no price in sight. */
export function turnSize(
  size: string,
  { from, to, price }: { from: SizeUnit; to: SizeUnit; price: string | undefined },
  terms: SizeTerms,
): string | undefined {
  const typed = shareOf(size);
  if (!typed) return undefined;
  if (from === to) return size;
  const lot = shareOf(terms.contract?.multiplier ?? "1");
  const amount = from === "contracts" ? lot && times(typed, lot) : typed;
  const turned =
    amount && turnCoin(amount, { from: coinOf(from, terms), to: coinOf(to, terms), price });
  if (!turned || !lot) return undefined;
  return to === "contracts" ? cut(by(turned, lot), 0) : cut(turned, terms.decimals[to]);
}

function coinOf(unit: SizeUnit, { contract }: SizeTerms): Coin {
  return unit === "contracts" ? (contract?.of ?? "base") : unit;
}

function turnCoin(
  amount: Share,
  { from, to, price }: { from: Coin; to: Coin; price: string | undefined },
): Share | undefined {
  if (from === to) return amount;
  const per = shareOf(price ?? "0");
  if (!per || per[0] <= 0n) return undefined;
  return to === "quote" ? times(amount, per) : by(amount, per);
}

export interface Priced {
  readonly side: "buy" | "sell";
  readonly kind: "limit" | "market";
  readonly price: string;
  /** Of an order that waits; empty of all others. */
  readonly triggerPrice: string;
}

/** The price at which an order is counted: its limit, where it waits for, what it would meet, or the last one. */
export function priceInSight(
  { side, kind, price, triggerPrice }: Priced,
  { book, last }: { readonly book: VisibleBook<unknown>; readonly last: string },
): string | undefined {
  const [met] = side === "buy" ? book.asks : book.bids;
  const candidates = [kind === "limit" ? price : "", triggerPrice, met?.price ?? "", last];
  return candidates.find((one) => (shareOf(one)?.[0] ?? 0n) > 0n);
}

function shareOf(text: string): Share | undefined {
  const plain = typedDecimal(text);
  if (plain === undefined) return undefined;
  const scale = decimalsOf(plain);
  const units = unitsOf(plain, scale);
  return units === undefined ? undefined : [units, tenTo(scale)];
}

function times(one: Share, other: Share): Share {
  return [one[0] * other[0], one[1] * other[1]];
}

function by(one: Share, other: Share): Share | undefined {
  return other[0] > 0n ? [one[0] * other[1], one[1] * other[0]] : undefined;
}

/** Down, so that no more is sent than was typed. */
function cut(amount: Share | undefined, decimals: number): string | undefined {
  return amount && formatUnits((amount[0] * tenTo(decimals)) / amount[1], decimals);
}
