/**
 * Which fields of replies are figures and which are whole numbers, by their names: what a client needs to read a reply without a
 * double between. A name is the one or the other in all replies.
 */
import { assert } from "../../core/base/assert.ts";
import { EXACT, type Shape } from "../field.ts";

export interface ExactFields {
  /** Money, prices, quantities and rates, whether they stand in quotes or not. */
  readonly decimals: readonly string[];
  /** Counts, ids, times and codes. */
  readonly wholes: readonly string[];
}

export function exactFieldsIn(shapes: Iterable<Shape>): ExactFields {
  const decimals = new Set<string>();
  const wholes = new Set<string>();
  for (const shape of shapes) {
    for (const [name, field] of leavesIn(shape, "")) {
      if (isDecimal(field)) decimals.add(name);
      else if (field.type === "integer") wholes.add(name);
    }
  }
  const both = [...decimals].filter((name) => wholes.has(name));
  assert(both.length === 0, `${both.join(", ")} mean one kind of number everywhere`);
  return { decimals: [...decimals].sort(), wholes: [...wholes].sort() };
}

/** Whether a value is a figure: money, a price, a quantity or a rate; of a reply or of a request. */
export function isDecimal({ type, format, [EXACT]: isExact }: Shape): boolean {
  return type === "number" || format === "decimal" || isExact === true;
}

/** The values in a shape that are no records or lists; what stands in a list goes by the name of the list. */
function* leavesIn(shape: Shape, name: string): Iterable<readonly [string, Shape]> {
  const { properties, items, prefixItems = [], oneOf = [] } = shape;
  for (const [field, inner] of Object.entries(properties ?? {})) yield* leavesIn(inner, field);
  for (const inner of [...(items ? [items] : []), ...prefixItems, ...oneOf]) {
    yield* leavesIn(inner, name);
  }
  if (!properties && !items && prefixItems.length === 0 && oneOf.length === 0) yield [name, shape];
}
