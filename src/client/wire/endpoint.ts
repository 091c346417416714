/** What the client knows of an endpoint before it asks: enough to send, and to know what is safe. */

export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly isSigned: boolean;
  /** It changes nothing, so asking twice does no harm. */
  readonly isRead: boolean;
}

/** What is not given is undefined. */
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

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
