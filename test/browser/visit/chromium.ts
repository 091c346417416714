/** The one Chromium of a worker: how it is begun, and that it ends with the process that began it. */
import { type Browser, chromium } from "playwright-core";
import { findChromium, HOW_TO_GET_ONE } from "./find-chromium.ts";

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

/** With a profile of its own, which is removed when the process that began it ends. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(`There is no Chromium here. ${HOW_TO_GET_ONE}.`);
  }
  // A worker is told to end and then has half a second: time to leave, not to wait for a browser.
  process.once("SIGTERM", () => process.exit());
  return await chromium.launch({ executablePath, args: FLAGS, handleSIGTERM: false });
}
