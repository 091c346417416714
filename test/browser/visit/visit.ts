/**
 * One person's visit to a page: a tab that knows of no other visit, watched while it is open. Whatever a
 * page must never do is noted: an error in its console or thrown, something that its policy forbade,
 * a request to any server but its own.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Tab } from "./tab.ts";

export const DESKTOP = { width: 1400, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Not in the repository: made anew when they are asked for, to be looked at. */
const ARTEFACTS = join(import.meta.dirname, "../artefacts");

/** As CONTRIBUTING.md says. */
export const ARE_LOOKS_KEPT = process.env["BOURSE_SCREENSHOTS"] === "1";

export interface VisitOptions {
  readonly size?: typeof DESKTOP;
  readonly colorScheme?: "dark" | "light";
  /** What the browser has kept of a visit before: its local storage when the page is opened. */
  readonly kept?: Readonly<Record<string, string>>;
}

export function isPhone({ size = DESKTOP }: VisitOptions): boolean {
  return size.width <= PHONE.width;
}

export class Visit {
  readonly page: Page;
  /** Where the page comes from. */
  readonly origin: string;
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  static async open(tab: Tab, url: string, options: VisitOptions = {}): Promise<Visit> {
    const { size = DESKTOP, colorScheme = "dark" } = options;
    const visit = new Visit(tab.page, new URL(url).origin);
    await tab.lend(
      { size, colorScheme },
      {
        onAddress: (address) => visit.#checkAddress(address),
        onProblem: (problem) => void visit.#problems.push(problem),
      },
    );
    await visit.#arrive(url, options.kept ?? {});
    return visit;
  }

  async #arrive(url: string, kept: Readonly<Record<string, string>>): Promise<void> {
    const items = JSON.stringify(Object.entries(kept));
    const content = `for (const item of ${items}) localStorage.setItem(...item);`;
    const first = await this.page.addInitScript({ content });
    await this.page.goto(url);
    // What the page forgets later on must not come back with a reload.
    await first.dispose();
  }

  /** What stands in the page itself is no request. */
  #checkAddress(address: string): void {
    const { protocol, host } = new URL(address);
    if (["data:", "blob:"].includes(protocol) || host === new URL(this.origin).host) return;
    this.#problems.push(`asked elsewhere: ${address}`);
  }

  /** For a test that makes something go wrong: until it ends this may be noted, and does not count. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get problems(): readonly string[] {
    return this.#problems.filter((said) => !this.#expected.some((pattern) => pattern.test(said)));
  }

  /** What was noted in the test that ends now; the next one begins with nothing noted. */
  takeProblems(): readonly string[] {
    const problems = this.problems;
    this.#problems.length = 0;
    this.#expected.length = 0;
    return problems;
  }

  /** A picture for the author of a change, when pictures are asked for: it proves nothing by itself. */
  async keepLook(name: string): Promise<void> {
    if (ARE_LOOKS_KEPT) await this.screenshot(name);
  }

  /** Into test/browser/artefacts, which git ignores. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(ARTEFACTS, { recursive: true });
    await this.page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
  }
}
