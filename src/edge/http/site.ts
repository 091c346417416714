/**
 * Pages beside the API: exact paths, read into memory at the start, no file system behind a URL. They
 * are public, except those that say which requests they are for, and pass only the ban and the limit of
 * the address.
 */
import type { RequestHead } from "./request.ts";

export interface Page {
  readonly type: string;
  readonly body: string;
  /** In place of the body, where it is no text. */
  readonly bytes?: Uint8Array;
  /** The same body compressed, for clients that accept it so. */
  readonly gzip?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** For other requests there is no such page. */
  readonly isFor?: (head: RequestHead) => boolean;
}

/** Of every page: its content type is true, and another page may stand there after the next start. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-cache",
};

/** By path. */
export type Site = ReadonlyMap<string, Page>;

/** A page as one reply carries it. */
export interface Shown {
  readonly type: string;
  readonly body: string;
  readonly bytes?: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

export function findPage(
  site: Site | undefined,
  path: string,
  head: RequestHead,
): Page | undefined {
  const page = site?.get(path);
  return page?.isFor?.(head) === false ? undefined : page;
}

export function showPage(page: Page, head: RequestHead): Shown {
  const { type, body, bytes, gzip, headers = {} } = page;
  const varied = gzip ? { ...headers, Vary: "Accept-Encoding" } : headers;
  if (gzip && takesGzip(head.headers["accept-encoding"])) {
    return { type, body: "", bytes: gzip, headers: { ...varied, "Content-Encoding": "gzip" } };
  }
  return { type, body, ...(bytes ? { bytes } : {}), headers: varied };
}

const GZIP = /^gzip(?:[ \t]*;[ \t]*q=([01](?:\.\d{0,3})?))?$/i;

/** A weight of nothing means that it is not wanted. */
function takesGzip(accepted: readonly string[] = []): boolean {
  return accepted
    .join(",")
    .split(",")
    .map((coding) => GZIP.exec(coding.trim()))
    .some((found) => found !== null && Number(found[1] ?? 1) > 0);
}
