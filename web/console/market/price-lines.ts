/** Lines across the drawing at a price, with the price on the axis: the same ones are moved, not drawn anew. */
import { type IPriceLine, type ISeriesApi, LineStyle } from "lightweight-charts";
import { colourOf } from "../frame/theme.ts";
import { drawNumber } from "../text/draw-number.ts";

/** Where a line stands, and how it looks. */
export interface DrawnLine {
  readonly id: string;
  /** Decimal text. */
  readonly price: string;
  readonly colour: `--${string}`;
  readonly isDashed: boolean;
  /** What it is, beside the price. */
  readonly title?: string;
}

export class PriceLines {
  readonly #series: ISeriesApi<"Candlestick">;
  readonly #drawn = new Map<string, IPriceLine>();
  #lines: readonly DrawnLine[] = [];

  constructor(series: ISeriesApi<"Candlestick">) {
    this.#series = series;
  }

  /** All of them: what is not among them any more is taken away. */
  draw(lines: readonly DrawnLine[]): void {
    this.#lines = lines;
    const kept = new Set(lines.map(({ id }) => id));
    for (const [id, drawn] of this.#drawn) {
      if (kept.has(id)) continue;
      this.#series.removePriceLine(drawn);
      this.#drawn.delete(id);
    }
    for (const line of lines) {
      const options = optionsOf(line);
      const drawn = this.#drawn.get(line.id);
      if (drawn) drawn.applyOptions(options);
      else this.#drawn.set(line.id, this.#series.createPriceLine(options));
    }
  }

  /** Takes the colours of the theme. */
  paint(): void {
    this.draw(this.#lines);
  }
}

function optionsOf({ price, colour, isDashed, title = "" }: DrawnLine) {
  const color = colourOf(colour);
  return {
    price: drawNumber(price),
    color,
    lineWidth: 1 as const,
    lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
    axisLabelVisible: true,
    axisLabelColor: color,
    axisLabelTextColor: colourOf("--panel"),
    title,
  };
}
