/**
 * A tab that one visit after another is lent. To begin a profile and a process anew for each costs more
 * than what is looked at, so a tab is made as good as new between them: the page is left, and what it
 * kept is forgotten. Only the browser's cache of files stays. The tests beside this prove it.
 */
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { PATIENCE_MS } from "./patience.ts";

/** Runs in the page, before its own scripts; as text, since the types of a page are not the tests'. */
const TELL_VIOLATIONS = `document.addEventListener("securitypolicyviolation", (event) => {
  window.noteViolation(event.effectiveDirective + " " + event.blockedURI);
});`;

/** Not every Chromium clears what a tab keeps for its session with the rest; a page without an origin keeps nothing. */
const FORGET_SESSION = "try { sessionStorage.clear() } catch {}";

/** What a page did that is to be checked. */
export interface TabWatch {
  readonly onAddress: (address: string) => void;
  readonly onProblem: (problem: string) => void;
}

/** How it looks on the outside. */
export interface Screen {
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme: "dark" | "light";
}

export class Tab {
  readonly page: Page;
  readonly isPhone: boolean;
  readonly #context: BrowserContext;
  readonly #browserSide: CDPSession;
  #watch: TabWatch | undefined;

  private constructor(page: Page, browserSide: CDPSession, isPhone: boolean) {
    this.page = page;
    this.isPhone = isPhone;
    this.#context = page.context();
    this.#browserSide = browserSide;
  }

  static async open(browser: Browser, isPhone: boolean): Promise<Tab> {
    const context = await browser.newContext({ hasTouch: isPhone, isMobile: isPhone });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const tab = new Tab(page, await context.newCDPSession(page), isPhone);
    await tab.#listen();
    return tab;
  }

  async #listen(): Promise<void> {
    const note = (problem: string) => this.#watch?.onProblem(problem);
    this.#context.on("request", (request) => this.#watch?.onAddress(request.url()));
    this.page.on("websocket", (socket) => this.#watch?.onAddress(socket.url()));
    this.page.on("pageerror", (error) => note(`thrown: ${error.message}`));
    this.page.on("console", (message) => {
      if (message.type() === "error") note(`console: ${message.text()} ${message.location().url}`);
    });
    await this.page.exposeFunction("noteViolation", (what: string) => note(`policy: ${what}`));
    await this.page.addInitScript({ content: TELL_VIOLATIONS });
  }

  /** From here on it is watched for this visit. */
  async lend({ size, colorScheme }: Screen, watch: TabWatch): Promise<void> {
    this.#watch = watch;
    await this.page.setViewportSize(size);
    // What goes on moving is drawn again and again, and shows nothing more.
    await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  }

  /** Leaves the page, and makes the tab as good as new for the next visit. */
  async clear(): Promise<void> {
    const { origin } = new URL(this.page.url());
    await this.page.unrouteAll({ behavior: "ignoreErrors" });
    await this.page.evaluate(FORGET_SESSION);
    await this.page.goto("about:blank");
    this.#watch = undefined;
    await this.page.mouse.move(0, 0);
    await this.#context.clearCookies();
    await this.#browserSide.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
