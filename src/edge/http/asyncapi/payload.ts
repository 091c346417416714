/** A shape as the tools of AsyncAPI read it: they know an array of two by an older name, in the JSON Schema of draft 7. */
import type { Shape } from "../../../contract/field.ts";

export function payloadOf(shape: Shape): object {
  const { prefixItems, items, properties, oneOf, additionalProperties, ...plain } = shape;
  return {
    ...plain,
    ...(prefixItems && { items: prefixItems.map(payloadOf), additionalItems: false }),
    ...(items && { items: payloadOf(items) }),
    ...(oneOf && { oneOf: oneOf.map(payloadOf) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, payloadOf(field)]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties && payloadOf(additionalProperties),
    }),
  };
}
