/** The stores that an order entry looks at, read together: it is drawn again when one of them changes. */
import type { ConsoleExchange, IndexPrices, ShownMarket } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import type { Known } from "./market-views.ts";

/** Zero of a pair, and of a contract that is not the one shown. */
export function markOf({ name }: ShownMarket, index: IndexPrices | undefined): string {
  return index?.contractName === name ? index.markPrice : "0";
}

export function useKnown(exchange: ConsoleExchange, market: ShownMarket): Known {
  const { account } = exchange;
  const { name } = market;
  return {
    market,
    markets: useLive(exchange.markets),
    book: useLive(exchange.book),
    last: useLive(exchange.tickers, (tickers) => tickers.get(name)?.last ?? "0"),
    mark: useLive(exchange.index, (index) => markOf(market, index)),
    isSignedIn: useLive(exchange.key) !== undefined,
    orders: useLive(account.orders),
    balances: useLive(account.balances),
    positions: useLive(account.positions),
    rates: useLive(account.rates),
  };
}
