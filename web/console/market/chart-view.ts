/**
 * The drawing of candles, volume and indicators: all that knows lightweight-charts. It is loaded after the first
 * paint. Colours are those of the style sheet, read when the theme changes; its own badge is off,
 * because it would bring a style element that the page's policy forbids (the credit stands in the
 * help). Figures become numbers here, to be drawn.
 */
import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Kline } from "../../../src/client/client.ts";
import { isContinuation } from "../exchange/market/candles.ts";
import { colourOf } from "../frame/theme.ts";
import { drawNumber } from "../text/draw-number.ts";
import { formatDecimal } from "../text/format.ts";
import { IndicatorLines } from "./indicator-lines.ts";
import type { ChosenIndicators } from "./indicators/chosen-indicators.ts";
import { type DrawnLine, PriceLines } from "./price-lines.ts";

/** Nearer to the oldest candle than this, earlier ones are asked for. */
const EDGE_BARS = 20;
/** How wide a candle is at first, with the gap beside it. */
const BAR_WIDTH = 7;
/** Free of candles on the right, in candles. */
const RIGHT_BARS = 4;

export interface ShownIndicator {
  /** `MA 20` */
  readonly name: string;
  readonly text: string;
}

export interface ChartListener {
  /** The candle under the crosshair, by its beginning in ms; undefined when there is none. */
  onPointed(idx: number | undefined): void;
  onEdge(): void;
  /** Prices may stand at other heights than before. */
  onLayout(): void;
}

export class ChartView {
  readonly #chart: IChartApi;
  readonly #prices: ISeriesApi<"Candlestick">;
  readonly #volumes: ISeriesApi<"Histogram">;
  #shown: readonly Kline[] = [];
  #faint = { up: "", down: "" };
  readonly #indicators: IndicatorLines;
  readonly #lines: PriceLines;

  constructor(place: HTMLElement, listener: ChartListener) {
    this.#chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false },
      crosshair: { mode: CrosshairMode.Normal },
      timeScale: {
        timeVisible: true,
        secondsVisible: false,
        rightOffset: RIGHT_BARS,
        barSpacing: BAR_WIDTH,
      },
      rightPriceScale: { scaleMargins: { top: 0.08, bottom: 0.24 } },
      kineticScroll: { mouse: false, touch: true },
    });
    this.#prices = this.#chart.addSeries(CandlestickSeries, { borderVisible: false });
    this.#volumes = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: "",
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#chart.subscribeCrosshairMove(({ time }) =>
      listener.onPointed(typeof time === "number" ? time * 1_000 : undefined),
    );
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && this.#shown.length > 0 && range.from < EDGE_BARS) listener.onEdge();
    });
    this.#indicators = new IndicatorLines(this.#chart);
    this.#lines = new PriceLines(this.#prices);
    this.#prices.attachPrimitive({ updateAllViews: () => listener.onLayout() });
    this.paint();
  }

  drawLines(lines: readonly DrawnLine[]): void {
    this.#lines.draw(lines);
  }

  /** From the top, in pixels; null while nothing is drawn that tells. */
  heightOf(price: string): number | null {
    return this.#prices.priceToCoordinate(drawNumber(price));
  }

  /** A place between prices, to be rounded to one. */
  placeAt(y: number): number | null {
    return this.#prices.coordinateToPrice(y);
  }

  /** Of the part that prices are drawn in, in pixels. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#chart.paneSize();
  }

  /** Takes the colours of the theme. */
  paint(): void {
    const [text, line, faint] = [colourOf("--dim"), colourOf("--line"), colourOf("--grid")];
    const [up, down] = [colourOf("--up"), colourOf("--down")];
    const label = { labelBackgroundColor: colourOf("--label") };
    this.#chart.applyOptions({
      layout: {
        background: { type: ColorType.Solid, color: colourOf("--panel") },
        textColor: text,
        fontSize: 11,
        fontFamily: getComputedStyle(document.body).fontFamily,
        panes: { separatorColor: line, separatorHoverColor: faint },
      },
      grid: { vertLines: { color: faint }, horzLines: { color: faint } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
      crosshair: { vertLine: { color: text, ...label }, horzLine: { color: text, ...label } },
    });
    this.#prices.applyOptions({
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
    });
    this.#faint = { up: colourOf("--up-faint"), down: colourOf("--down-faint") };
    this.#lines.paint();
    this.#indicators.paint();
    this.#drawAll();
  }

  /** Another market or interval: nothing of the last one stays. */
  begin(pricePrecision: number, hasClock: boolean): void {
    this.#shown = [];
    const priceFormat = {
      type: "custom" as const,
      minMove: 10 ** -pricePrecision,
      // Of the axis only: a place on the drawing, not a figure of the market.
      formatter: (price: number) => formatDecimal(price.toFixed(pricePrecision), pricePrecision),
    };
    this.#prices.applyOptions({ priceFormat });
    this.#prices.setData([]);
    this.#volumes.setData([]);
    this.#indicators.setPrecision(pricePrecision);
    this.#indicators.draw([]);
    this.#prices.priceScale().applyOptions({ autoScale: true });
    this.#chart.applyOptions({ timeScale: { timeVisible: hasClock } });
  }

  /** The last candle alone when only that changed or began; everything otherwise. */
  show(candles: readonly Kline[]): void {
    const isFirst = this.#shown.length === 0;
    const isTail = isContinuation(this.#shown, candles);
    const from = this.#shown.length - 1;
    this.#shown = candles;
    if (!isTail) {
      this.#drawAll();
      if (isFirst) this.#showNewest();
      return;
    }
    for (const candle of candles.slice(from)) {
      this.#prices.update(priceOf(candle));
      this.#volumes.update(this.#volumeOf(candle));
    }
    this.#indicators.draw(candles, from);
  }

  showIndicators({ hasVolume, others }: ChosenIndicators): void {
    this.#volumes.applyOptions({ visible: hasVolume });
    this.#indicators.choose(others, this.#shown);
  }

  /** At the candle that began then, as they are written; a dash where there are too few candles before it. */
  indicatorsAt(idx: number): readonly ShownIndicator[] {
    const place = this.#shown.findLastIndex((candle) => candle.idx === idx);
    return this.#indicators.at(place).map(({ indicator, name, values }) => {
      const digits = this.#indicators.digitsOf(indicator);
      // A place on the drawing, not a figure of the market.
      const say = (value: number | undefined) =>
        value === undefined ? "–" : formatDecimal(value.toFixed(digits), digits);
      return { name, text: values.map(say).join(" ") };
    });
  }

  close(): void {
    this.#chart.remove();
  }

  #drawAll(): void {
    this.#prices.setData(this.#shown.map(priceOf));
    this.#volumes.setData(this.#shown.map((candle) => this.#volumeOf(candle)));
    this.#indicators.draw(this.#shown);
  }

  /** On the right, however few candles there are; what was zoomed or scrolled before is undone. */
  #showNewest(): void {
    this.#chart.timeScale().applyOptions({ barSpacing: BAR_WIDTH });
    this.#chart.timeScale().scrollToPosition(RIGHT_BARS, false);
  }

  #volumeOf(candle: Kline) {
    const [open, close] = [drawNumber(candle.open), drawNumber(candle.close)];
    const color = close >= open ? this.#faint.up : this.#faint.down;
    return { time: timeOf(candle), value: drawNumber(candle.vol), color };
  }
}

function timeOf({ idx }: Kline): UTCTimestamp {
  return (idx / 1_000) as UTCTimestamp;
}

function priceOf(candle: Kline) {
  const { open, high, low, close } = candle;
  return {
    time: timeOf(candle),
    open: drawNumber(open),
    high: drawNumber(high),
    low: drawNumber(low),
    close: drawNumber(close),
  };
}
