/**
 * The indicators in the drawing, made of the candles that are shown and moved on with the last of them: over the candles what
 * is a price, in a strip of its own beneath them what is none.
 */
import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type UTCTimestamp,
} from "lightweight-charts";
import type { Kline } from "../../../src/client/client.ts";
import { colourOf } from "../frame/theme.ts";
import { drawNumber } from "../text/draw-number.ts";
import { type Indicator, nameOfIndicator } from "./indicators/chosen-indicators.ts";
import { type Curve, curvesOf, hasStrip } from "./indicators/curves.ts";

/** Of the height of the candles. */
const STRIP_HEIGHT = 0.3;

type Series = ISeriesApi<"Line"> | ISeriesApi<"Histogram">;

interface DrawnIndicator {
  readonly indicator: Indicator;
  readonly series: readonly Series[];
  curves: readonly Curve[];
}

/** The values of an indicator at one candle. */
export interface IndicatorValues {
  readonly indicator: Indicator;
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

export class IndicatorLines {
  readonly #chart: IChartApi;
  #drawn: DrawnIndicator[] = [];
  #pricePrecision = 0;

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  choose(indicators: readonly Indicator[], candles: readonly Kline[]): void {
    for (const { series } of this.#drawn) {
      for (const each of series) this.#chart.removeSeries(each);
    }
    let strips = 0;
    this.#drawn = indicators.map((indicator) => {
      const curves = curvesOf(indicator, []);
      const pane = hasStrip(indicator) ? ++strips : 0;
      return { indicator, curves, series: curves.map((curve) => this.#add(curve, pane)) };
    });
    for (const strip of this.#chart.panes().slice(1)) strip.setStretchFactor(STRIP_HEIGHT);
    this.setPrecision(this.#pricePrecision);
    this.paint();
    this.draw(candles);
  }

  #add({ shape }: Curve, pane: number): Series {
    const quiet = { priceLineVisible: false, lastValueVisible: false };
    // Over the candles, these say how high the drawing reaches.
    const scaled = pane === 0 ? { autoscaleInfoProvider: () => null } : {};
    if (shape === "bars") return this.#chart.addSeries(HistogramSeries, quiet, pane);
    const line = { ...quiet, ...scaled, crosshairMarkerVisible: false, lineWidth: 2 as const };
    return this.#chart.addSeries(LineSeries, line, pane);
  }

  /** Of the market whose candles are shown. */
  setPrecision(pricePrecision: number): void {
    this.#pricePrecision = pricePrecision;
    for (const { indicator, series } of this.#drawn) {
      const precision = this.digitsOf(indicator);
      const priceFormat = { type: "price" as const, precision, minMove: 10 ** -precision };
      for (const each of series) each.applyOptions({ priceFormat });
    }
  }

  /** RSI is a share of a hundred, all others are prices. */
  digitsOf({ kind }: Indicator): number {
    return kind === "rsi" ? 1 : this.#pricePrecision;
  }

  paint(): void {
    for (const [at, { series, curves }] of this.#drawn.entries()) {
      for (const [place, each] of series.entries()) {
        const isMain = (curves[place]?.rank ?? 0) === 0;
        each.applyOptions({ color: colourOf(isMain ? `--average-${at + 1}` : "--dim") });
      }
    }
  }

  /** All of them, or from a candle on, where those before it are as they were. */
  draw(candles: readonly Kline[], from?: number): void {
    const closes = candles.map(({ close }) => drawNumber(close));
    for (const drawn of this.#drawn) {
      drawn.curves = curvesOf(drawn.indicator, closes);
      for (const [place, series] of drawn.series.entries()) {
        const values = drawn.curves[place]?.values ?? [];
        const points = candles.flatMap((candle, at) => {
          const value = values[at];
          return at < (from ?? 0) || value === undefined ? [] : { time: timeOf(candle), value };
        });
        if (from === undefined) series.setData(points);
        else for (const point of points) series.update(point);
      }
    }
  }

  /** What stands at the candle of this place; of too few candles nothing does. */
  at(place: number): readonly IndicatorValues[] {
    return this.#drawn.map(({ indicator, curves }) => ({
      indicator,
      name: nameOfIndicator(indicator),
      values: curves.map(({ values }) => values[place]),
    }));
  }
}

function timeOf({ idx }: Kline): UTCTimestamp {
  return (idx / 1_000) as UTCTimestamp;
}
