/** What is drawn of an indicator: one curve or several, each with a value for every candle. */
import { exponentialAverage, simpleAverage } from "./averages.ts";
import type { Indicator } from "./chosen-indicators.ts";
import { bollingerBands, convergence, relativeStrength } from "./oscillators.ts";

export interface Curve {
  readonly shape: "line" | "bars";
  /** 0 has the colour of the indicator; what only goes with it is dim. */
  readonly rank: 0 | 1;
  readonly values: readonly (number | undefined)[];
}

/** It is no price, so it cannot stand among the candles. */
export function hasStrip({ kind }: Indicator): boolean {
  return kind === "rsi" || kind === "macd";
}

export function curvesOf({ kind, period }: Indicator, closes: readonly number[]): readonly Curve[] {
  switch (kind) {
    case "ma":
      return [line(simpleAverage(closes, period))];
    case "ema":
      return [line(exponentialAverage(closes, period))];
    case "bb": {
      const { middle, upper, lower } = bollingerBands(closes, period);
      return [line(middle, 1), line(upper), line(lower)];
    }
    case "rsi":
      return [line(relativeStrength(closes, period))];
    case "macd": {
      const { macd, signal, histogram } = convergence(closes);
      return [{ shape: "bars", rank: 1, values: histogram }, line(macd), line(signal, 1)];
    }
  }
}

function line(values: Curve["values"], rank: Curve["rank"] = 0): Curve {
  return { shape: "line", rank, values };
}
