/**
 * What a value of the API is, told once: a shape is a JSON Schema, for the documents and the tests, and carries the type of
 * its values, for the compiler. How it is written follows from both (writer.ts). Nothing is translated:
 * a schema is what the documents show. No request that is served touches one.
 */
import type { DecimalText } from "../core/money/decimal.ts";

type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

export const EXACT = Symbol("exact");

/** A JSON Schema whose values have the type T. */
export interface Shape<T = unknown> {
  /** For the compiler: no shape has it. */
  readonly "x-value"?: T;
  /** A whole number that clients read as decimal text, as figures. JSON does not show it. */
  readonly [EXACT]?: true;
  readonly type?: JsonType | readonly JsonType[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | number | boolean)[];
  readonly default?: string | number;
  /** Good values; the first is sent by the tests where no other call has one. */
  readonly examples?: readonly unknown[];
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

/** What the values of a shape are, in the server and in a client alike. */
export type ValueOf<F> = F extends Shape<infer T> ? T : never;

declare const VALUE: unique symbol;

/** The JSON text of a value. */
export type Written<T> = string & { readonly [VALUE]: T };

/** A field that a record leaves out where it has no value. */
export interface Sometimes<T> {
  readonly sometimes: Shape<T>;
}

export function sometimes<T>(field: Shape<T>): Sometimes<T> {
  return { sometimes: field };
}

export type FieldTable = Readonly<Record<string, Shape<unknown> | Sometimes<unknown>>>;

type Always<T extends FieldTable> = {
  [K in keyof T]: T[K] extends Sometimes<unknown> ? never : K;
}[keyof T];
type RecordOf<T extends FieldTable> = Flat<
  { readonly [K in Always<T>]: ValueOf<T[K]> } & {
    readonly [K in Exclude<keyof T, Always<T>>]?: T[K] extends Sometimes<infer V>
      ? V | undefined
      : never;
  }
>;
/** One object, as an editor shows it. */
type Flat<T> = { [K in keyof T]: T[K] };

/** An object of a reply: these fields, in this order, and no other. */
export function record<T extends FieldTable>(fields: T, description?: string): Shape<RecordOf<T>> {
  const entries = Object.entries(fields);
  const properties = Object.fromEntries(entries.map(([field, one]) => [field, shapeOf(one)]));
  const required = entries.flatMap(([field, one]) => ("sometimes" in one ? [] : [field]));
  const told = description === undefined ? {} : { description };
  return { type: "object", ...told, properties, required, additionalProperties: false };
}

function shapeOf(field: FieldTable[string]): Shape {
  return "sometimes" in field ? field.sometimes : field;
}

/** Two records as one: the fields of the first, and behind them those of the second. */
export function joined<A, B>(first: Shape<A>, second: Shape<B>): Shape<Flat<A & B>> {
  return {
    type: "object",
    properties: { ...first.properties, ...second.properties },
    required: [...(first.required ?? []), ...(second.required ?? [])],
    additionalProperties: false,
  };
}

/** A value that may be null. */
export function orNull<T>(shape: Shape<T>, description: string): Shape<T | null> {
  return { oneOf: [shape, { type: "null" }], description };
}

/** A value of one shape or another: of records, a word in them tells which. */
export function either<const S extends readonly Shape[]>(
  shapes: S,
  description: string,
): Shape<ValueOf<S[number]>> {
  return { oneOf: shapes, description };
}

/** The reply of an endpoint that only says that it was done. */
export const NOTHING = record({}, "Nothing but that it was done.");

export function list<T>(items: Shape<T>, description: string): Shape<readonly T[]> {
  return { type: "array", description, items };
}

/** An array of two. */
export function pair<A, B>(first: Shape<A>, second: Shape<B>): Shape<readonly [A, B]> {
  return { type: "array", prefixItems: [first, second], items: false, minItems: 2, maxItems: 2 };
}

/** NUM-DEC-1: no exponent, no plus, no zero that says nothing. */
const UNSIGNED = "(?:0|[1-9][0-9]*)(?:\\.[0-9]*[1-9])?";

/** A decimal in quotes that is not negative. */
export function decimalText(description: string): Shape<DecimalText> {
  return { type: "string", format: "decimal", pattern: `^${UNSIGNED}$`, description };
}

export function signedText(description: string): Shape<DecimalText> {
  const pattern = `^(?:-(?!0$))?${UNSIGNED}$`;
  return { type: "string", format: "decimal", pattern, description };
}

/** FUT-WIRE-3: a JSON number that is not negative; its text is exact, and it is text on either side of the wire. */
export function figure(description: string): Shape<DecimalText> {
  return { type: "number", minimum: 0, description };
}

/** A whole number that is counted like a figure: exact decimal text on either side of the wire. */
export function wholeFigure(description: string): Shape<DecimalText> {
  return { type: "integer", minimum: 0, description, [EXACT]: true };
}

export function signedFigure(description: string): Shape<DecimalText> {
  return { type: "number", description };
}

/** The same record with every figure in quotes, as the streams have it. */
export function inQuotes<T>(shape: Shape<T>): Shape<T> {
  const fields = Object.entries(shape.properties ?? {});
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, quotedShape(field)]));
  return { ...shape, properties };
}

function quotedShape(shape: Shape): Shape {
  const { type, minimum, description = "" } = shape;
  if (type !== "number") return shape;
  return minimum === 0 ? decimalText(description) : signedText(description);
}

/** A whole number of a request has at most 15 digits. */
export const WHOLE_MAX = 10 ** 15 - 1;

/** A whole number that is not negative. */
export function count(description: string): Shape<number> {
  return { type: "integer", minimum: 0, description };
}

/** A whole number, also below zero. */
export function whole(description: string): Shape<number> {
  return { type: "integer", description };
}

/** Every id is below 2^53, so that a double holds it. */
export function id(description: string): Shape<number> {
  return { type: "integer", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description };
}

/** An id in quotes, for clients whose numbers are too small. */
export function idText(description: string): Shape<string> {
  return { type: "string", pattern: "^[1-9][0-9]{0,15}$", description };
}

export function time(description: string): Shape<number> {
  return { type: "integer", format: "unix-ms", minimum: 0, description: `${description}, in ms` };
}

/** FUT-WIRE-8: seconds, without a zone; it is UTC. */
export function dateTime(description: string): Shape<string> {
  const pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$";
  return { type: "string", pattern, description: `${description}, UTC in seconds` };
}

export function truth(description: string): Shape<boolean> {
  return { type: "boolean", description };
}

export function text(description: string): Shape<string> {
  return { type: "string", description };
}

/** One of a few words. */
export function word<const W extends string>(words: Iterable<W>, description: string): Shape<W> {
  return { type: "string", enum: [...new Set(words)], description };
}

/** One of a few numbers that stand for something. */
export function code<const N extends number>(numbers: Iterable<N>, description: string): Shape<N> {
  return { type: "integer", enum: [...new Set(numbers)].sort((a, b) => a - b), description };
}

/** The number of a refusal. */
export function numberCode(description: string): Shape<number> {
  return { type: "integer", description };
}

/** The name of a symbol, an asset or a contract, in capitals. */
export function name(description: string): Shape<string> {
  return { type: "string", pattern: "^[A-Z0-9-]+$", description };
}

/** SPOT-CLIENT-1 */
export function clientId(description: string): Shape<string> {
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
