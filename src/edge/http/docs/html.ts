/**
 * HTML from templates. What is put into a template is text and is escaped; only what a template made
 * is HTML already. So no name and no description can become markup by chance.
 */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template may hold; nothing is written for undefined. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = strings.map((text, at) => (at === 0 ? text : write(parts[at - 1]) + text));
  return new Html(pieces.join(""));
}

function write(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(`${part}`);
  return part.map(write).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);
}

/** A sentence in which backticks mark what is code. */
export function prose(text: string): Html {
  const parts = text.split("`");
  return html`${parts.map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}
