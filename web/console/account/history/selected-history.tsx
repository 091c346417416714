/** A history of the selected market. That of a pair is of the account that is chosen; a contract has one. */
import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import type { AccountArea, ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Choice } from "../../parts/choice.tsx";
import type { MarketArea } from "./ended-order.ts";

const AREAS = [
  { value: "spot", label: "Spot" },
  { value: "margin", label: "Margin" },
] as const;

export interface MarketHistoryProps extends MarketArea {
  readonly exchange: ConsoleExchange;
}

interface SelectedHistoryProps {
  readonly exchange: ConsoleExchange;
  readonly of: FunctionComponent<MarketHistoryProps>;
}

export function SelectedHistory({ exchange, of: History }: SelectedHistoryProps) {
  const market = useLive(exchange.selected);
  const { area, choice } = useAreaChoice(market);
  if (!market) return null;
  return (
    <>
      {choice}
      <History key={`${market.name} ${area}`} exchange={exchange} market={market} area={area} />
    </>
  );
}

/** The area that is shown, and how it is chosen: nothing where there is no choice. */
function useAreaChoice(market: ShownMarket | undefined) {
  const [chosen, choose] = useState<"spot" | "margin">("spot");
  if (market?.kind === "contract") return { area: "futures" as AccountArea, choice: null };
  const isLent = market?.symbol?.marginEnabled ?? false;
  const choice = isLent ? (
    <div class="account-bar">
      <Choice label="Account" options={AREAS} chosen={chosen} choose={(next) => choose(next)} />
    </div>
  ) : null;
  return { area: (isLent ? chosen : "spot") as AccountArea, choice };
}
