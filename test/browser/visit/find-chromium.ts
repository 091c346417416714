/**
 * Which browser the tests use: the system's Chromium, never one that is fetched. Where there is none the
 * tests are passed over, and one line at the end of a run says so; where one is required, as in CI, its
 * absence is a failure.
 */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** How a browser comes here. */
export const HOW_TO_GET_ONE =
  "Debian: apt install chromium-headless-shell; elsewhere BOURSE_CHROMIUM names the program";

/** The same browser without its own windows comes first: it takes a quarter less of the machine. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
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
