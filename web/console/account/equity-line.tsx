/** What all accounts are worth together, at the last prices, and what their positions have gained. */
import type { AccountBalance, ConsoleExchange } from "../exchange/exchange.ts";
import { COUNTED_IN, lastIn } from "../exchange/market/counted-in.ts";
import { useLive } from "../exchange/use-live.ts";
import { formatDecimal } from "../text/format.ts";
import { equityOf } from "./equity.ts";

const DECIMALS = 2;

interface EquityLineProps {
  readonly exchange: ConsoleExchange;
  readonly balances: readonly AccountBalance[];
}

export function EquityLine({ exchange, balances }: EquityLineProps) {
  const markets = useLive(exchange.markets);
  const tickers = useLive(exchange.tickers);
  if (balances.length === 0) return null;
  const priceOf = lastIn(markets, tickers);
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
