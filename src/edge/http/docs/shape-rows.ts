/** What a value looks like, for people: its kind in a few words, and its fields as rows. */
import { type Shape, WHOLE_MAX } from "../../../contract/field.ts";
import { code } from "./chapter.ts";
import { type Html, html, prose } from "./html.ts";

export const REQUIRED = html`<span class="required">required</span>`;

/** Deeper than any reply is nested. */
const DEPTH_MAX = 4;

/** `decimal text`, `list of objects`, `LIMIT, MARKET`. */
export function kindOf(shape: Shape): string {
  if (shape.enum) return [...new Set(shape.enum.map(String))].join(", ");
  if (shape.oneOf) return shape.oneOf.map(kindOf).join(" or ");
  if (shape.prefixItems) return `[${shape.prefixItems.map(nameOf).join(", ")}]`;
  if (shape.type === "array") return `list of ${shape.items ? pluralOf(shape.items) : "nothing"}`;
  if (shape.format === "decimal") return "decimal text";
  if (shape.format === "unix-ms") return "time in ms";
  const types = typeof shape.type === "string" ? [shape.type] : (shape.type ?? ["any"]);
  return types.join(" or ");
}

/** An item of a pair is told by what it is, if it says so. */
function nameOf(shape: Shape): string {
  return shape.description ?? kindOf(shape);
}

function pluralOf(items: Shape): string {
  const kind = kindOf(items);
  return /^(?:object|string|number|integer)$/.test(kind) ? `${kind}s` : kind;
}

/** A sentence on what bounds a value, as far as it is not told already. */
export function boundsOf(shape: Shape, told: string): string {
  const { minimum, maximum, maxItems, default: usual } = shape;
  const parts = [
    minimum !== undefined && minimum > 0 ? `at least ${minimum}` : "",
    maximum !== undefined && maximum < WHOLE_MAX ? `at most ${maximum}` : "",
    maxItems !== undefined && maxItems > 2 ? `at most ${maxItems} of them` : "",
    usual === undefined ? "" : `${usual} if left out`,
  ];
  const isNew = (part: string) => !told.includes(/[0-9]+/.exec(part)?.[0] ?? part);
  const news = parts.filter((part) => part !== "" && isNew(part)).join(", ");
  return news === "" ? "" : ` ${news.slice(0, 1).toUpperCase()}${news.slice(1)}.`;
}

/** Whose fields they are: of a reply, which always has all of them, or of a request. */
export type Direction = "reply" | "request";

/** The fields of an object, and of the objects in it, each deeper one indented. */
export function fieldRows(shape: Shape, direction: Direction, depth = 0): readonly Html[] {
  if (depth > DEPTH_MAX) return [];
  return objectsIn(shape).flatMap((object) => rowsOf(object, direction, depth));
}

function rowsOf({ properties = {}, required = [] }: Shape, direction: Direction, depth: number) {
  return Object.entries(properties).flatMap(([name, field]) => {
    const mark = direction === "request" && required.includes(name) ? REQUIRED : undefined;
    const { description = "" } = field;
    const row = html`<tr><td class="d${depth}">${code(name)} ${mark}</td><td>${kindOf(field)}</td>
<td class="words">${prose(description)}</td></tr>`;
    return [row, ...fieldRows(field, direction, depth + 1)];
  });
}

/** The objects that a value may be, or its items. */
function objectsIn(shape: Shape): readonly Shape[] {
  if (shape.properties) return [shape];
  if (shape.items) return objectsIn(shape.items);
  return shape.oneOf?.flatMap(objectsIn) ?? [];
}
