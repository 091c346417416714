/** The operator's page as a person uses it: what is on it is found by role and label. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { OPERATOR_TOKEN_NAME } from "../../src/auth/operator-token.ts";
import type { ServerProcess } from "../support/server-process.ts";
import type { OpenVisit } from "./in-chromium.ts";
import type { Visit, VisitOptions } from "./visit.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
  }[];
}

export class OperatorPage {
  readonly visit: Visit;

  private constructor(visit: Visit) {
    this.visit = visit;
  }

  /** Opens the page at its gate. */
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
    const page = await OperatorPage.arrive(open, server, options);
    await page.show(tokenOf(server));
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

  /** What axe-core finds wrong, each as one line. */
  async accessibilityProblems(): Promise<string[]> {
    await this.visit.page.evaluate(AXE);
    const found = await this.visit.page.evaluate("axe.run(document)");
    const { violations } = found as AxeResults;
    return violations.map(({ id, nodes }) => {
      return `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`;
    });
  }

  /** A screen as it is kept, and nothing wrong on it; nothing wider than the screen either. */
  async keep(name: string): Promise<void> {
    expect(await this.accessibilityProblems(), name).toEqual([]);
    const width = "document.documentElement.scrollWidth - innerWidth";
    expect(await this.visit.page.evaluate(width), name).toBeLessThanOrEqual(0);
    await this.visit.screenshot(name);
  }
}

export function tokenOf({ directory }: ServerProcess): string {
  return readFileSync(join(directory, OPERATOR_TOKEN_NAME), "utf8").trim();
}
