/**
 * A history: of the selected market (of a pair in the account that is chosen), or of all markets and accounts at once. What is
 * shown of it is filtered, and can be taken away as a file.
 */
import type { FunctionComponent } from "preact";
import { useState } from "preact/hooks";
import type { AccountArea, ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Choice } from "../../parts/choice.tsx";
import { EVERYTHING, type HistoryFilter } from "./filter.ts";
import { areasOf, type MarketArea, placesOf } from "./places.ts";

const SCOPES = [
  { value: "selected", label: "This market" },
  { value: "all", label: "All markets" },
] as const;
const AREA_LABELS = { spot: "Spot", margin: "Margin", futures: "Futures" } as const;

export interface HistoryProps {
  readonly exchange: ConsoleExchange;
  /** Of which histories it is made; never empty. */
  readonly places: readonly MarketArea[];
  /** `spot orders on BTC/USDT`, after the noun. */
  readonly where: string;
  readonly filter: HistoryFilter;
}

interface ScopedHistoryProps {
  readonly exchange: ConsoleExchange;
  readonly of: FunctionComponent<HistoryProps>;
}

export function ScopedHistory({ exchange, of: History }: ScopedHistoryProps) {
  const markets = useLive(exchange.markets);
  const selected = useLive(exchange.selected);
  const [scope, setScope] = useState<"selected" | "all">("selected");
  const [chosen, setArea] = useState<AccountArea>("spot");
  const [filter, setFilter] = useState(EVERYTHING);
  if (!selected) return null;
  const areas = areasOf(selected);
  const area = areas.includes(chosen) ? chosen : (areas[0] as AccountArea);
  const isAll = scope === "all";
  const places = isAll ? placesOf(markets) : [{ market: selected, area }];
  const where = isAll ? "on all markets" : `on ${titleOf(selected)}`;
  return (
    <>
      <div class="account-bar">
        <Choice label="Of which markets" options={SCOPES} chosen={scope} choose={setScope} />
        {!isAll && areas.length > 1 ? (
          <Choice
            label="Account"
            options={areas.map((value) => ({ value, label: AREA_LABELS[value] }))}
            chosen={area}
            choose={setArea}
          />
        ) : null}
        <FilterFields filter={filter} change={(part) => setFilter({ ...filter, ...part })} />
      </div>
      <History
        key={isAll ? "all" : `${selected.name} ${area}`}
        exchange={exchange}
        places={places}
        where={where}
        filter={filter}
      />
    </>
  );
}

interface FilterFieldsProps {
  readonly filter: HistoryFilter;
  change(part: Partial<HistoryFilter>): void;
}

const SIDES = [
  { value: "all", label: "Both sides" },
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

function FilterFields({ filter, change }: FilterFieldsProps) {
  const day = (name: "fromDay" | "toDay", label: string) => (
    <label class="day-field">
      <span class="unseen">{label} (UTC)</span>
      <input
        class="input"
        type="date"
        title={`${label} (UTC)`}
        value={filter[name]}
        onInput={(event) => change({ [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="filter-fields">
      <Choice
        label="Sides"
        options={SIDES}
        chosen={filter.side}
        choose={(side) => change({ side })}
      />
      {day("fromDay", "From this day")}
      {day("toDay", "To this day")}
    </div>
  );
}

/** Where a row stands: the market, and of a pair the account. */
export function sayPlace({ market, area }: { market: ShownMarket; area: AccountArea }): string {
  return area === "margin" ? `${titleOf(market)} margin` : titleOf(market);
}
