/**
 * A record that was written by its shape, read again: a figure that is a JSON number is the exact text of its digits (as a
 * value has it in the server), other numbers are ids, times and codes.
 */
import type { Shape, ValueOf } from "../../contract/field.ts";
import { isJsonObject, JsonNumber, type JsonValue, readJsonText } from "../http/json.ts";

export function readRow<S extends Shape>(shape: S, row: string): ValueOf<S> {
  return valueIn(shape, readJsonText(row)) as ValueOf<S>;
}

function valueIn(shape: Shape, json: JsonValue): unknown {
  if (json instanceof JsonNumber) return shape.type === "number" ? json.text : Number(json.text);
  if (!isJsonObject(json)) return json;
  const fields = [...json].map(([name, value]) => [
    name,
    valueIn(shape.properties?.[name] ?? {}, value),
  ]);
  return Object.fromEntries(fields);
}
