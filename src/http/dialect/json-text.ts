/**
 * JSON written by hand, for replies whose numbers come from exact decimals: what is handed in is the
 * text of a value already. Names here are of letters that need no escape.
 */

/** The text of each value, or a whole number, or a truth. */
export type JsonTexts = Readonly<Record<string, string | number | boolean>>;

export function jsonObject(values: JsonTexts): string {
  let text = "";
  for (const name in values) text += `${text === "" ? "{" : ","}"${name}":${values[name]}`;
  return text === "" ? "{}" : `${text}}`;
}

export function jsonList(items: readonly string[]): string {
  return `[${items.join(",")}]`;
}

/** Letters that stand in JSON as they are. */
export function jsonText(text: string): string {
  return `"${text}"`;
}
