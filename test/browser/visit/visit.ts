/**
 * One person's visit to a page: a tab with a profile of its own, watched while it is open. Whatever a
 * page must never do is noted: an error in its console or thrown, something that its policy forbade,
 * a question to anybody but the server it came from.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";

export const DESKTOP = { width: 1400, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** For anything that is waited for: much more than it takes, also while other tests run. */
const PATIENCE_MS = 15_000;

/** Not in the repository: made anew by every run, to be looked at. */
const ARTEFACTS = join(import.meta.dirname, "../artefacts");

/** Runs in the page, before its own scripts; as text, since the types of a page are not the tests'. */
const TELL_VIOLATIONS = `document.addEventListener("securitypolicyviolation", (event) => {
  window.noteViolation(event.effectiveDirective + " " + event.blockedURI);
});`;

export interface VisitOptions {
  readonly size?: typeof DESKTOP;
  readonly colorScheme?: "dark" | "light";
}

export class Visit {
  readonly page: Page;
  /** Where the page comes from. */
  readonly origin: string;
  readonly #context: BrowserContext;
  readonly #problems: string[] = [];
  readonly #expected: RegExp[] = [];

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context;
    this.page = page;
    this.origin = origin;
  }

  static async open(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
    const { size = DESKTOP, colorScheme = "dark" } = options;
    const isPhone = size.width <= PHONE.width;
    const context = await browser.newContext({
      ...{ viewport: size, colorScheme, hasTouch: isPhone, isMobile: isPhone },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const visit = new Visit(context, await context.newPage(), new URL(url).origin);
    await visit.#watch();
    await visit.page.goto(url);
    return visit;
  }

  async #watch(): Promise<void> {
    const note = (problem: string) => void this.#problems.push(problem);
    this.#context.on("request", (request) => this.#checkAddress(request.url()));
    this.page.on("websocket", (socket) => this.#checkAddress(socket.url()));
    this.page.on("pageerror", (error) => note(`thrown: ${error.message}`));
    this.page.on("console", (message) => {
      if (message.type() === "error") note(`console: ${message.text()} ${message.location().url}`);
    });
    await this.page.exposeFunction("noteViolation", (what: string) => note(`policy: ${what}`));
    await this.page.addInitScript({ content: TELL_VIOLATIONS });
  }

  /** What stands in the page itself is no question to anybody. */
  #checkAddress(address: string): void {
    const { protocol, host } = new URL(address);
    if (["data:", "blob:"].includes(protocol) || host === new URL(this.origin).host) return;
    this.#problems.push(`asked elsewhere: ${address}`);
  }

  /** For a test that makes something go wrong: this may be noted, and does not count. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get problems(): readonly string[] {
    return this.#problems.filter((said) => !this.#expected.some((pattern) => pattern.test(said)));
  }

  /** Into test/browser/artefacts, which git ignores. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(ARTEFACTS, { recursive: true });
    await this.page.screenshot({ path: join(ARTEFACTS, `${name}.png`) });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
