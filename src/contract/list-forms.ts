/**
 * The forms of parameters that hold others: a list, a list written as one string, an object. A
 * message names the value inside that is wrong, as in `orders[2].volume`.
 */

import type { Shape } from "./field.ts";
import {
  type Fields,
  type Form,
  type Given,
  type ParameterTable,
  readAll,
  readAs,
  type ValuesOf,
} from "./parameter.ts";
import { Refusal } from "./refusal.ts";

/** SPOT-BATCH-1: 1 to `max` values of one form. A list that is too long is not looked into. */
export function listOf<T>(form: Form<T>, max: number): Form<readonly T[]> {
  return {
    name: `list of 1 to ${max}: ${form.name}`,
    shape: { type: "array", minItems: 1, maxItems: max, items: form.shape },
    expects: `a list of 1 to ${max} items`,
    inside: form.inside,
    read(given, parameter) {
      if (given.kind !== "list" || given.count === 0) return undefined;
      if (given.count > max) throw tooMany(parameter, max);
      const indexes = Array.from({ length: given.count }, (_, index) => index);
      return indexes.map((index) => readAs(form, `${parameter}[${index}]`, given.item(index)));
    },
  };
}

function tooMany(parameter: string, max: number): Refusal {
  const msg = `Parameter ${parameter} has more than ${max} items.`;
  return new Refusal("TOO_MANY_PARAMETERS", { msg });
}

/** A list, or its items in one string with commas between them. */
export function commaListOf<T>(form: Form<T>, max: number): Form<readonly T[]> {
  const list = listOf(form, max);
  return {
    name: `${list.name}, or with commas`,
    shape: { oneOf: [list.shape, { type: ["integer", "string"] }] },
    expects: `${list.expects}, or one string with commas between them`,
    read: (given, parameter) => list.read(splitAtCommas(given), parameter),
  };
}

/** A number alone is a list of one. */
function splitAtCommas(given: Given): Given {
  if (given.kind !== "text" && given.kind !== "number") return given;
  const parts = given.text.split(",");
  const item = (index: number): Given => ({ kind: "text", text: parts[index] ?? "" });
  return { kind: "list", count: parts.length, item };
}

/** What an object with these parameters looks like. */
export function shapeOf(parameters: ParameterTable): Shape {
  const entries = Object.entries(parameters);
  const properties = Object.fromEntries(entries.map(([name, { shape }]) => [name, shape]));
  const required = entries.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return { type: "object", properties, required };
}

/** Looks at the names of the fields that an object has besides. */
type CheckNames = (parameters: ParameterTable, fields: Fields) => void;

/** An object with these fields; what else it holds is ignored, unless a check refuses it. */
export function objectOf<P extends ParameterTable>(
  parameters: P,
  checkNames?: CheckNames,
): Form<ValuesOf<P>> {
  return {
    name: `object of ${Object.keys(parameters).join(", ")}`,
    shape: shapeOf(parameters),
    expects: `an object of ${Object.keys(parameters).join(", ")}`,
    inside: parameters,
    read(given, parameter) {
      if (given.kind !== "object") return undefined;
      const fields = { ...given.fields, within: `${parameter}.` };
      const values = readAll(parameters, { fields });
      checkNames?.(parameters, fields);
      return values;
    },
  };
}

/** Runs a query about one item of a request; a refusal says which item it is about. */
export function askAbout<T>(item: string, query: () => T): T {
  try {
    return query();
  } catch (error) {
    throw error instanceof Refusal ? error.about(item) : error;
  }
}
