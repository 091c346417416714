/** What axe-core finds wrong with a page as it is now, or with one region of it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly string[] }[];
  }[];
}

/** To load the style sheets again is for rules about sound and turned screens: there is no sound here. */
const OPTIONS = { resultTypes: ["violations"], preload: false };

/** Each as one line; nothing when all is well. `within` is a selector: a region costs less than all. */
export async function accessibilityProblems(page: Page, within = "html"): Promise<string[]> {
  if (await page.evaluate("window.axe === undefined")) await inject(page);
  const asked = `axe.run(${JSON.stringify(within)}, ${JSON.stringify(OPTIONS)})`;
  const { violations } = (await page.evaluate(asked)) as AxeResults;
  return violations.map(({ id, help, nodes }) => {
    return `${id}: ${help}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`;
  });
}

/** As a script, which the browser compiles once, and not as a text that is evaluated, which it compiles each time. */
async function inject(page: Page): Promise<void> {
  const browserSide = await page.context().newCDPSession(page);
  await browserSide.send("Runtime.evaluate", { expression: AXE });
  await browserSide.detach();
}
