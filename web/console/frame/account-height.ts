/** How high the account stands beneath the chart, in pixels, as its trader has set it; the browser keeps it. */
import { LiveValue } from "../exchange/live.ts";
import { keep, readKept } from "../parts/kept.ts";

const KEPT = "account-height";
/** A head, a line of titles and two rows. */
export const HEIGHT_MIN = 160;
/** Of the window; the chart keeps the rest, with the bar above it. A window made smaller draws no more than this of a height that was set before. */
export const PERCENT_MAX = 62;

/** Undefined: as the style of the page has it. */
export const accountHeight = new LiveValue<number | undefined>(parseHeight(readKept(KEPT)));

export function parseHeight(kept: string | undefined): number | undefined {
  const height = Number(kept);
  return Number.isInteger(height) && height >= HEIGHT_MIN ? height : undefined;
}

/** In a window that is so high; undefined lets it be as at first. */
export function setAccountHeight(height: number | undefined, windowHeight: number): void {
  const set =
    height === undefined
      ? undefined
      : Math.round(Math.min(Math.max(height, HEIGHT_MIN), mostIn(windowHeight)));
  keep(KEPT, set === undefined ? undefined : `${set}`);
  accountHeight.set(set);
}

/** Higher by so much than what was set last: two keys may come between two pictures of the screen, and `shown` is but the picture. */
export function stepAccountHeight(step: number, shown: number, windowHeight: number): void {
  const stood = Math.min(accountHeight.value ?? shown, mostIn(windowHeight));
  setAccountHeight(stood + step, windowHeight);
}

function mostIn(windowHeight: number): number {
  return Math.max(HEIGHT_MIN, Math.floor((windowHeight * PERCENT_MAX) / 100));
}
