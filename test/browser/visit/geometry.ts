/** What a person could not see or press in a region of a page as it is now: what is cut off, and what lies under something else. */
import type { Page } from "playwright-core";

/**
 * Carried out in the page. Buttons of one line of a table stand in one row, but on a phone, where a line is a
 * card; there a strip of buttons is swiped.
 */
const LOOK = `(selector) => {
  const region = document.querySelector(selector);
  if (!region) return ["there is no " + selector];
  const said = [];
  const isPhone = innerWidth < 760;
  const isSwiped = (box) => isPhone && box.matches(".tab-row, .panel-head");
  const name = (box) => (box.getAttribute("aria-label") || box.textContent || box.className).trim().slice(0, 60);
  const isUnseen = (box) => box.closest(".unseen") !== null || box.clientWidth === 0;
  for (const box of [region, ...region.querySelectorAll("*")]) {
    if (isUnseen(box) || isSwiped(box) || box.closest("svg, canvas, .chart-place")) continue;
    const { overflowX } = getComputedStyle(box);
    if (overflowX !== "visible" && box.checkVisibility() && box.scrollWidth > box.clientWidth + 1) {
      said.push("cut: " + box.className + " " + name(box) + " " + box.scrollWidth + " > " + box.clientWidth);
    }
  }
  for (const control of region.querySelectorAll("button, input, select, summary")) {
    if (isUnseen(control) || !control.checkVisibility()) continue;
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    const isMet = met !== null && (control.contains(met) || met.closest("label") === control.closest("label") && met.closest("label") !== null);
    if (!isMet) said.push("covered: " + name(control) + " by " + (met ? met.className : "the edge"));
  }
  if (!isPhone) {
    for (const row of region.querySelectorAll(".account-acts, .order-acts")) {
      const tops = new Set([...row.querySelectorAll("button")].map((one) => Math.round(one.getBoundingClientRect().top)));
      if (tops.size > 1) said.push("more than one row: " + name(row));
    }
  }
  return said;
}`;

/** Each as one line; nothing when all of it can be seen. */
export async function hiddenIn(page: Page, selector: string): Promise<readonly string[]> {
  return (await page.evaluate(`(${LOOK})(${JSON.stringify(selector)})`)) as string[];
}
