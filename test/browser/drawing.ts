/** What is drawn on a chart, read off its pixels. */

/** What of a page's elements is used here; the types of a browser are not the tests'. */
interface Place {
  querySelectorAll(name: "canvas"): Iterable<Drawing>;
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  getContext(kind: "2d"): {
    getImageData(...box: [number, number, number, number]): { readonly data: Uint8ClampedArray };
  };
}

/**
 * Runs in the page, so it knows nothing but what is in it: the columns of the widest drawings in a
 * place that have the colours of candles, as shares of the width. A line across is not taken for one.
 */
export function findCandles(place: Place): readonly number[] {
  const drawings = [...place.querySelectorAll("canvas")];
  const widest = Math.max(...drawings.map(({ width }) => width));
  const columns = new Set<number>();
  for (const drawing of drawings) {
    const { width, height } = drawing;
    if (width < widest || width === 0 || height === 0) continue;
    const { data } = drawing.getContext("2d").getImageData(0, 0, width, height);
    const heights = new Uint32Array(width);
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
      const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
      const x = (at / 4) % width;
      if (alpha > 128 && spread > 60) heights[x] = (heights[x] ?? 0) + 1;
    }
    for (const [x, count] of heights.entries()) if (count > 4) columns.add(x);
  }
  return [...columns].sort((a, b) => a - b).map((x) => x / widest);
}

/** Runs in the page, too: how many pixels of a place's drawings have this colour, or almost. */
export function countColour(place: Place, [red, green, blue]: readonly number[]): number {
  let count = 0;
  for (const drawing of place.querySelectorAll("canvas")) {
    const { width, height } = drawing;
    if (width === 0 || height === 0) continue;
    const { data } = drawing.getContext("2d").getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray(at, at + 4);
      const far = Math.abs(r - (red ?? 0)) + Math.abs(g - (green ?? 0)) + Math.abs(b - (blue ?? 0));
      if (alpha > 128 && far < 12) count += 1;
    }
  }
  return count;
}
