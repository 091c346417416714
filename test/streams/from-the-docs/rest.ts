/**
 * The REST API as a program that has only read the docs asks it: `fetch`, and HMAC-SHA256 over time,
 * method, path and body. What a stream told is held against what this answers.
 */
import { createHmac } from "node:crypto";

export type Row = Record<string, unknown>;

export interface Key {
  readonly apiKey: string;
  readonly secret: string;
}

/** The signature of the API: what is signed is written one right after the other. */
export function signed(secret: string, ...parts: readonly string[]): string {
  return createHmac("sha256", secret).update(parts.join("")).digest("hex");
}

export class Rest {
  readonly #url: string;
  readonly #key: Key | undefined;

  constructor(url: string, key?: Key) {
    this.#url = url;
    this.#key = key;
  }

  get(path: string, query: Readonly<Record<string, string | number>> = {}): Promise<Row> {
    const text = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
    ).toString();
    return this.#ask("GET", text === "" ? path : `${path}?${text}`, "");
  }

  post(path: string, body: Row): Promise<Row> {
    return this.#ask("POST", path, JSON.stringify(body));
  }

  async #ask(method: string, path: string, body: string): Promise<Row> {
    const headers = {
      "Content-Type": "application/json",
      ...this.#signedHeaders(method, path, body),
    };
    const request = method === "GET" ? { method, headers } : { method, headers, body };
    const reply = await fetch(`${this.#url}${path}`, request);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return rowOf(JSON.parse(text));
  }

  #signedHeaders(method: string, path: string, body: string): Record<string, string> {
    if (this.#key === undefined) return {};
    const ts = `${Date.now()}`;
    const sign = signed(this.#key.secret, ts, method, path, body);
    return { "X-CH-APIKEY": this.#key.apiKey, "X-CH-TS": ts, "X-CH-SIGN": sign };
  }
}

/** What came as JSON, as a row; a list is one, too. */
export function rowOf(value: unknown): Row {
  if (!isRow(value)) throw new Error(`not an object: ${JSON.stringify(value)}`);
  return value;
}

export function rowsOf(value: unknown): Row[] {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value.map(rowOf);
}

export function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error(`not a text: ${JSON.stringify(value)}`);
  return value;
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null;
}

/** A row without some of its fields. */
export function without(row: Row, ...names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
