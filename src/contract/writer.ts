/**
 * Writers of replies, made to measure from the fields of the contract: code that joins the names with the values of one record, as a
 * person would write it, put together when the program starts from our own tables and nothing else. A figure is the text of
 * an exact decimal and is never a double; words, names and ids are of letters that stand in JSON as they are.
 */
import { assert } from "../core/base/assert.ts";
import type { Shape, ValueOf, Written } from "./field.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

export type Writer<T> = (value: T) => Written<T>;

/** The writers of shapes, each made once. */
const writers = new WeakMap<Shape, unknown>();

export function writerOf<S extends Shape>(shape: S): Writer<ValueOf<S>> {
  const known = writers.get(shape) as Writer<ValueOf<S>> | undefined;
  if (known) return known;
  const made: Writer<ValueOf<S>> = compile(shape, new WriterCode());
  writers.set(shape, made);
  return made;
}

/** The writer of a record some of whose fields are given as the text that they have in it. */
export function writerAround<S extends Shape, K extends keyof ValueOf<S> & string>(
  shape: S,
  ...ready: readonly K[]
): (value: Around<ValueOf<S>, K>) => Written<ValueOf<S>> {
  return compile(shape, new WriterCode(ready));
}

type Around<T, K extends keyof T> = {
  readonly [F in keyof T]: F extends K ? Written<T[F]> : T[F];
};

/** A list of rows that are written already. */
export function writtenList<T>(rows: readonly Written<T>[]): Written<readonly T[]> {
  return `[${rows.join()}]` as Written<readonly T[]>;
}

/** Two records as one: the fields of the first, and behind them those of the second. Neither is empty. */
export function joinedRecords<A, B>(first: Written<A>, second: Written<B>): Written<A & B> {
  return `${first.slice(0, -1)},${second.slice(1)}` as Written<A & B>;
}

function compile<W>(shape: Shape, code: WriterCode): W {
  const joined = code.joined(code.partsOf(shape, "value"));
  const make = new Function(...code.helperNames, `return (value) => ${joined};`);
  return make(...code.helpers);
}

/** A piece of a text: as it stands, or what an expression gives. */
type Part = { readonly text: string } | { readonly code: string };

class WriterCode {
  readonly helpers: unknown[] = [];
  /** Fields of the outermost record that are text already. */
  readonly #ready: ReadonlySet<string>;

  constructor(ready: readonly string[] = []) {
    this.#ready = new Set(ready.map((name) => `value.${name}`));
  }

  get helperNames(): string[] {
    return this.helpers.map((_, index) => `helper${index}`);
  }

  /** What the value of an expression looks like in JSON. */
  partsOf(shape: Shape, code: string): Part[] {
    if (this.#ready.has(code)) return [{ code }];
    if (shape.oneOf) return [{ code: this.#orNull(shape.oneOf, code) }];
    if (Array.isArray(shape.type)) return [{ code: `JSON.stringify(${code})` }];
    switch (shape.type) {
      case "string":
        return isPlain(shape)
          ? [{ text: '"' }, { code }, { text: '"' }]
          : [{ code: `JSON.stringify(${code})` }];
      case "number":
      case "integer":
      case "boolean":
        return [{ code }];
      case "array":
        return this.#arrayParts(shape, code);
      case "object":
        return this.#recordParts(shape, code);
      default:
        throw new Error(`a reply has no ${JSON.stringify(shape)}`);
    }
  }

  #orNull([shape = {}, none, ...others]: readonly Shape[], code: string): string {
    assert(none?.type === "null" && others.length === 0, "a value has one shape, or is null");
    return `(${code} === null ? "null" : ${this.joined(this.partsOf(shape, code))})`;
  }

  #recordParts({ properties = {}, required = [] }: Shape, code: string): Part[] {
    const parts: Part[] = [{ text: "{" }];
    const [first] = Object.keys(properties);
    const isFirstThere = first === undefined || required.includes(first);
    assert(isFirstThere, "the first field of a record is always there");
    for (const [name, field] of Object.entries(properties)) {
      assert(NAME.test(name), `${name} can name a field`);
      const value = `${code}.${name}`;
      const comma = parts.length === 1 ? "" : ",";
      const own = [{ text: `${comma}"${name}":` }, ...this.partsOf(field, value)];
      if (required.includes(name)) parts.push(...own);
      else parts.push({ code: `(${value} === undefined ? "" : ${this.joined(own)})` });
    }
    return [...parts, { text: "}" }];
  }

  #arrayParts({ prefixItems, items }: Shape, code: string): Part[] {
    if (prefixItems) {
      const inside = prefixItems.flatMap((item, index) => [
        ...(index === 0 ? [] : [{ text: "," }]),
        ...this.partsOf(item, `${code}[${index}]`),
      ]);
      return [{ text: "[" }, ...inside, { text: "]" }];
    }
    this.helpers.push(listWriter(writerOf(items || {})));
    return [{ code: `helper${this.helpers.length - 1}(${code})` }];
  }

  /** Texts side by side are one. */
  joined(parts: readonly Part[]): string {
    const terms: string[] = [];
    let text = "";
    const endText = () => {
      if (text !== "") terms.push(JSON.stringify(text));
      text = "";
    };
    for (const part of parts) {
      if ("text" in part) text += part.text;
      else {
        endText();
        terms.push(part.code);
      }
    }
    endText();
    return terms.join(" + ");
  }
}

/** A string whose form is known needs no escape. */
function isPlain({ pattern, enum: words }: Shape): boolean {
  return pattern !== undefined || words !== undefined;
}

function listWriter<T>(write: Writer<T>): (items: readonly T[]) => string {
  return (items) => {
    let text = "[";
    for (let index = 0; index < items.length; index++) {
      text += index === 0 ? write(items[index] as T) : `,${write(items[index] as T)}`;
    }
    return `${text}]`;
  };
}
