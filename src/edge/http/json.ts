/**
 * A strict JSON reader. Numbers stay text, so no figure passes through a float (NUM-DEC-1) and `1`
 * can be told from `"1"`; two equal keys, more than eight levels, invalid UTF-8, a byte order mark,
 * NUL and lone surrogates are refused; an object is a map, so no key is special, and V8 need not search its table of
 * all names for each key that a client thought of.
 */

/** A number as it was written. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;

/** Its keys stand in the order in which they were written. */
export interface JsonObject extends ReadonlyMap<string, JsonValue> {}

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
  return value instanceof Map;
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

/** Characters by their code: a text of one character costs twice as much to compare. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST_BEGIN = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT_BEGIN = 0x7b;
const OBJECT_END = 0x7d;

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character that is no blank; it stays unread. Behind the text it is NaN, which equals nothing. */
  private peek(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.at++;
    }
  }

  private take(code: number): boolean {
    if (this.peek() !== code) return false;
    this.at++;
    return true;
  }

  private demand(code: number): void {
    if (this.take(code)) return;
    throw new JsonError(`no ${String.fromCharCode(code)} where one is due`);
  }

  end(): void {
    if (!Number.isNaN(this.peek())) throw new JsonError("something stands behind the value");
  }

  value(depth: number): JsonValue {
    const code = this.peek();
    if (code === QUOTE) return this.string();
    if (code === OBJECT_BEGIN) return this.object(depth);
    if (code === LIST_BEGIN) return this.array(depth);
    return code >= 0x61 && code <= 0x7a ? this.word() : this.number();
  }

  private object(depth: number): JsonObject {
    if (depth > DEPTH_MAX) throw new JsonError("nested too deep");
    const object = new Map<string, JsonValue>();
    this.demand(OBJECT_BEGIN);
    if (this.take(OBJECT_END)) return object;
    do {
      if (this.peek() !== QUOTE) throw new JsonError("a key is not a string");
      const key = this.string();
      if (object.has(key)) throw new JsonError("a key stands twice");
      this.demand(COLON);
      object.set(key, this.value(depth + 1));
    } while (this.take(COMMA));
    this.demand(OBJECT_END);
    return object;
  }

  private array(depth: number): readonly JsonValue[] {
    if (depth > DEPTH_MAX) throw new JsonError("nested too deep");
    const items: JsonValue[] = [];
    this.demand(LIST_BEGIN);
    if (this.take(LIST_END)) return items;
    do items.push(this.value(depth + 1));
    while (this.take(COMMA));
    this.demand(LIST_END);
    return items;
  }

  private string(): string {
    const start = this.at++;
    let isPlain = true;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) break;
      // The end of the text gives NaN, which is not at least 0x20 either.
      if (!(code >= 0x20)) throw new JsonError("a string has a control character or no end");
      if (code === BACKSLASH) {
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
