/**
 * A market by the name that people use. A contract bears a mark wherever its name stands, so that
 * nobody takes it for the pair of the same coins.
 */
import type { ShownMarket } from "../exchange/exchange.ts";
import { Mark } from "../parts/mark.tsx";

export function MarketName({ market: { base, quote, kind } }: { readonly market: ShownMarket }) {
  return (
    <>
      {base}
      <small>/{quote}</small>
      {kind === "contract" ? <Mark>Perp</Mark> : null}
    </>
  );
}
