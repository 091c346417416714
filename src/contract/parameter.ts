/**
 * A parameter of a request: how its value must look, and what it means. It is data, so that the server, the tests, the documents
 * and the clients read one table; the values are read in the order of their declaration (SPOT-CHECK-1).
 */
import { expectationOf } from "./expectation.ts";
import type { Shape } from "./field.ts";
import { type More, Refusal } from "./refusal.ts";

/** One value as it came, from a query or from a JSON body. */
export type Given =
  | { readonly kind: "text" | "number"; readonly text: string }
  | { readonly kind: "flag"; readonly isTrue: boolean }
  /** Its items are looked at one by one: a list that is too long costs nothing more. */
  | { readonly kind: "list"; readonly count: number; item(index: number): Given }
  | { readonly kind: "object"; readonly fields: Fields }
  /** Null stands only in a list; a parameter that is null counts as not given. */
  | { readonly kind: "null" };

/** The parameters of a request, or those of an object in it. Null and "" count as not given. */
export interface Fields {
  find(name: string): Given | undefined;
  /** The names of those that were given, where an endpoint may have to refuse one that it does not know. */
  names?(): readonly string[];
  /** What stands before their names in a message: `orders[2].` for those of an item. */
  readonly within?: string;
}

/** How a value must look; `undefined` when it does not. */
export interface Form<T> {
  readonly name: string;
  /** For the documents. */
  readonly shape: Shape;
  /** What a sandbox says of it: the rest of a sentence that begins with "Expected is". */
  readonly expects?: string;
  /** What an object takes, or each item of a list of objects. */
  readonly inside?: ParameterTable | undefined;
  read(given: Given, parameter: string): T | undefined;
}

export interface Parameter<T> {
  readonly form: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  /** Under which names it is read besides the one that it is declared by. */
  readonly otherNames?: readonly string[];
  readonly inside?: ParameterTable | undefined;
  read(name: string, fields: Fields): T;
}

export function required<T>(form: Form<T>): Parameter<T> {
  return {
    form: form.name,
    shape: form.shape,
    isRequired: true,
    inside: form.inside,
    read(name, fields) {
      const given = fields.find(name);
      if (!given) throw missing(pathOf(name, fields), form.expects);
      return readAs(form, pathOf(name, fields), given);
    },
  };
}

export function optional<T>(form: Form<T>): Parameter<T | undefined> {
  return {
    form: form.name,
    shape: form.shape,
    isRequired: false,
    inside: form.inside,
    read(name, fields) {
      const given = fields.find(name);
      return given && readAs(form, pathOf(name, fields), given);
    },
  };
}

function pathOf(name: string, { within }: Fields): string {
  return within === undefined ? name : within + name;
}

/** The value of a parameter, or of an item, in the form that is due. */
export function readAs<T>(form: Form<T>, name: string, given: Given): T {
  const value = form.read(given, name);
  if (value !== undefined) return value;
  throw malformed(name, "malformed", () => expectationOf(form.expects, given));
}

export function missing(name: string, expects?: string): Refusal {
  return malformed(name, "missing", () => expectationOf(expects));
}

/** SPOT-CHECK-1; `more` is what a sandbox says besides. */
export function malformed(
  name: string,
  how: "missing" | "malformed" | "unknown",
  more?: More,
): Refusal {
  const msg = `Parameter ${name} is ${how}.`;
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg, more });
}

export type ParameterTable = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<P extends ParameterTable> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

/** The values of all parameters, read in the order of their declaration. */
export function readAll<P extends ParameterTable>(
  parameters: P,
  { fields }: { readonly fields: Fields },
): ValuesOf<P> {
  const values: Record<string, unknown> = {};
  for (const name in parameters) values[name] = parameters[name]?.read(name, fields);
  return values as ValuesOf<P>;
}
