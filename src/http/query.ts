/**
 * A query string as form data: `%20` and `+` are a blank. A broken escape, NUL and a parameter given
 * twice are refused, not guessed at. A map, so no name is special.
 */
import { Refusal } from "./sapi-v1/errors.ts";

const NONE: ReadonlyMap<string, string> = new Map();

export function readQuery(query: string): ReadonlyMap<string, string> {
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
