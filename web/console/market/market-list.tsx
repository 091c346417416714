/**
 * The markets, pairs and contracts apart, with last price and change over 24 hours. Typing filters,
 * Enter takes the first, arrows walk. A row follows only its own ticker, so that a busy market draws
 * one row and not the list.
 */
import { useId, useRef, useState } from "preact/hooks";
import type { ConsoleExchange, ShownMarket } from "../exchange/exchange.ts";
import { isHalted, titleOf } from "../exchange/market/markets.ts";
import { useLive } from "../exchange/use-live.ts";
import { Change } from "../parts/change.tsx";
import { Mark } from "../parts/mark.tsx";
import { moveByArrows } from "../parts/roving.ts";
import { formatTraded, hasTraded } from "../text/format.ts";
import { filterMarkets } from "./filter-markets.ts";
import { MarketName } from "./market-name.tsx";

interface MarketListProps {
  readonly exchange: ConsoleExchange;
  /** Called after a market was chosen: closes the dialog that the list stands in on a phone. */
  onChosen?(): void;
}

const GROUPS = [
  { kind: "pair", title: "Spot" },
  { kind: "contract", title: "Futures" },
] as const;

export function MarketList({ exchange, onChosen }: MarketListProps) {
  const markets = useLive(exchange.markets);
  const isKnown = useLive(exchange.areMarketsKnown);
  const selected = useLive(exchange.selected);
  const [filter, setFilter] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const shown = filterMarkets(markets, filter);
  const reachable = shown.find(({ name }) => name === selected?.name) ?? shown[0];

  const choose = (market: ShownMarket | undefined) => {
    if (!market) return;
    exchange.select(market.name);
    onChosen?.();
  };
  const onFilterKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      choose(shown[0]);
      setFilter("");
      // The keys of the page work again at once.
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
    }
    if (event.key === "ArrowDown") list.current?.querySelector("button")?.focus();
    if (event.key === "Escape") setFilter("");
  };

  return (
    <div class="market-list">
      <FilterBox value={filter} change={setFilter} onKeyDown={onFilterKey} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside, and each can be reached without. */}
      <div ref={list} class="market-groups" onKeyDown={moveByArrows("vertical")}>
        {GROUPS.map(({ kind, title }) => (
          <MarketGroup key={kind} title={title} isWaiting={!isKnown}>
            {shown
              .filter((market) => market.kind === kind)
              .map((market) => (
                <MarketRow
                  key={market.name}
                  exchange={exchange}
                  market={market}
                  isSelected={market.name === selected?.name}
                  isReachable={market === reachable}
                  choose={choose}
                />
              ))}
          </MarketGroup>
        ))}
        {isKnown && shown.length === 0 ? (
          <p class="empty">
            {markets.length === 0 ? "No market is listed yet." : "No market is called so."}
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface FilterBoxProps {
  readonly value: string;
  change(value: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

function FilterBox({ value, change, onKeyDown }: FilterBoxProps) {
  return (
    <label class="filter">
      <span class="unseen">Filter markets</span>
      <input
        type="search"
        class="input"
        placeholder="Filter"
        autocomplete="off"
        spellcheck={false}
        data-market-filter
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span class="hint" aria-hidden="true">
        /
      </span>
    </label>
  );
}

interface MarketGroupProps {
  readonly title: string;
  readonly isWaiting: boolean;
  readonly children: preact.ComponentChild[];
}

function MarketGroup({ title, isWaiting, children }: MarketGroupProps) {
  const id = useId();
  if (!isWaiting && children.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} class="market-group">
        {title}
      </h3>
      <ul>
        {isWaiting
          ? [0, 1, 2].map((row) => <li key={row} class="market-row skeleton" />)
          : children}
      </ul>
    </section>
  );
}

interface MarketRowProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
  readonly isSelected: boolean;
  readonly isReachable: boolean;
  choose(market: ShownMarket): void;
}

function MarketRow({ exchange, market, isSelected, isReachable, choose }: MarketRowProps) {
  const ticker = useLive(exchange.tickers, (tickers) => tickers.get(market.name));
  return (
    <li>
      <button
        type="button"
        class="market-row"
        data-member={market.name}
        aria-current={isSelected ? "true" : undefined}
        tabIndex={isReachable ? 0 : -1}
        onClick={() => choose(market)}
      >
        <span class="market-name">
          <MarketName market={market} />
          {isHalted(market, ticker) ? <Mark isLoud>Halted</Mark> : null}
        </span>
        <span class="figure">{ticker ? formatTraded(ticker.last, market.pricePrecision) : ""}</span>
        <Change
          share={hasTraded(ticker?.last) ? ticker?.rose : undefined}
          title={`${titleOf(market)} in 24 hours`}
        />
      </button>
    </li>
  );
}
