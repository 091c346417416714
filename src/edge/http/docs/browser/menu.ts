/** The menu: beside the text where there is room for both, else folded away until it is wanted. */
import { get } from "./elements.ts";

/** The same width as in the style. */
const NARROW = "(max-width: 52rem)";

export function addMenu(): void {
  const menu = get<HTMLDetailsElement>(document, "#menu");
  const narrow = matchMedia(NARROW);
  const fold = () => {
    menu.open = !narrow.matches;
  };
  narrow.addEventListener("change", fold);
  menu.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) fold();
  });
  fold();
}
