/** How high the account stands beneath the chart, in pixels, as its trader has set it; the browser keeps it. */
import { LiveValue } from "../exchange/live.ts";
import { keep, readKept } from "../parts/kept.ts";

const KEPT = "account-height";
/** A head, a line of titles and two rows. */
export const HEIGHT_MIN = 160;
/** What the chart keeps, with the bar above it. */
const REST_MIN = 240;

/** Undefined: as the style of the page has it. */
export const accountHeight = new LiveValue<number | undefined>(parseHeight(readKept(KEPT)));

export function parseHeight(kept: string | undefined): number | undefined {
  const height = Number(kept);
  return Number.isInteger(height) && height >= HEIGHT_MIN ? height : undefined;
}

/** In a window that is so high; undefined lets it be as at first. */
export function setAccountHeight(height: number | undefined, windowHeight: number): void {
  const most = Math.max(HEIGHT_MIN, windowHeight - REST_MIN);
  const set =
    height === undefined ? undefined : Math.round(Math.min(Math.max(height, HEIGHT_MIN), most));
  keep(KEPT, set === undefined ? undefined : `${set}`);
  accountHeight.set(set);
}
