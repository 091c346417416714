/**
 * What a file of tests in a real browser begins with: a `test` that is passed over where there is no
 * Chromium, and visits, each to a tab that knows of no other. All files of a worker share one Chromium
 * and its tabs. A test in which a page did what a page must never do has failed, whatever else it
 * looked for.
 */
import type { Browser } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { findChromium, isChromiumRequired, launchChromium } from "./chromium.ts";
import { Tab } from "./tab.ts";
import { isPhone, Visit, type VisitOptions } from "./visit.ts";

export type OpenVisit = (url: string, options?: VisitOptions) => Promise<Visit>;

export interface BrowserTests {
  readonly open: OpenVisit;
  readonly test: typeof test | typeof test.skip;
}

/** One for the worker, begun by its first visit; it ends with the process. */
let browser: Promise<Browser> | undefined;
/** Cleared, for the next visit. */
const freeTabs: Tab[] = [];

async function takeTab(options: VisitOptions): Promise<Tab> {
  const at = freeTabs.findLastIndex((tab) => tab.isPhone === isPhone(options));
  const [free] = at < 0 ? [] : freeTabs.splice(at, 1);
  browser ??= launchChromium();
  return free ?? (await Tab.open(await browser, isPhone(options)));
}

/** It is not known what a test that failed has left behind in its tab. */
async function giveBack(tab: Tab, isGood: boolean): Promise<void> {
  if (!isGood) return await tab.close();
  await tab.clear();
  freeTabs.push(tab);
}

export function browserTests(): BrowserTests {
  const isHere = findChromium() !== undefined || isChromiumRequired();
  if (!isHere) console.warn("no Chromium here: tests are passed over (BOURSE_CHROMIUM names one)");
  const lent: Tab[] = [];
  const visits: Visit[] = [];
  const open: OpenVisit = async (url, options = {}) => {
    const tab = await takeTab(options);
    lent.push(tab);
    const visit = await Visit.open(tab, url, options);
    visits.push(visit);
    return visit;
  };
  afterEach(async ({ task }) => {
    for (const tab of lent.splice(0)) await giveBack(tab, task.result?.state !== "fail");
    const problems = visits.splice(0).flatMap((visit) => visit.problems);
    expect([...new Set(problems)]).toEqual([]);
  });
  return { open, test: isHere ? test : test.skip };
}
