/**
 * The browser that the tests use: the system's Chromium, never one that is fetched. Where there is
 * none the tests are passed over, and one line says so; where one is required, as in CI, its absence
 * is a failure.
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** The same browser without its own windows comes first: it takes a quarter less of the machine. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** It asks nothing of the network for itself, and needs no rights that a container does not have. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function findChromium(environment = process.env): string | undefined {
  const { BOURSE_CHROMIUM: named, PATH = "" } = environment;
  if (named !== undefined && named !== "") return named;
  const folders = ["/usr/bin", ...PATH.split(delimiter)];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
}

/** A named browser that is not there, or CI without one, is a mistake that must be seen. */
export function isChromiumRequired(environment = process.env): boolean {
  const { CI, BOURSE_BROWSER, BOURSE_CHROMIUM = "" } = environment;
  return CI === "true" || BOURSE_BROWSER === "required" || BOURSE_CHROMIUM !== "";
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** With a profile of its own, which is removed when the process that began it ends. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error("No Chromium was found: install one, or name it with BOURSE_CHROMIUM.");
  }
  // A worker is told to end and then has half a second: time to leave, not to wait for a browser.
  process.once("SIGTERM", () => process.exit());
  return await chromium.launch({ executablePath, args: FLAGS, handleSIGTERM: false });
}
