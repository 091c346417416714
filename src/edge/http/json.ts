/**
 * A strict JSON reader. Numbers stay text, so no figure passes through a float (NUM-DEC-1) and `1`
 * can be told from `"1"`; two equal keys, more than eight levels, invalid UTF-8, a byte order mark,
 * NUL and lone surrogates are refused; objects have no prototype, so no key is special.
 */

/** A number as it was written. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The text is not the JSON that is accepted here. */
export class JsonError extends Error {
  override readonly name = "JsonError";
}

export const DEPTH_MAX = 8;
/** V8 keeps the whole body behind a piece of it, and an order keeps its client id: strings of a longer body are copied. */
const HELD_MAX = 1024;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function readJson(bytes: Uint8Array): JsonValue {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new JsonError("not UTF-8");
  }
  return readJsonText(text);
}

/** The same of text that was decoded already. `depth` is that of its outermost value. */
export function readJsonText(text: string, depth = 1): JsonValue {
  const reader = new Reader(text);
  const value = reader.value(depth);
  reader.end();
  return value;
}

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const LONE_SURROGATE = /\p{Surrogate}/u;
const NUL = "\0";
const WORDS = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is no blank; it stays unread. */
  private peek(): string {
    for (;;) {
      const char = this.text.charAt(this.at);
      if (char !== " " && char !== "\n" && char !== "\r" && char !== "\t") return char;
      this.at++;
    }
  }

  private take(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at++;
    return true;
  }

  private demand(char: string): void {
    if (!this.take(char)) throw new JsonError(`no ${char} where one is due`);
  }

  end(): void {
    if (this.peek() !== "") throw new JsonError("something stands behind the value");
  }

  value(depth: number): JsonValue {
    const char = this.peek();
    if (char === '"') return this.string();
    if (char === "{") return this.object(depth);
    if (char === "[") return this.array(depth);
    return char >= "a" && char <= "z" ? this.word() : this.number();
  }

  private object(depth: number): JsonObject {
    if (depth > DEPTH_MAX) throw new JsonError("nested too deep");
    const object: Record<string, JsonValue> = Object.create(null);
    this.demand("{");
    if (this.take("}")) return object;
    do {
      if (this.peek() !== '"') throw new JsonError("a key is not a string");
      const key = this.string();
      if (key in object) throw new JsonError("a key stands twice");
      this.demand(":");
      object[key] = this.value(depth + 1);
    } while (this.take(","));
    this.demand("}");
    return object;
  }

  private array(depth: number): readonly JsonValue[] {
    if (depth > DEPTH_MAX) throw new JsonError("nested too deep");
    const items: JsonValue[] = [];
    this.demand("[");
    if (this.take("]")) return items;
    do items.push(this.value(depth + 1));
    while (this.take(","));
    this.demand("]");
    return items;
  }

  private string(): string {
    const start = this.at++;
    let isPlain = true;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) break;
      // The end of the text gives NaN, which is not at least 0x20 either.
      if (!(code >= 0x20)) throw new JsonError("a string has a control character or no end");
      if (code === 0x5c) {
        isPlain = false;
        this.match(ESCAPE);
      } else this.at++;
    }
    this.at++;
    if (isPlain && this.text.length <= HELD_MAX) return this.text.slice(start + 1, this.at - 1);
    const string: string = JSON.parse(this.text.slice(start, this.at));
    if (LONE_SURROGATE.test(string)) throw new JsonError("a lone surrogate");
    if (string.includes(NUL)) throw new JsonError("NUL, which ends a string elsewhere");
    return string;
  }

  private number(): JsonNumber {
    return new JsonNumber(this.match(NUMBER));
  }

  private word(): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    throw new JsonError("not a value");
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new JsonError("not a value");
    this.at += found.length;
    return found;
  }
}
