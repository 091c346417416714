/** What the client knows of an endpoint before it asks: enough to send, and to know what is safe. */

export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly isSigned: boolean;
  /** The request changes nothing, so asking twice does no harm. */
  readonly isRead: boolean;
  /** It places or cancels orders, and can go over a stream. */
  readonly isOverStream?: boolean | undefined;
  /** The least that its replies have: a 200 without it does not come from the service. */
  readonly isReply?: ((value: object) => boolean) | undefined;
}

/** Parameters that are not given are undefined. */
export type Parameters = object;

export function openRead(path: string): Endpoint {
  return { method: "GET", path, isSigned: false, isRead: true };
}

/** Some of them are asked by POST. */
export function signedRead(method: Endpoint["method"], path: string): Endpoint {
  return { method, path, isSigned: true, isRead: true };
}

export function write(path: string): Endpoint {
  return { method: "POST", path, isSigned: true, isRead: false };
}

/** Places or cancels orders. */
export function orderWrite(path: string): Endpoint {
  return { ...write(path), isOverStream: true };
}

/** The same endpoint, whose replies have a whole number of this name. */
export function naming(endpoint: Endpoint, field: string): Endpoint {
  return { ...endpoint, isReply: (value) => isWhole(Reflect.get(value, field)) };
}

/** The same endpoint, whose replies have a list of whole numbers. */
export function namingMany(endpoint: Endpoint, field: string): Endpoint {
  return { ...endpoint, isReply: (value) => isListOf(Reflect.get(value, field), isWhole) };
}

/** The same, and its replies are lists of one at least, each with a whole number of this name. */
export function listing(endpoint: Endpoint, field: string): Endpoint {
  const isItem = (item: unknown) =>
    typeof item === "object" && item !== null && isWhole(Reflect.get(item, field));
  return { ...endpoint, isReply: (value) => isListOf(value, isItem) };
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isItem);
}

const isWhole = Number.isSafeInteger;

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
