/** What all accounts are worth together, at the last prices, and what their positions have gained. */
import type {
  AccountBalance,
  ConsoleExchange,
  ShownMarket,
  ShownTicker,
} from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { formatDecimal, hasTraded } from "../text/format.ts";
import { equityOf } from "./equity.ts";

/** The coin in which accounts are counted together. */
const COUNTED_IN = "USDT";
const DECIMALS = 2;

interface EquityLineProps {
  readonly exchange: ConsoleExchange;
  readonly balances: readonly AccountBalance[];
}

export function EquityLine({ exchange, balances }: EquityLineProps) {
  const markets = useLive(exchange.markets);
  const tickers = useLive(exchange.tickers);
  if (balances.length === 0) return null;
  const priceOf = (asset: string) => lastOf(asset, markets, tickers);
  const { total, unrealized, unpriced } = equityOf(balances, priceOf);
  return (
    <p class="account-bar equity">
      <span>Total equity</span>
      <span class="margin-figure">{`${formatDecimal(total, DECIMALS)} ${COUNTED_IN}`}</span>
      <span class="dim">{`Profit of open positions ${formatDecimal(unrealized, DECIMALS)} ${COUNTED_IN}`}</span>
      {unpriced.length > 0 ? (
        <span class="dim">{`Without ${unpriced.join(", ")}: no price in ${COUNTED_IN}`}</span>
      ) : null}
    </p>
  );
}

function lastOf(
  asset: string,
  markets: readonly ShownMarket[],
  tickers: ReadonlyMap<string, ShownTicker>,
): string | undefined {
  if (asset === COUNTED_IN) return "1";
  const isIt = ({ kind, base, quote }: ShownMarket) =>
    kind === "pair" && base === asset && quote === COUNTED_IN;
  const last = tickers.get(markets.find(isIt)?.name ?? "")?.last;
  return hasTraded(last) ? last : undefined;
}
