/** What every chapter of the page is made of. */
import { type Html, type HtmlPart, html } from "./html.ts";

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly body: Html;
}

export function showChapter({ id, title, body }: Chapter): Html {
  return html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}${anchorTo(id, title)}</h2>
${body}
</section>`;
}

/** The way to copy a link to a place of the page. */
export function anchorTo(id: string, title: string): Html {
  return html`<a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a>`;
}

/** A table that scrolls within itself, also by keyboard, where the page is narrow. */
export function table(title: string, head: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="table" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

export function row(...cells: readonly HtmlPart[]): Html {
  return html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
}

export function code(text: string | number): Html {
  return html`<code>${text}</code>`;
}
