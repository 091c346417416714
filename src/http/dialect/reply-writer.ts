/**
 * Writers of replies, made to measure from the fields of the contract: code that joins the names with the values of one record, as a
 * person would write it, put together when the program starts from our own tables and nothing else. A figure is the text of
 * an exact decimal and is never a double; words, names and ids are of letters that stand in JSON as they are.
 */
import { assert } from "../../base/assert.ts";
import type { Shape, ValueOf } from "../../contract/field.ts";

const NAME = /^[A-Za-z][A-Za-z0-9]*$/;

export type Writer<T> = (value: T) => string;

export function writerOf<S extends Shape>(shape: S): Writer<ValueOf<S>> {
  const code = new WriterCode();
  const joined = code.joined(code.partsOf(shape, "value"));
  const make = new Function(...code.helperNames, `return (value) => ${joined};`);
  return make(...code.helpers);
}

/** A piece of a text: as it stands, or what an expression gives. */
type Part = { readonly text: string } | { readonly code: string };

class WriterCode {
  readonly helpers: unknown[] = [];

  get helperNames(): string[] {
    return this.helpers.map((_, index) => `helper${index}`);
  }

  /** What the value of an expression looks like in JSON. */
  partsOf(shape: Shape, code: string): Part[] {
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

  #recordParts({ properties = {}, required = [] }: Shape, code: string): Part[] {
    const parts: Part[] = [{ text: "{" }];
    const [first = ""] = Object.keys(properties);
    assert(required.includes(first), "the first field of a record is always there");
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

function listWriter<T>(write: Writer<T>): Writer<readonly T[]> {
  return (items) => {
    let text = "[";
    for (let index = 0; index < items.length; index++) {
      text += index === 0 ? write(items[index] as T) : `,${write(items[index] as T)}`;
    }
    return `${text}]`;
  };
}
