/**
 * A share of what is available, exactly: the largest quantity of whole steps whose order the money
 * bears. Where margin and fees stand between money and quantity, the engine is asked: the largest
 * quantity that it does not refuse for want of money is found by halving.
 */

import type {
  ContractAsked,
  ContractMarketView,
} from "../../../../src/core/preview/contract/contract-market-view.ts";
import { previewContractOrder } from "../../../../src/core/preview/contract/preview-contract-order.ts";
import {
  formatSteps,
  formatUnits,
  stepsOf,
  unitsOf,
} from "../../../../src/core/preview/exact-decimals.ts";
import type {
  PairAsked,
  PairMarketView,
} from "../../../../src/core/preview/pair/pair-market-view.ts";
import { previewPairOrder } from "../../../../src/core/preview/pair/preview-pair-order.ts";
import { typedDecimal } from "../../text/exact.ts";

export const SHARES = [25, 50, 75, 100] as const;
export type Share = (typeof SHARES)[number];

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

/** Undefined where it cannot be told: no key, or a limit buy without a price. */
export function pairPreset(
  marketView: PairMarketView,
  asked: PairAsked,
  share: Share,
): string | undefined {
  const { terms, balances } = marketView;
  if (!balances) return undefined;
  if (asked.extras) return shareOfMost(marketView, asked, share);
  const { pricePrecision, quantityPrecision } = terms;
  const { scale: baseScale } = terms.base;
  const { scale: quoteScale } = terms.quote;
  if (asked.side === "sell") {
    const base = part(unitsOf(balances.base.free, baseScale) ?? 0n, share);
    return cutTo(base, baseScale, quantityPrecision);
  }
  const quote = part(unitsOf(balances.quote.free, quoteScale) ?? 0n, share);
  if (asked.kind === "market") {
    return cutTo(quote, quoteScale, pricePrecision + quantityPrecision);
  }
  const ticks = ticksOf(asked.price, pricePrecision);
  if (ticks <= 0) return undefined;
  const budget = quote / 10n ** BigInt(quoteScale - pricePrecision - quantityPrecision);
  return formatUnits(budget / BigInt(ticks), quantityPrecision);
}

/** SPOT-UNIT-2, SPOT-UNIT-3: such an order locks at the end of its range, so the engine is asked what the money bears. */
function shareOfMost(marketView: PairMarketView, asked: PairAsked, share: Share): string {
  const { quantityPrecision, pricePrecision, quantityMax, marketNotionalMax } = marketView.terms;
  const isBase = asked.extras?.unit === "base";
  const decimals = isBase ? quantityPrecision : pricePrecision + quantityPrecision;
  const bears = (units: bigint) => {
    const preview = previewPairOrder(marketView, {
      ...asked,
      quantity: formatUnits(units, decimals),
    });
    return preview.ok || !TOO_MUCH.has(preview.reason);
  };
  // A market without a largest amount says 0.
  const most = unitsOf(isBase ? quantityMax : marketNotionalMax, decimals) || MOST;
  return formatUnits(part(largestThat(bears, most), share), decimals);
}

/** Of a price as it is typed; none where it is no price. */
function ticksOf(price: string, precision: number): number {
  return stepsOf(typedDecimal(price) ?? "0", precision);
}

function part(amount: bigint, share: Share): bigint {
  return (amount * BigInt(share)) / 100n;
}

/** Down to whole steps of 10^-precision. */
function cutTo(units: bigint, scale: number, precision: number): string {
  return formatUnits(units / 10n ** BigInt(scale - precision), precision);
}

export function contractPreset(
  marketView: ContractMarketView,
  asked: ContractAsked,
  share: Share,
): string | undefined {
  if (!marketView.balance) return undefined;
  if (asked.action === "close")
    return formatSteps(shareOf(closableOf(marketView, asked), share), 0);
  const scale = asked.kind === "market" ? marketView.terms.marginCoin.scale : 0;
  const now = { ...asked, price: typedDecimal(asked.price) ?? "0", trigger: "none" } as const;
  const bears = (units: bigint) => {
    const preview = previewContractOrder(marketView, {
      ...now,
      quantity: formatUnits(units, scale),
    });
    return preview.ok || !TOO_MUCH.has(preview.reason);
  };
  if (asked.kind === "limit" && ticksOf(now.price, marketView.terms.pricePrecision) <= 0)
    return undefined;
  const most = unitsOf(mostOf(marketView, asked), scale) ?? MOST;
  return formatUnits(part(largestThat(bears, most), share), scale);
}

/** The no's that a smaller quantity turns into a yes. */
const TOO_MUCH: ReadonlySet<string> = new Set([
  "insufficient_balance",
  "position_limit",
  "quantity_above_max",
  "value_above_max",
  "notional_above_max",
]);

/** What a single order may be at most. */
function mostOf({ terms }: ContractMarketView, { kind }: ContractAsked): string {
  return kind === "market" ? terms.marketMoneyMax : terms.limitVolumeMax;
}

export function closableOf({ account }: ContractMarketView, { side }: ContractAsked): number {
  const held = side === "sell" ? account.long : account.short;
  return held ? Number(held.volume) - Number(held.pending) : 0;
}

function shareOf(lots: number, share: Share): number {
  return Number(part(BigInt(lots), share));
}

/** An account that bears a quantity bears every smaller one. */
function largestThat(bears: (units: bigint) => boolean, most: bigint): bigint {
  let low = 0n;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (bears(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}
