/** The operator's page as a person uses it: what is on it is found by role and label. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { OPERATOR_TOKEN_NAME } from "../../src/edge/auth/operator-token.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { accessibilityProblems } from "./visit/accessibility.ts";
import type { OpenVisit } from "./visit/in-chromium.ts";
import type { Visit, VisitOptions } from "./visit/visit.ts";

export class OperatorPage {
  readonly visit: Visit;

  private constructor(visit: Visit) {
    this.visit = visit;
  }

  /** Opens the page at its token form. */
  static async arrive(
    open: OpenVisit,
    server: ServerProcess,
    options?: VisitOptions,
  ): Promise<OperatorPage> {
    return new OperatorPage(await open(`http://127.0.0.1:${server.operatorPort}/`, options));
  }

  /** Opens it and goes in, with the token that the server wrote. */
  static async enter(
    open: OpenVisit,
    server: ServerProcess,
    options?: VisitOptions,
  ): Promise<OperatorPage> {
    const origin = `http://127.0.0.1:${server.operatorPort}`;
    return await OperatorPage.enterAt(open, { origin, token: tokenOf(server) }, options);
  }

  /** The same, wherever the page comes from. */
  static async enterAt(
    open: OpenVisit,
    { origin, token }: { readonly origin: string; readonly token: string },
    options?: VisitOptions,
  ): Promise<OperatorPage> {
    const page = new OperatorPage(await open(`${origin}/`, options));
    await page.show(token);
    await page.panel("At a glance").waitFor();
    return page;
  }

  async show(token: string): Promise<void> {
    await this.visit.page.getByLabel("Operator's token").fill(token);
    await this.press("Enter");
  }

  async goTo(section: string): Promise<void> {
    await this.visit.page.getByRole("link", { name: section, exact: true }).click();
  }

  panel(title: string): Locator {
    return this.visit.page.getByRole("region", { name: title, exact: true }).first();
  }

  row(title: string, name: string): Locator {
    return this.panel(title).getByRole("row").filter({ hasText: name });
  }

  form(label: string): Locator {
    return this.visit.page.getByRole("form", { name: label, exact: true });
  }

  async press(name: string, within: Locator = this.visit.page.locator("body")): Promise<void> {
    await within.getByRole("button", { name, exact: true }).click();
  }

  /** Answers the question that stands, after a look at what it says. */
  async answer(says: RegExp, button: string): Promise<void> {
    const dialog = this.visit.page.getByRole("dialog");
    await dialog.getByText(says).waitFor();
    await this.press(button, dialog);
  }

  async isTold(sentence: RegExp): Promise<void> {
    await this.visit.page.getByRole("status").getByText(sentence).first().waitFor();
  }

  /** What was told before goes by itself, in its own time; till then it lies over what stands below. */
  async dismissNotices(): Promise<void> {
    const dismiss =
      "for (const button of document.querySelectorAll('.notices button')) button.click()";
    await this.visit.page.evaluate(dismiss);
  }

  /** A screen as it is kept, and nothing wrong on it; nothing wider than the screen either. */
  async keep(name: string): Promise<void> {
    expect(await accessibilityProblems(this.visit.page), name).toEqual([]);
    await this.keepWidth(name);
  }

  /** The same of one that has been looked at in another size. */
  async keepWidth(name: string): Promise<void> {
    const width = "document.documentElement.scrollWidth - innerWidth";
    expect(await this.visit.page.evaluate(width), name).toBeLessThanOrEqual(0);
    await this.visit.keepLook(name);
  }
}

export function tokenOf({ directory }: ServerProcess): string {
  return readFileSync(join(directory, OPERATOR_TOKEN_NAME), "utf8").trim();
}
