/** The selected market at a glance: last price, and what the last 24 hours were like. */
import { useRef } from "preact/hooks";
import type { ConsoleExchange, ShownMarket } from "../exchange/exchange.ts";
import { isHalted } from "../exchange/market/markets.ts";
import { useLive } from "../exchange/use-live.ts";
import { Change } from "../parts/change.tsx";
import { Mark } from "../parts/mark.tsx";
import { compareDecimals } from "../text/exact.ts";
import { formatCompact, formatDecimal, formatTraded } from "../text/format.ts";
import { FundingStat } from "./funding/funding-stat.tsx";
import { MarketName } from "./market-name.tsx";

interface HeaderProps {
  readonly exchange: ConsoleExchange;
  /** Goes to the list of markets, or opens it where there is no room for it. */
  findMarket(): void;
}

export function MarketHeader({ exchange, findMarket }: HeaderProps) {
  const market = useLive(exchange.selected);
  return (
    <div class="market-header">
      <button type="button" class="market-title" onClick={findMarket} title="Find a market">
        <span class="market-title-name">{market ? <MarketName market={market} /> : "···"}</span>
        <span class="market-title-kind">
          {market ? <KindAndState exchange={exchange} market={market} /> : "\u00a0"}
        </span>
      </button>
      {market ? <LastPrice exchange={exchange} market={market} /> : <p class="last-price" />}
      <dl class="stats">
        {market ? <DayStats exchange={exchange} market={market} /> : null}
        {market?.kind === "contract" ? <ContractStats exchange={exchange} market={market} /> : null}
      </dl>
    </div>
  );
}

function KindAndState({ exchange, market }: OfMarket) {
  const isOff = useLive(exchange.tickers, (tickers) => isHalted(market, tickers.get(market.name)));
  return (
    <>
      {kindOf(market)}
      {isOff ? <Mark isLoud>Halted</Mark> : null}
    </>
  );
}

/** A contract's mark says that it is one; what it is settled in its name does not say. */
function kindOf({ contract }: ShownMarket): string {
  return contract ? `Settled in ${contract.marginCoin}` : "Spot";
}

interface OfMarket {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
}

function LastPrice({ exchange, market }: OfMarket) {
  const last = useLastPrice(exchange, market);
  const rose = useLive(exchange.tickers, (tickers) => tickers.get(market.name)?.rose);
  return (
    <p class="last-price">
      <span class="unseen">Last price </span>
      <output class={`figure ${last.tone}`}>
        {last.price === undefined ? " " : formatTraded(last.price, market.pricePrecision)}
      </output>
      <Change share={rose} title="in 24 hours" />
    </p>
  );
}

/** The price of the newest trade, and whether it is above or below the one before it. */
export function useLastPrice(exchange: ConsoleExchange, market: ShownMarket) {
  const traded = useLive(exchange.tape, (tape) => tape[0]?.price);
  const ticked = useLive(exchange.tickers, (tickers) => tickers.get(market.name)?.last);
  const price = traded ?? ticked;
  const before = useRef({ market, price, tone: "still" });
  if (before.current.market !== market) before.current = { market, price, tone: "still" };
  const order = compareDecimals(price ?? "0", before.current.price ?? price ?? "0");
  const tone = order > 0 ? "up" : order < 0 ? "down" : before.current.tone;
  before.current = { market, price, tone };
  return { price, tone };
}

function DayStats({ exchange, market }: OfMarket) {
  const ticker = useLive(exchange.tickers, (tickers) => tickers.get(market.name));
  const price = (text: string | undefined) =>
    text === undefined ? undefined : formatTraded(text, market.pricePrecision);
  const unit = market.kind === "contract" ? "contracts" : market.base;
  return (
    <>
      <Stat label="24h high" value={price(ticker?.high)} />
      <Stat label="24h low" value={price(ticker?.low)} />
      <Stat label="24h volume" value={ticker && formatCompact(ticker.vol)} unit={unit} />
    </>
  );
}

function ContractStats({ exchange, market }: OfMarket) {
  const index = useLive(exchange.index);
  const price = (text: string | undefined) =>
    text === undefined ? undefined : formatDecimal(text, market.pricePrecision);
  return (
    <>
      <Stat label="Mark" value={price(index?.markPrice)} />
      <Stat label="Index" value={price(index?.indexPrice)} />
      <FundingStat key={market.name} exchange={exchange} market={market} />
    </>
  );
}

interface StatProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly unit?: string;
}

function Stat({ label, value, unit }: StatProps) {
  return (
    <div class="stat">
      <dt>{label}</dt>
      <dd class="figure">
        {value ?? " "}
        {unit !== undefined && value !== undefined ? <small> {unit}</small> : null}
      </dd>
    </div>
  );
}
