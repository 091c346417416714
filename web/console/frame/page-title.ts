/** The window's title tells the last price, so that a market can be watched from another tab. */
import { useEffect } from "preact/hooks";
import type { ConsoleExchange } from "../exchange/exchange.ts";
import { titleOf } from "../exchange/market/markets.ts";
import { formatTraded } from "../text/format.ts";

const HOUSE = "Bourse";

/** Follows the tickers, which change twice a second at most. */
export function usePageTitle(exchange: ConsoleExchange): void {
  useEffect(() => {
    const write = () => {
      const title = pageTitleOf(exchange);
      if (document.title !== title) document.title = title;
    };
    const undo = [exchange.tickers.follow(write), exchange.selected.follow(write)];
    return () => {
      for (const each of undo) each();
    };
  }, [exchange]);
}

export function pageTitleOf({
  selected,
  tickers,
}: Pick<ConsoleExchange, "selected" | "tickers">): string {
  const market = selected.value;
  if (!market) return HOUSE;
  const last = tickers.value.get(market.name)?.last;
  const price = last === undefined ? "" : `${formatTraded(last, market.pricePrecision)} `;
  return `${price}${titleOf(market)} · ${HOUSE}`;
}
