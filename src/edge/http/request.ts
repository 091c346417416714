/**
 * The parts of a request that every dialect reads alike: the size and encoding of its body, its
 * content type, and its parameters, from the query of a GET or the JSON body of a POST.
 */

import type { Fields, Given } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Headers } from "./headers.ts";
import {
  isJsonObject,
  JsonError,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  readJson,
} from "./json.ts";

/** A request as it stands when its head has come. */
export interface RequestHead {
  readonly method: string;
  /** The raw request target. */
  readonly target: string;
  readonly headers: Headers;
  /** The peer. */
  readonly address: string;
}

/** The number of a request as the client sees it. Later ones sort behind, also after a restart. */
export function requestIdOf(request: number): string {
  const high = Math.floor(request / LOW_SPAN);
  if (high === 0) return request.toString(36);
  if (high !== highLast) {
    highLast = high;
    highText = high.toString(36);
  }
  return highText + (request - high * LOW_SPAN + LOW_SPAN).toString(36).slice(1);
}

/** 36^4: a number beyond 2^31 takes V8 twenty times as long to write, and most share their beginning. */
const LOW_SPAN = 36 ** 4;
let highLast = -1;
let highText = "";

export const BODY_BYTES_MAX = 64 * 1024;

export function bodyTooLarge(): Refusal {
  const msg = "The body is larger than 64 KiB.";
  return new Refusal("TOO_MANY_PARAMETERS", { status: 413, msg, isClosing: true });
}

/** A body that says it is too large is refused before a byte of it is read. */
export function checkLength(headers: Headers): void {
  if (Number(headers["content-length"]?.[0] ?? 0) > BODY_BYTES_MAX) throw bodyTooLarge();
}

/** Whether a body comes behind the head. */
export function hasBody(headers: Headers): boolean {
  return (
    headers["transfer-encoding"] !== undefined || Number(headers["content-length"]?.[0] ?? 0) > 0
  );
}

export function checkEncoding(headers: Headers): void {
  const encoding = headers["content-encoding"]?.join(",") ?? "";
  if (encoding === "" || encoding.toLowerCase() === "identity") return;
  const msg = "Content encodings are not supported.";
  throw new Refusal("ILLEGAL_CONTENT_TYPE", { status: 415, msg, isClosing: true });
}

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset="?utf-8"?[ \t]*)?$/i;

/** The parameters of a body. An empty one counts as `{}` and needs no content type. */
export function bodyFields(headers: Headers, body: Uint8Array): Fields {
  if (body.length === 0) return { find: () => undefined };
  const type = headers["content-type"]?.[0] ?? "";
  if (!JSON_TYPE.test(type)) throw new Refusal("ILLEGAL_CONTENT_TYPE");
  return objectFields(parse(body));
}

/** The parameters of a value that must be one object. */
export function objectFields(value: JsonValue): Fields {
  if (!isJsonObject(value)) throw notJson();
  return fieldsOf(value);
}

/** Null and "" mean that nothing was given. */
function fieldsOf(object: JsonObject): Fields {
  const find = (name: string) => {
    const value = object.get(name);
    return isGiven(value) ? givenOf(value) : undefined;
  };
  return { find, names: () => givenIn(object) };
}

function givenIn(object: JsonObject): readonly string[] {
  const names: string[] = [];
  for (const [name, value] of object) if (isGiven(value)) names.push(name);
  return names;
}

function isGiven(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null && value !== "";
}

function parse(body: Uint8Array): JsonValue {
  try {
    return readJson(body);
  } catch (error) {
    if (error instanceof JsonError) throw notOneObject(error.message);
    throw error;
  }
}

/** `problem` is where the reader stopped. */
export function notOneObject(problem: string): Refusal {
  return notJson(`Reading it ended with: ${problem}.`);
}

function notJson(more = "It is JSON of another kind."): Refusal {
  return new Refusal("ILLEGAL_CHARS", { msg: "The body is not one JSON object.", more });
}

function givenOf(value: JsonValue): Given {
  if (value === null) return { kind: "null" };
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value === "boolean") return { kind: "flag", isTrue: value };
  if (value instanceof JsonNumber) return { kind: "number", text: value.text };
  if (isJsonObject(value)) return { kind: "object", fields: fieldsOf(value) };
  return { kind: "list", count: value.length, item: (index) => givenOf(value[index] ?? null) };
}

export function queryFields(query: string): Fields {
  const parameters = readQuery(query);
  return {
    find(name) {
      const text = parameters.get(name);
      return text === undefined || text === "" ? undefined : { kind: "text", text };
    },
    names: () => [...parameters].filter(([, text]) => text !== "").map(([name]) => name),
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * A query string as form data: `%20` and `+` are a blank. A broken escape, NUL and a parameter given
 * twice are refused, not guessed at. A map, so no name is special.
 */
function readQuery(query: string): ReadonlyMap<string, string> {
  if (query === "") return NONE;
  const parameters = new Map<string, string>();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? "" : decode(part.slice(equals + 1));
    if (parameters.has(name)) {
      throw new Refusal("TOO_MANY_PARAMETERS", { msg: "A query parameter is given twice." });
    }
    parameters.set(name, value);
  }
  return parameters;
}

const ESCAPED = /[%+]/;

function decode(written: string): string {
  const decoded = ESCAPED.test(written) ? withoutEscapes(written) : written;
  if (decoded.includes("\0")) throw new Refusal("ILLEGAL_CHARS", { msg: "NUL in the query." });
  return decoded;
}

function withoutEscapes(written: string): string {
  try {
    return decodeURIComponent(written.replaceAll("+", " "));
  } catch {
    throw new Refusal("ILLEGAL_CHARS", { msg: "A broken escape in the query." });
  }
}
