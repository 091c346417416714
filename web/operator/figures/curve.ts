/** The path of a small curve: newest at the right, nothing drawn where nothing is known. */

export interface Box {
  readonly width: number;
  readonly height: number;
  /** How many points fill the width. */
  readonly points: number;
}

/** From the bottom (0) to the largest value; a curve that is always 0 lies on the bottom. */
export function curveOf(values: readonly (number | undefined)[], box: Box): string {
  const shown = values.slice(-box.points);
  const most = Math.max(0, ...shown.map((value) => value ?? 0)) || 1;
  const step = box.width / (box.points - 1);
  const left = box.width - (shown.length - 1) * step;
  let isDrawing = false;
  return shown
    .map((value, at) => {
      if (value === undefined) {
        isDrawing = false;
        return "";
      }
      const place = `${round(left + at * step)} ${round(box.height * (1 - value / most))}`;
      const stroke = isDrawing ? "L" : "M";
      isDrawing = true;
      return `${stroke}${place}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
