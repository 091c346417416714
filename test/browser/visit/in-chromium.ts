/**
 * What a file of tests in a real browser begins with: a `test` that is passed over where there is no
 * Chromium, and visits, each to a tab that knows of no other. All files of a worker share one Chromium
 * and its tabs. A test in which a page did what a page must never do has failed, whatever else it
 * looked for.
 */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { findChromium, isChromiumRequired } from "./find-chromium.ts";
import { Tab } from "./tab.ts";
import { isPhone, Visit, type VisitOptions } from "./visit.ts";

export type OpenVisit = (url: string, options?: VisitOptions) => Promise<Visit>;

export interface BrowserTests {
  /** A visit that ends with the test. */
  readonly open: OpenVisit;
  /**
   * What several tests of a file use, made by the first of them that asks, and its visits: to load a page
   * costs more than most of what is looked at. Each test finds it as the one before has left it, so it
   * says what it needs, and counts on nothing. A test that fails takes it along, and the next has a new one.
   */
  share<T>(begin: (open: OpenVisit) => Promise<T>): () => Promise<T>;
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

/** The visits that end at the same time. */
class Stay {
  readonly #tabs: Tab[] = [];
  readonly #visits: Visit[] = [];

  readonly open: OpenVisit = async (url, options = {}) => {
    const tab = await takeTab(options);
    this.#tabs.push(tab);
    const visit = await Visit.open(tab, url, options);
    this.#visits.push(visit);
    return visit;
  };

  takeProblems(): readonly string[] {
    return this.#visits.flatMap((visit) => visit.takeProblems());
  }

  /** It is not known what a test that failed has left behind in its tab. */
  async end(isGood: boolean): Promise<void> {
    for (const tab of this.#tabs.splice(0)) {
      if (!isGood) await tab.close();
      else await tab.clear();
      if (isGood) freeTabs.push(tab);
    }
  }

  /** After its end: nothing of it counts any more. */
  forget(): void {
    this.#visits.length = 0;
  }
}

/** What tests share, from the first that asks for it to one that fails, or to the last. */
class Shared<T> {
  readonly stay = new Stay();
  readonly #begin: (open: OpenVisit) => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(begin: (open: OpenVisit) => Promise<T>) {
    this.#begin = begin;
  }

  get(): Promise<T> {
    this.#made ??= this.#begin(this.stay.open);
    return this.#made;
  }

  async end(isGood: boolean): Promise<void> {
    this.#made = undefined;
    await this.stay.end(isGood);
    this.stay.forget();
  }
}

export function browserTests(): BrowserTests {
  const isHere = findChromium() !== undefined || isChromiumRequired();
  const own = new Stay();
  const shared: Shared<unknown>[] = [];
  afterEach(async ({ task }) => {
    const isGood = task.result?.state !== "fail";
    await own.end(isGood);
    const stays = [own, ...shared.map(({ stay }) => stay)];
    const problems = stays.flatMap((stay) => stay.takeProblems());
    own.forget();
    if (!isGood || problems.length > 0) for (const each of shared) await each.end(false);
    expect([...new Set(problems)]).toEqual([]);
  });
  // Whoever stood behind the pages may be gone by now: what they do at the end is not looked at.
  afterAll(async () => {
    for (const each of shared) await each.end(true);
  });
  const share = <T>(begin: (open: OpenVisit) => Promise<T>) => {
    const one = new Shared(begin);
    shared.push(one);
    return () => one.get();
  };
  return { open: own.open, share, test: isHere ? test : test.skip };
}
