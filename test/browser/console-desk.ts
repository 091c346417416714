/**
 * The console as a person uses it: what is on it is found by role and label, the way a screen reader
 * would name it, so that a test breaks when people would be lost, and not when a class is renamed.
 */
import type { Locator } from "playwright-core";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { findCandles } from "./drawing.ts";
import type { OpenVisit } from "./visit/in-chromium.ts";
import type { Visit, VisitOptions } from "./visit/visit.ts";

interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  readonly amount: string;
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

  /** The same as demo1, whose key the browser has kept: to sign in by hand is what few tests are about. */
  static async signedIn(
    open: OpenVisit,
    { url = "", keys }: InProcessExchange,
    options?: VisitOptions,
  ): Promise<ConsoleDesk> {
    const user = "demo1";
    const kept = { "bourse.key": JSON.stringify({ ...keys[user], user }) };
    const desk = await ConsoleDesk.open(open, url, { ...options, kept });
    await desk.visit.page.getByRole("button", { name: user, exact: true }).waitFor();
    return desk;
  }

  /** Waits until the connection's word is this. */
  async isSaying(word: "Connecting" | "Live" | "Reconnecting" | "Offline"): Promise<void> {
    await this.visit.page.getByRole("status").filter({ hasText: word }).first().waitFor();
  }

  /** From now on no stream is opened, until `open` is called: what is open stays. */
  async holdStreams(): Promise<{ open(): void }> {
    let isOpen = false;
    await this.visit.page.routeWebSocket(/\/ws$/, (socket) => {
      if (isOpen) socket.connectToServer();
      else void socket.close();
    });
    return {
      open: () => {
        isOpen = true;
      },
    };
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

  /** Where candles stand in the chart, as shares of its width; nowhere while it is empty. */
  candlesInChart(): Promise<readonly number[]> {
    return this.chart.evaluate(findCandles);
  }

  async isSignedIn(): Promise<boolean> {
    return (
      (await this.visit.page.getByRole("button", { name: "Sign in", exact: true }).count()) === 0
    );
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

  /** The ticket of a pair as it is at first: nothing that was typed for one account stays for the other. */
  async emptyTicket(): Promise<void> {
    for (const name of ["Margin", "Spot"]) {
      await this.panel("Order").getByRole("tab", { name }).click();
    }
  }

  /** Fills in the fields by their labels. */
  async fillIn(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.panel("Order").getByLabel(label, { exact: true }).fill(value);
    }
  }

  /** What is said beneath the order before it is sent: the figure of one line. */
  async estimate(name: string): Promise<string> {
    const term = this.visit.page.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) });
    return (
      (await this.panel("Order").locator(".estimate", { has: term }).locator("dd").textContent()) ??
      ""
    );
  }

  /** Sends the order: its button says what it does. */
  async submit(name: RegExp): Promise<void> {
    await this.panel("Order").getByRole("button", { name }).click();
  }

  /** From the balances, which are shown. */
  async transfer({ from, to, asset, amount }: Transfer): Promise<void> {
    await this.panel("Account")
      .getByRole("button", { name: /^Transfer/ })
      .click();
    const dialog = this.visit.page.getByRole("dialog");
    for (const [label, option] of [
      ["From", from],
      ["To", to],
      ["Asset", asset],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).selectOption({ label: option });
    }
    await dialog.getByLabel("Amount", { exact: true }).fill(amount);
    await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
  }

  /** Shows one of the account's tabs, and gives its panel. */
  async tab(name: string): Promise<Locator> {
    const account = this.panel("Account");
    await account.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    return account.getByRole("tabpanel");
  }

  /** The same, and gives its table. */
  async table(tab: string, caption = tab): Promise<Locator> {
    return (await this.tab(tab)).getByRole("table", { name: caption });
  }
}
