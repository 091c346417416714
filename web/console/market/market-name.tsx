/**
 * A market by the name that people use. The name of a contract has a mark beside it everywhere: the
 * pair of the same coins has the same name.
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
