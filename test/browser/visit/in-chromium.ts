/**
 * What a file of tests in a real browser begins with: one Chromium for all of them, and a `test` that
 * is passed over where there is none. Each visit is a fresh profile, closed after its test, and a test
 * in which a page did what a page must never do has failed, whatever else it looked for.
 */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findChromium, isChromiumRequired, launchChromium } from "./chromium.ts";
import { Visit, type VisitOptions } from "./visit.ts";

export type OpenVisit = (url: string, options?: VisitOptions) => Promise<Visit>;

export interface BrowserTests {
  readonly open: OpenVisit;
  readonly test: typeof test | typeof test.skip;
}

export function browserTests(): BrowserTests {
  const isHere = findChromium() !== undefined || isChromiumRequired();
  if (!isHere) console.warn("no Chromium here: tests are passed over (BOURSE_CHROMIUM names one)");
  let browser: Browser | undefined;
  const visits: Visit[] = [];
  const open: OpenVisit = async (url, options) => {
    if (!browser) throw new Error("a visit begins in a test");
    const visit = await Visit.open(browser, url, options);
    visits.push(visit);
    return visit;
  };
  beforeAll(async () => {
    browser = isHere ? await launchChromium() : undefined;
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const ended = visits.splice(0);
    await Promise.all(ended.map((visit) => visit.close()));
    expect([...new Set(ended.flatMap(({ problems }) => problems))]).toEqual([]);
  });
  return { open, test: isHere ? test : test.skip };
}
