/** Which markets a typed word leaves: every word must be found in the name, in any order and case. */
import type { ShownMarket } from "../exchange/exchange.ts";

export function filterMarkets(
  markets: readonly ShownMarket[],
  typed: string,
): readonly ShownMarket[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return markets;
  return markets.filter(({ name, base, quote, kind }) => {
    const kindWord = kind === "pair" ? "spot" : "futures perpetual";
    const text = `${name} ${base}/${quote} ${base}${quote} ${kindWord}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
