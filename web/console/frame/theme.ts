/**
 * Dark or light: what the system says, until the user chooses here; the choice is kept. The style
 * sheet has both palettes; this only names the chosen one on the page's root.
 */
import { type Live, LiveValue } from "../exchange/live.ts";
import { keep, readKept } from "../parts/kept.ts";

export type Theme = "dark" | "light";
const KEPT = "theme";
const current = new LiveValue<Theme>("dark");

/** What is shown now. */
export const theme: Live<Theme> = current;

/** Called once, before the first drawing. */
export function beginTheme(): void {
  const system = matchMedia("(prefers-color-scheme: light)");
  const kept = readKept(KEPT);
  const chosen = kept === "dark" || kept === "light" ? kept : undefined;
  const ofSystem = (): Theme => (system.matches ? "light" : "dark");
  show(chosen ?? ofSystem());
  system.addEventListener("change", () => {
    if (readKept(KEPT) === undefined) show(ofSystem());
  });
}

export function toggleTheme(): void {
  const next = current.value === "dark" ? "light" : "dark";
  keep(KEPT, next);
  show(next);
}

function show(next: Theme): void {
  document.documentElement.dataset["theme"] = next;
  current.set(next);
}

let probe: HTMLElement | undefined;

/** A colour of the style sheet as a canvas understands it. */
export function colourOf(name: `--${string}`): string {
  if (!probe?.isConnected) {
    probe = document.createElement("i");
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
}
