/**
 * Where the user is: which area a phone shows, which list of the account is open, what stands beneath the
 * book, how far an area was scrolled. The browser keeps it, so that a reload, or a phone that has put the page away, leads back.
 */
import { LiveValue } from "../exchange/live.ts";
import { keep, readKept } from "../parts/kept.ts";

export const AREAS = ["chart", "book", "trade", "account"] as const;
export type AreaName = (typeof AREAS)[number];

function keptArea(): AreaName {
  const kept = readKept("area");
  return AREAS.find((name) => name === kept) ?? "chart";
}

/** Of a phone; a desk shows all of them. */
export const shownArea = new LiveValue<AreaName>(keptArea());
/** The list of the account, by the id of its tab; one that there is not is the first. */
export const shownTab = new LiveValue<string>(readKept("tab") ?? "orders");

export function showArea(area: AreaName): void {
  keep("area", area);
  shownArea.set(area);
}

export function showTab(tab: string): void {
  keep("tab", tab);
  shownTab.set(tab);
}

const FEET = ["trades", "depth"] as const;
/** What stands beneath the book, where there is room for one of them. */
export type BookFoot = (typeof FEET)[number];

export const shownFoot = new LiveValue<BookFoot>(
  FEET.find((name) => name === readKept("foot")) ?? "trades",
);

export function showFoot(foot: BookFoot): void {
  keep("foot", foot);
  shownFoot.set(foot);
}

export function readScroll(area: AreaName): number {
  const kept = Number(readKept(`scroll.${area}`));
  return Number.isFinite(kept) ? kept : 0;
}

export function keepScroll(area: AreaName, top: number): void {
  keep(`scroll.${area}`, top > 0 ? `${Math.round(top)}` : undefined);
}
