/** Values of the contract for tests that need a whole record and look at few of its fields. */
import { EXACT, type Shape } from "../../src/contract/field.ts";

/** The least value of a shape, with these fields of its own: a field that is new later is in it. */
export function someValue<T, const F extends Partial<T>>(shape: Shape<T>, fields: F): T & F {
  return { ...(leastOf(shape) as T), ...fields };
}

function leastOf(shape: Shape): unknown {
  const { type, enum: words, oneOf, prefixItems, required = [], properties = {} } = shape;
  if (oneOf) return leastOf(oneOf[0] ?? {});
  if (words) return words[0];
  switch (type) {
    case "object":
      return Object.fromEntries(required.map((name) => [name, leastOf(properties[name] ?? {})]));
    case "array":
      return prefixItems?.map(leastOf) ?? [];
    case "number":
      return "0";
    case "integer":
      return shape[EXACT] ? "0" : (shape.minimum ?? 0);
    case "boolean":
      return false;
    default:
      return shape.format === "decimal" ? "0" : "A";
  }
}

/** Of a record those fields that another has as well. */
export function fieldsOf<T>(shape: Shape<T>, value: object): Partial<T> {
  const { properties = {} } = shape as Shape;
  const told = Object.entries(value).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(told) as Partial<T>;
}
