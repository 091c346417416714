/**
 * The chart's panel: intervals, the legend of the candle under the crosshair, and the place that the
 * drawing is put into. The drawing is not of Preact: it is told of new candles directly, so a tick
 * moves one bar and redraws no component.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Kline } from "../../../src/client/client.ts";
import type { CandleWatch, ConsoleExchange, ShownMarket } from "../exchange/exchange.ts";
import { titleOf } from "../exchange/market/markets.ts";
import { useLive } from "../exchange/use-live.ts";
import { theme } from "../frame/theme.ts";
import { Choice } from "../parts/choice.tsx";
import { keep, readKept } from "../parts/kept.ts";
import { Panel } from "../parts/panel.tsx";
import { compareDecimals } from "../text/exact.ts";
import { formatCompact, formatDay, formatDecimal, formatTime } from "../text/format.ts";
import type { ChartView, ShownIndicator } from "./chart-view.ts";
import { chosenIndicators } from "./indicators/chosen-indicators.ts";
import { IndicatorButton } from "./indicators/indicator-dialog.tsx";
import { INTERVALS, type IntervalFace } from "./intervals.ts";
import { LineLayer } from "./lines/line-layer.tsx";
import { beginLayoutCount } from "./lines/use-chips.ts";
import { PriceAlertButton } from "./price-alert-button.tsx";

type ChosenInterval = IntervalFace["value"];
const KEPT = "interval";
const DEFAULT: ChosenInterval = "1min";

export function Chart({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  const [interval, setInterval] = useState<ChosenInterval>(readInterval);
  const choose = (value: ChosenInterval) => {
    keep(KEPT, value);
    setInterval(value);
  };
  return (
    <Panel
      title="Chart"
      isTitleHidden
      class="chart"
      actions={
        <>
          <Choice label="Interval" options={INTERVALS} chosen={interval} choose={choose} />
          <IndicatorButton />
          <PriceAlertButton exchange={exchange} />
        </>
      }
    >
      <ChartPlace exchange={exchange} market={market} interval={interval} />
    </Panel>
  );
}

function readInterval(): ChosenInterval {
  const kept = readKept(KEPT);
  return INTERVALS.find(({ value }) => value === kept)?.value ?? DEFAULT;
}

interface PlaceProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket | undefined;
  readonly interval: ChosenInterval;
}

function ChartPlace({ exchange, market, interval }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const watch = useRef<CandleWatch | undefined>(undefined);
  const [view, setView] = useState<ChartView>();
  const [pointed, setPointed] = useState<number>();
  const [legend, setLegend] = useState<Kline>();
  const [isEmpty, setEmpty] = useState(false);
  const [layout] = useState(beginLayoutCount);

  useEffect(() => {
    let opened: ChartView | undefined;
    let isGone = false;
    const onEdge = () => void watch.current?.loadEarlier();
    void import("./chart-view.ts").then(({ ChartView }) => {
      if (isGone || !place.current) return;
      const onLayout = () => layout.set(layout.value + 1);
      opened = new ChartView(place.current, { onPointed: setPointed, onEdge, onLayout });
      setView(opened);
    });
    const unfollow = theme.follow(() => opened?.paint());
    return () => {
      isGone = true;
      unfollow();
      opened?.close();
    };
  }, []);

  useEffect(() => {
    if (!view || !market) return undefined;
    return showCandles({ exchange, market, interval, view, watch, setLegend, setEmpty });
  }, [exchange, market, interval, view]);

  useIndicators(view);
  const shown = watch.current?.candles.value?.findLast(({ idx }) => idx === pointed) ?? legend;
  return (
    <div class="chart-box">
      {market && shown ? (
        <Legend candle={shown} market={market} indicators={view?.indicatorsAt(shown.idx) ?? []} />
      ) : null}
      <div class="chart-place" ref={place} role="img" aria-label={spoken(market, interval)} />
      {view && market ? (
        <LineLayer
          key={market.name}
          exchange={exchange}
          market={market}
          view={view}
          layout={layout}
        />
      ) : null}
      {isEmpty ? <p class="empty chart-empty">No candles yet: nothing has been traded.</p> : null}
    </div>
  );
}

/** The legend is drawn again behind the lines: their values stand in it. */
function useIndicators(view: ChartView | undefined): void {
  const indicators = useLive(chosenIndicators);
  const [, redraw] = useState(0);
  useEffect(() => {
    view?.showIndicators(indicators);
    redraw((count) => count + 1);
  }, [view, indicators]);
}

function spoken(market: ShownMarket | undefined, interval: ChosenInterval): string {
  const face = INTERVALS.find(({ value }) => value === interval);
  return `Candlestick chart of ${market ? titleOf(market) : "the market"}, ${face?.spoken} a candle`;
}

interface Showing extends Required<PlaceProps> {
  readonly market: ShownMarket;
  readonly view: ChartView;
  readonly watch: { current: CandleWatch | undefined };
  setLegend(candle: Kline | undefined): void;
  setEmpty(isEmpty: boolean): void;
}

/** Follows the candles until the returned function is called; at most one drawing for each frame. */
function showCandles({ exchange, market, interval, view, ...place }: Showing): () => void {
  const watch = exchange.watchCandles(market.name, interval);
  place.watch.current = watch;
  view.begin(market.pricePrecision, !/day|week|month/.test(interval));
  let frame = 0;
  const draw = () => {
    frame = 0;
    const candles = watch.candles.value;
    if (candles) view.show(candles);
    place.setLegend(candles?.at(-1));
    place.setEmpty(candles?.length === 0);
  };
  const unfollow = watch.candles.follow(() => {
    frame ||= requestAnimationFrame(draw);
  });
  draw();
  return () => {
    cancelAnimationFrame(frame);
    unfollow();
    watch.stop();
  };
}

interface LegendProps {
  readonly candle: Kline;
  readonly market: ShownMarket;
  readonly indicators: readonly ShownIndicator[];
}

function Legend({ candle, market, indicators }: LegendProps) {
  const price = (text: string) => formatDecimal(text, market.pricePrecision);
  const tone = compareDecimals(candle.close, candle.open) < 0 ? "down" : "up";
  const figures = [
    ["O", "Open", price(candle.open)],
    ["H", "High", price(candle.high)],
    ["L", "Low", price(candle.low)],
    ["C", "Close", price(candle.close)],
    ["V", "Volume", formatCompact(candle.vol)],
  ] as const;
  return (
    <dl class="legend">
      <div class="legend-time">
        <dt class="unseen">Candle of</dt>
        <dd class="figure">
          {formatDay(candle.idx)} {formatTime(candle.idx).slice(0, 5)}
        </dd>
      </div>
      {figures.map(([letter, word, figure]) => (
        <div key={letter}>
          <dt>
            <abbr title={word}>{letter}</abbr>
          </dt>
          <dd class={`figure ${letter === "V" ? "" : tone}`}>{figure}</dd>
        </div>
      ))}
      {indicators.map(({ name, text }, at) => (
        <div key={name} class={`average-${at + 1}`}>
          <dt>{name}</dt>
          <dd class="figure">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
