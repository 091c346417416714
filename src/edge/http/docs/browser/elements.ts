/** Finding and making elements of the page; what must be there and is not is our own mistake. */

export function get<E extends Element>(within: ParentNode, selector: string): E {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** An element with a text; nothing is ever written as HTML. */
export function make(tag: string, text: string, className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className !== "") element.className = className;
  return element;
}

/** A link to a field of the page, which leads right into it. */
export function linkToField(text: string, field: HTMLElement): HTMLElement {
  const link = make("a", text);
  link.setAttribute("href", `#${field.id}`);
  link.addEventListener("click", () => field.focus());
  return link;
}

/** A heading and a block of text as it is. */
export function block(title: string, text: string): HTMLElement[] {
  return [make("h5", title), make("pre", text)];
}
