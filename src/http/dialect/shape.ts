/**
 * What a value looks like on the wire, as data: the fields of a reply and the forms of a parameter
 * are declared with these few words, and the documents and the contract tests are made from them. A
 * shape is a JSON Schema already, so nothing is translated. No request that is served touches one.
 */

type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export interface Shape {
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly default?: string | number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** More is taken, and means this. */
  readonly "x-most"?: number;
  readonly items?: Shape | false;
  readonly prefixItems?: readonly Shape[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly contains?: Shape;
  readonly oneOf?: readonly Shape[];
  readonly not?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** The shape of any other field, where there may be some. */
  readonly additionalProperties?: Shape | false;
}

export type ShapeTable = Readonly<Record<string, Shape>>;

/** An object of a reply: all of these fields, always, and no other. */
export function record(properties: ShapeTable, description?: string): Shape {
  const required = Object.keys(properties);
  const told = description === undefined ? {} : { description };
  return { type: "object", ...told, properties, required, additionalProperties: false };
}

/** The same object with fields that are left out where they have no value. */
export function recordWith(always: ShapeTable, sometimes: ShapeTable): Shape {
  return { ...record({ ...always, ...sometimes }), required: Object.keys(always) };
}

/** The reply of an endpoint that only says that it was done. */
export const NOTHING = record({}, "Nothing but that it was done.");

export function list(items: Shape, description: string): Shape {
  return { type: "array", description, items };
}

/** An array of two. */
export function pair(first: Shape, second: Shape): Shape {
  return { type: "array", prefixItems: [first, second], items: false, minItems: 2, maxItems: 2 };
}

/** NUM-DEC-1: no exponent, no plus, no zero that says nothing. */
const UNSIGNED = "(?:0|[1-9][0-9]*)(?:\\.[0-9]*[1-9])?";

/** A decimal in quotes that is not negative. */
export function decimalText(description: string): Shape {
  return { type: "string", format: "decimal", pattern: `^${UNSIGNED}$`, description };
}

export function signedText(description: string): Shape {
  const pattern = `^(?:-(?!0$))?${UNSIGNED}$`;
  return { type: "string", format: "decimal", pattern, description };
}

/** FUT-WIRE-3: a JSON number that is not negative; its text is exact. */
export function figure(description: string): Shape {
  return { type: "number", minimum: 0, description };
}

export function signedFigure(description: string): Shape {
  return { type: "number", description };
}

/** A whole number of a request has at most 15 digits. */
export const WHOLE_MAX = 10 ** 15 - 1;

/** A whole number that is not negative. */
export function count(description: string): Shape {
  return { type: "integer", minimum: 0, description };
}

/** Every id is below 2^53, so that a double holds it. */
export function id(description: string): Shape {
  return { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description };
}

/** An id in quotes, for clients whose numbers are too small. */
export function idText(description: string): Shape {
  return { type: "string", pattern: "^[1-9][0-9]{0,15}$", description };
}

export function time(description: string): Shape {
  return { type: "integer", format: "unix-ms", minimum: 0, description: `${description}, in ms` };
}

/** FUT-WIRE-8: seconds, without a zone; it is UTC. */
export function dateTime(description: string): Shape {
  const pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$";
  return { type: "string", pattern, description: `${description}, UTC in seconds` };
}

export function truth(description: string): Shape {
  return { type: "boolean", description };
}

export function text(description: string): Shape {
  return { type: "string", description };
}

/** One of a few words. */
export function word(words: Iterable<string>, description: string): Shape {
  return { type: "string", enum: [...new Set(words)], description };
}

/** One of a few numbers that stand for something. */
export function code(numbers: Iterable<number>, description: string): Shape {
  return { type: "integer", enum: [...new Set(numbers)].sort((a, b) => a - b), description };
}

/** The name of a symbol, an asset or a contract, in capitals. */
export function name(description: string): Shape {
  return { type: "string", pattern: "^[A-Z0-9-]+$", description };
}

/** SPOT-CLIENT-1 */
export function clientId(description: string): Shape {
  return { type: "string", pattern: "^[A-Za-z0-9._:/-]{1,64}$", description };
}

/** The same form, of which the documents tell another shape. */
export function shaped<F extends { readonly shape: Shape }>(form: F, shape: Shape): F {
  return { ...form, shape };
}

/** The same form, told in more words: what it means here, its default, the few values it may have. */
export function told<F extends { readonly shape: Shape }>(form: F, more: Shape): F {
  return { ...form, shape: { ...form.shape, ...more } };
}
