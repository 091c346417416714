/** The line above the page, as on every page of the product; its name leads to the front page. */
import { type Html, html } from "./html.ts";

export function header(place: string): Html {
  return html`<header class="top-bar">
<a class="brand" href="/"><svg class="brand-mark" viewBox="0 0 20 20" aria-hidden="true">
<path d="M4 16V8h2v8zM9 16V4h2v12zM14 16v-5h2v5z"/></svg>Bourse <span class="brand-place">${place}</span></a>
</header>`;
}
