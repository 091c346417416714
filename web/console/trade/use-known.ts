/** The stores that an order entry looks at, read together: it is drawn again when one of them changes. */
import type {
  AccountPosition,
  ConsoleExchange,
  IndexPrices,
  ShownMarket,
} from "../exchange/exchange.ts";
import { isHalted } from "../exchange/market/markets.ts";
import { useLive } from "../exchange/use-live.ts";
import type { Known } from "./market-views.ts";

/**
 * Index and mark are told of the market that is shown, and not yet when it has just been chosen: until then a
 * position's own mark stands for it, as in its row. Zero where neither is known, and of a pair.
 */
export function markOf(
  { name }: Pick<ShownMarket, "name">,
  index: Pick<IndexPrices, "contractName" | "markPrice"> | undefined,
  positions: readonly Pick<AccountPosition, "contractName" | "volume" | "indexPrice">[],
): string {
  if (index?.contractName === name) return index.markPrice;
  // One that ended has the mark of its end.
  const held = positions.find((one) => one.contractName === name && one.volume !== "0");
  return held?.indexPrice ?? "0";
}

export function useKnown(exchange: ConsoleExchange, market: ShownMarket): Known {
  const { account } = exchange;
  const { name } = market;
  const positions = useLive(account.positions);
  return {
    market,
    isHalted: useLive(exchange.tickers, (tickers) => isHalted(market, tickers.get(name))),
    markets: useLive(exchange.markets),
    book: useLive(exchange.book),
    last: useLive(exchange.tickers, (tickers) => tickers.get(name)?.last ?? "0"),
    mark: useLive(exchange.index, (index) => markOf(market, index, positions)),
    isSignedIn: useLive(exchange.key) !== undefined,
    orders: useLive(account.orders),
    balances: useLive(account.balances),
    positions,
    rates: useLive(account.rates),
    tickers: useLive(exchange.tickers),
    margin: useLive(account.margin),
  };
}
