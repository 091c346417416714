/**
 * Reading replies without a double between the figures and the caller. Futures replies carry money as
 * JSON numbers, written from exact decimals, and `JSON.parse` would round them. So one pass over the
 * text puts quotes around every number but those that are counts, ids, codes and times; then
 * `JSON.parse` does the rest. A number in a list goes by the name of the list.
 */
import { WHOLE_FIELDS } from "./whole-fields.ts";

/** A string, with the colon behind it if it is a name; or a number. */
const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.eE+-]*/g;

/** The value of a reply: money as text, exactly as it was written. Throws what `JSON.parse` throws. */
export function readExactly(text: string): unknown {
  let field = "";
  const quoted = text.replace(TOKEN, (token, name: string | undefined, colon?: string) => {
    if (name !== undefined) {
      if (colon !== undefined) field = name;
      return token;
    }
    return WHOLE_FIELDS.has(field) ? token : `"${token}"`;
  });
  return JSON.parse(quoted);
}
