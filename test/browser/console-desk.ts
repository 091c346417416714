/**
 * The console as a person uses it: what is on it is found by role and label, the way a screen reader
 * would name it, so that a test breaks when people would be lost, and not when a class is renamed.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator } from "playwright-core";
import type { OpenVisit } from "./in-chromium.ts";
import type { Visit, VisitOptions } from "./visit.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What of a page's elements is used here; the types of a browser are not the tests'. */
interface Place {
  querySelectorAll(name: "canvas"): Iterable<{
    readonly width: number;
    readonly height: number;
    getContext(kind: "2d"): {
      getImageData(...box: [number, number, number, number]): { readonly data: Uint8ClampedArray };
    };
  }>;
}

/** Runs in the page: how many pixels of the drawings in a place have a colour, as candles do. */
function countColoured(place: Place): number {
  let count = 0;
  for (const canvas of place.querySelectorAll("canvas")) {
    const { width, height } = canvas;
    if (width === 0 || height === 0) continue;
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
      const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
      if (alpha > 128 && spread > 60) count++;
    }
  }
  return count;
}

export class ConsoleDesk {
  readonly visit: Visit;

  private constructor(visit: Visit) {
    this.visit = visit;
  }

  /** Opens the console, and waits until what it shows is live. */
  static async open(open: OpenVisit, url: string, options?: VisitOptions): Promise<ConsoleDesk> {
    const desk = new ConsoleDesk(await open(url, options));
    await desk.isSaying("Live");
    return desk;
  }

  /** Waits until the connection's word is this. */
  async isSaying(word: "Connecting" | "Live" | "Reconnecting" | "Offline"): Promise<void> {
    await this.visit.page.getByRole("status").filter({ hasText: word }).first().waitFor();
  }

  panel(title: string): Locator {
    return this.visit.page.getByRole("region", { name: title, exact: true });
  }

  /** Where there is room the list stands beside the chart. */
  async chooseMarket(name: RegExp): Promise<void> {
    const list = this.visit.page.getByRole("navigation", { name: "Markets" });
    await list.getByRole("button", { name }).click();
  }

  /** On a phone one area is shown at a time. */
  async showArea(name: "Chart" | "Book" | "Trade" | "Account"): Promise<void> {
    const tabs = this.visit.page.getByRole("navigation", { name: "Areas" });
    await tabs.getByRole("button", { name }).click();
  }

  get chart(): Locator {
    return this.visit.page.getByRole("img", { name: /^Candlestick chart/ });
  }

  /** How much of the chart is drawn: none of it while it is empty. */
  colouredInChart(): Promise<number> {
    return this.chart.evaluate(countColoured);
  }

  /** With a key that the sandbox offers. */
  async signIn(user: string): Promise<void> {
    const { page } = this.visit;
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Use ${user}` })
      .click();
    await page.getByRole("button", { name: user, exact: true }).waitFor();
  }

  /** Fills in the fields by their labels. */
  async fillIn(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.panel("Order").getByLabel(label, { exact: true }).fill(value);
    }
  }

  /** Sends the order: its button says what it does. */
  async submit(name: RegExp): Promise<void> {
    await this.panel("Order").getByRole("button", { name }).click();
  }

  /** Shows one of the account's tabs, and gives its table. */
  async table(tab: string, caption = tab): Promise<Locator> {
    const account = this.panel("Account");
    await account.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    return account.getByRole("table", { name: caption });
  }

  /** What axe-core finds wrong, each as one line; nothing when all is well. */
  async accessibilityProblems(): Promise<string[]> {
    await this.visit.page.evaluate(AXE);
    const found = await this.visit.page.evaluate(
      "axe.run(document, { resultTypes: ['violations'] })",
    );
    const { violations } = found as AxeResults;
    return violations.map(({ id, help, nodes }) => {
      return `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`;
    });
  }
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
  }[];
}
