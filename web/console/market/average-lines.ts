/** The averages in the drawing: one line each, made of the candles that are shown, and moved on with the last of them. */
import { type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from "lightweight-charts";
import type { Kline } from "../../../src/client/client.ts";
import { colourOf } from "../frame/theme.ts";
import { drawNumber } from "../text/draw-number.ts";
import { exponentialAverage, simpleAverage } from "./indicators/averages.ts";
import { type Average, nameOfAverage } from "./indicators/chosen-indicators.ts";

interface AverageLine {
  readonly average: Average;
  readonly series: ISeriesApi<"Line">;
  values: readonly (number | undefined)[];
}

export class AverageLines {
  readonly #chart: IChartApi;
  #lines: AverageLine[] = [];

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  choose(averages: readonly Average[], candles: readonly Kline[]): void {
    for (const { series } of this.#lines) this.#chart.removeSeries(series);
    this.#lines = averages.map((average) => ({
      average,
      series: this.#chart.addSeries(LineSeries, {
        lineWidth: 2,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerVisible: false,
        // The candles say how high the drawing reaches.
        autoscaleInfoProvider: () => null,
      }),
      values: [],
    }));
    this.paint();
    this.draw(candles);
  }

  paint(): void {
    for (const [at, { series }] of this.#lines.entries()) {
      series.applyOptions({ color: colourOf(`--average-${at + 1}`) });
    }
  }

  /** All of them, or from a candle on, where those before it are as they were. */
  draw(candles: readonly Kline[], from?: number): void {
    const closes = candles.map(({ close }) => drawNumber(close));
    for (const line of this.#lines) {
      line.values = valuesOf(line.average, closes);
      const points = candles.flatMap((candle, at) => {
        const value = line.values[at];
        return at < (from ?? 0) || value === undefined ? [] : { time: timeOf(candle), value };
      });
      if (from === undefined) line.series.setData(points);
      else for (const point of points) line.series.update(point);
    }
  }

  /** What stands at the candle of this place; of too few candles nothing does. */
  at(place: number): readonly { readonly name: string; readonly value: number | undefined }[] {
    return this.#lines.map(({ average, values }) => ({
      name: nameOfAverage(average),
      value: values[place],
    }));
  }
}

function valuesOf({ kind, period }: Average, closes: readonly number[]) {
  return kind === "ma" ? simpleAverage(closes, period) : exponentialAverage(closes, period);
}

function timeOf({ idx }: Kline): UTCTimestamp {
  return (idx / 1_000) as UTCTimestamp;
}
