/** The filter: what is typed must stand in the method, the path or the summary of an endpoint. */
import { get } from "./elements.ts";

export function addFilter(): void {
  const box = get<HTMLInputElement>(document, "#filter");
  box.hidden = false;
  box.addEventListener("input", () => apply(box.value));
  // As in many references: a slash leads to the filter from anywhere on the page.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || isTyping(event.target)) return;
    event.preventDefault();
    box.focus();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, select, textarea");
}

function apply(typed: string): void {
  const words = typed.toLowerCase().split(/\s+/);
  for (const link of document.querySelectorAll<HTMLElement>("nav [data-search]")) {
    const text = link.dataset["search"] ?? "";
    link.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of document.querySelectorAll<HTMLElement>("nav [data-group]")) {
    group.hidden = group.querySelector("[data-search]:not([hidden])") === null;
  }
  const isEmpty = document.querySelector("nav [data-group]:not([hidden])") === null;
  get<HTMLElement>(document, "#nothing-found").hidden = !isEmpty;
}
