/** Over everything on every screen, for as long as it is so: a position that is near its liquidation. */
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { useLive } from "../../exchange/use-live.ts";
import { formatDecimal } from "../../text/format.ts";
import { endangered, neededOf } from "./risk.ts";

interface RiskWarningProps {
  readonly exchange: ConsoleExchange;
  showPositions(): void;
}

export function RiskWarning({ exchange, showPositions }: RiskWarningProps) {
  const positions = useLive(exchange.account.positions);
  const markets = useLive(exchange.markets);
  const near = endangered(positions);
  const [first] = near;
  if (!first) return null;
  const market = markets.find(({ name }) => name === first.contractName);
  const name = market ? titleOf(market) : first.contractName;
  const side = first.side === "BUY" ? "long" : "short";
  const at = formatDecimal(first.reducePrice, market?.pricePrecision ?? 2);
  const others = near.length > 1 ? ` So are ${near.length - 1} more.` : "";
  return (
    <div class="risk-warning" role="alert">
      <p>
        {`Your ${name} ${side} is near liquidation at ${at}: ${neededOf(first)}% of its margin is needed to keep it.${others}`}
      </p>
      <button type="button" class="act" onClick={showPositions}>
        Show positions
      </button>
    </div>
  );
}
