/** What a value looks like, in a few words for a cell of a table. */
import { type Shape, WHOLE_MAX } from "../../src/contract/field.ts";

export function formWords(shape: Shape): string {
  const { enum: values, oneOf, type, items, format } = shape;
  if (values) return valueWords(values);
  if (oneOf) return [...new Set(oneOf.map(formWords))].join(" or ");
  if (type === "array") return listWords(shape, items || {});
  if (format === "unix-ms") return "time in ms";
  if (format === "decimal") return type === "string" ? "decimal text" : "decimal";
  if (`${type}`.includes("integer")) return wholeWords(shape);
  return `${type}` === "string" ? textWords(shape) : `${type}`;
}

/** Each once, however it may be written. */
function valueWords(values: NonNullable<Shape["enum"]>): string {
  const written = [...new Set(values.map(String))];
  if (written.join() === "true,false") return "boolean";
  return written.map((value) => `\`${value}\``).join(", ");
}

function listWords({ maxItems }: Shape, items: Shape): string {
  const most = maxItems === undefined ? "" : ` of at most ${maxItems}`;
  const isObject =
    items.properties !== undefined || items.oneOf?.some(({ properties }) => properties);
  return isObject ? `list${most}` : `list${most}: ${formWords(items)}`;
}

function wholeWords({ minimum = 0, maximum = WHOLE_MAX }: Shape): string {
  const from = minimum > 1 ? ` from ${minimum}` : "";
  const to = maximum < WHOLE_MAX ? ` up to ${maximum}` : "";
  return `whole number${from}${to}`;
}

function textWords({ maxLength }: Shape): string {
  return maxLength === undefined ? "text" : `text of at most ${maxLength}`;
}
